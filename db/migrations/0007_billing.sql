ALTER TABLE `clients` ADD `billing_step` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `billing_rounding` text DEFAULT 'up' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `billing_per` text DEFAULT 'log' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `invoice_per` text DEFAULT 'month' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `po_number` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `first_month` text;--> statement-breakpoint
-- Written by hand.
DROP TRIGGER `clients_version`;--> statement-breakpoint
CREATE TRIGGER `clients_version` AFTER UPDATE ON `clients`
WHEN (
		old.name, old.email, old.contact_person, old.standard_rate_pence, old.premium_rate_pence,
		old.discounted_rate_pence, old.is_active, old.billing_step, old.billing_rounding, old.billing_per,
		old.invoice_per, old.po_number
	) IS NOT (
		new.name, new.email, new.contact_person, new.standard_rate_pence, new.premium_rate_pence,
		new.discounted_rate_pence, new.is_active, new.billing_step, new.billing_rounding, new.billing_per,
		new.invoice_per, new.po_number
	)
BEGIN
	UPDATE clients SET version = version + 1 WHERE id = new.id;
END;
