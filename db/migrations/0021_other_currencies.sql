DROP INDEX `invoices_sums`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `currency` text DEFAULT 'GBP' NOT NULL;--> statement-breakpoint
-- Written by hand: what was read of an invoice says its currency already.
UPDATE `invoices` SET `currency` = read.currency
FROM (SELECT `invoice_id`, json_extract(`contents`, '$.currency') AS currency FROM `ledger_invoices`) read
WHERE read.invoice_id = `invoices`.`id` AND read.currency <> 'GBP';
--> statement-breakpoint
CREATE INDEX `invoices_sums` ON `invoices` (`client_id`,`issued_day`,`status`,`due_day`,`net_pence`,`vat_pence`,`total_pence`,`amount_due_pence`,`state`,`currency`) WHERE "invoices"."state" in ('created', 'released');
