DROP INDEX `invoices_ended`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `credit_notes_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_ended` ON `invoices` (`id`) WHERE "invoices"."state" = 'created' and (status in ('deleted', 'voided')
  or status = 'paid' and total_pence > 0 and credit_notes_pence >= total_pence);