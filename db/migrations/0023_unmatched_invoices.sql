CREATE TABLE `unmatched_invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` text NOT NULL,
	`xero_invoice_id` text NOT NULL,
	`contents` text NOT NULL,
	`put_aside_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unmatched_invoices_xero` ON `unmatched_invoices` (`tenant_id`,`xero_invoice_id`);