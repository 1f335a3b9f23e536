ALTER TABLE `xero_organisations` ADD `vat_changes` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `clients` ADD `line_text` text;
--> statement-breakpoint
DROP TRIGGER `clients_version`;
--> statement-breakpoint
CREATE TRIGGER `clients_version` AFTER UPDATE ON `clients`
WHEN (
		old.name, old.email, old.contact_person, old.standard_rate_pence, old.premium_rate_pence,
		old.discounted_rate_pence, old.is_active, old.billing_step, old.billing_rounding, old.billing_per,
		old.invoice_per, old.vat_treatment, old.invoice_date, old.due_in, old.lines, old.smallest_minutes,
		old.line_text, old.po_number, old.reference, old.notes
	) IS NOT (
		new.name, new.email, new.contact_person, new.standard_rate_pence, new.premium_rate_pence,
		new.discounted_rate_pence, new.is_active, new.billing_step, new.billing_rounding, new.billing_per,
		new.invoice_per, new.vat_treatment, new.invoice_date, new.due_in, new.lines, new.smallest_minutes,
		new.line_text, new.po_number, new.reference, new.notes
	)
BEGIN
	UPDATE clients SET version = version + 1 WHERE id = new.id;
END;
