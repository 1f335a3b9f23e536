ALTER TABLE `xero_organisations` ADD `vat_changes` text DEFAULT '[]' NOT NULL;
