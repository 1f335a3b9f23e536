ALTER TABLE `invoices` ADD `discount` text;
