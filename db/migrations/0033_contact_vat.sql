ALTER TABLE `client_contacts` ADD `tax_code` text;
--> statement-breakpoint
ALTER TABLE `client_contacts` ADD `payment_terms` text;
--> statement-breakpoint
ALTER TABLE `client_contacts` ADD `vat_kept_over` text;
