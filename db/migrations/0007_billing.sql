ALTER TABLE `clients` ADD `billing_step` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `billing_rounding` text DEFAULT 'up' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `billing_per` text DEFAULT 'log' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `invoice_per` text DEFAULT 'month' NOT NULL;--> statement-breakpoint
ALTER TABLE `clients` ADD `po_number` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `first_month` text;