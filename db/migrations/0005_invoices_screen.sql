CREATE TABLE `ledger_checks` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`differences` text DEFAULT '[]' NOT NULL,
	`compared` integer DEFAULT 0 NOT NULL,
	`checked_at` integer,
	`tried_at` integer NOT NULL,
	`message` text
);
--> statement-breakpoint
CREATE TABLE `ledger_invoices` (
	`invoice_id` integer PRIMARY KEY NOT NULL,
	`contents` text NOT NULL,
	`read_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `ledger_reads` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`since` integer,
	`page` integer DEFAULT 1 NOT NULL,
	`begun_at` integer,
	`current_at` integer,
	`tried_at` integer NOT NULL,
	`failed_at` integer,
	`message` text
);
--> statement-breakpoint
ALTER TABLE `work_logs` ADD `included_vat_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `work_logs_included_vat` ON `work_logs` (`day`,`client_id`,`work_type_id`,`is_invoiced`,`billable`,`included_vat_pence`) WHERE included_vat_pence > 0;--> statement-breakpoint
ALTER TABLE `invoices` ADD `net_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `vat_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `issued_day` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `due_day` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `amount_due_pence` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `amount_paid_pence` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `amount_credited_pence` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `paid_day` text;--> statement-breakpoint
ALTER TABLE `invoices` ADD `ledger_updated_at` integer;--> statement-breakpoint
CREATE INDEX `invoices_sums` ON `invoices` (`client_id`,`issued_day`,`status`,`due_day`,`net_pence`,`vat_pence`,`total_pence`,`amount_due_pence`,`state`) WHERE "invoices"."state" in ('created', 'released');--> statement-breakpoint
-- Written by hand.
-- What was sent says what older invoices come to; the first reading of changes says what became of them.
UPDATE invoices SET
	vat_pence = (SELECT coalesce(sum(json_extract(line.value, '$.vatPence')), 0) FROM json_each(contents, '$.lines') line),
	issued_day = coalesce(json_extract(contents, '$.day'), strftime('%Y-%m-%d', created_at / 1000, 'unixepoch')),
	due_day = json_extract(contents, '$.dueDay');
--> statement-breakpoint
UPDATE invoices SET net_pence = total_pence - vat_pence;
--> statement-breakpoint
-- Keeps the VAT that is part of a log's total, rounded as in app/lib/vat.ts: sumIncludedVat relies on it.
CREATE TRIGGER `work_logs_included_vat_added` AFTER INSERT ON `hardware_items`
WHEN new.vat_included
BEGIN
	UPDATE work_logs SET included_vat_pence = (
		SELECT coalesce(sum(quantity * unit_price_pence
			- (quantity * unit_price_pence * 20000 + 10000 + vat_rate_hundredths) / ((10000 + vat_rate_hundredths) * 2)), 0)
		FROM hardware_items WHERE work_log_id = new.work_log_id AND vat_included)
	WHERE id = new.work_log_id;
END;
--> statement-breakpoint
-- The same for a changed item.
CREATE TRIGGER `work_logs_included_vat_changed` AFTER UPDATE ON `hardware_items`
WHEN (old.work_log_id, old.quantity, old.unit_price_pence, old.vat_included, old.vat_rate_hundredths)
	IS NOT (new.work_log_id, new.quantity, new.unit_price_pence, new.vat_included, new.vat_rate_hundredths)
BEGIN
	UPDATE work_logs SET included_vat_pence = (
		SELECT coalesce(sum(quantity * unit_price_pence
			- (quantity * unit_price_pence * 20000 + 10000 + vat_rate_hundredths) / ((10000 + vat_rate_hundredths) * 2)), 0)
		FROM hardware_items WHERE work_log_id = work_logs.id AND vat_included)
	WHERE id IN (old.work_log_id, new.work_log_id);
END;
--> statement-breakpoint
-- The same for a removed item.
CREATE TRIGGER `work_logs_included_vat_removed` AFTER DELETE ON `hardware_items`
WHEN old.vat_included
BEGIN
	UPDATE work_logs SET included_vat_pence = (
		SELECT coalesce(sum(quantity * unit_price_pence
			- (quantity * unit_price_pence * 20000 + 10000 + vat_rate_hundredths) / ((10000 + vat_rate_hundredths) * 2)), 0)
		FROM hardware_items WHERE work_log_id = old.work_log_id AND vat_included)
	WHERE id = old.work_log_id;
END;
--> statement-breakpoint
UPDATE work_logs SET included_vat_pence = (
	SELECT coalesce(sum(quantity * unit_price_pence
		- (quantity * unit_price_pence * 20000 + 10000 + vat_rate_hundredths) / ((10000 + vat_rate_hundredths) * 2)), 0)
	FROM hardware_items WHERE work_log_id = work_logs.id AND vat_included)
WHERE is_hardware;
