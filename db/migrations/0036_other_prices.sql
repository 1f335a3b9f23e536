-- Written by hand.
-- Quantities and unit prices have four decimals: both are kept in ten-thousandths.
CREATE TABLE `new_hardware_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_log_id` integer NOT NULL,
	`item_name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`quantity_in_places` integer NOT NULL,
	`unit_price_in_places` integer NOT NULL,
	`vat_included` integer NOT NULL,
	`vat_rate_hundredths` integer NOT NULL,
	`tax_code` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`work_log_id`) REFERENCES `work_logs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hardware_items_quantity" CHECK("quantity_in_places" between 1 and 1000000000),
	CONSTRAINT "hardware_items_unit_price" CHECK("unit_price_in_places" >= 0),
	CONSTRAINT "hardware_items_vat_rate" CHECK("vat_rate_hundredths" between 0 and 10000),
	CONSTRAINT "hardware_items_tax_code" CHECK("tax_code" in ('OUTPUT2', 'OUTPUT', 'ZERORATED', 'EXEMPTINPUT'))
);
--> statement-breakpoint
INSERT INTO `new_hardware_items`
SELECT `id`, `work_log_id`, `item_name`, `description`, `quantity` * 10000, `unit_price_pence` * 100,
	`vat_included`, `vat_rate_hundredths`, `tax_code`, `created_at`, `updated_at`
FROM `hardware_items`;
--> statement-breakpoint
-- The id of an item that is gone is not used again.
DELETE FROM sqlite_sequence WHERE name = 'new_hardware_items';
--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_hardware_items', seq FROM sqlite_sequence WHERE name = 'hardware_items';
--> statement-breakpoint
DROP TABLE `hardware_items`;
--> statement-breakpoint
ALTER TABLE `new_hardware_items` RENAME TO `hardware_items`;
--> statement-breakpoint
CREATE INDEX `hardware_items_work_log` ON `hardware_items` (`work_log_id`,`id`);
--> statement-breakpoint
-- As before: a new item raises its log's version, since items have none.
CREATE TRIGGER `work_logs_version_item_added` AFTER INSERT ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version_item_changed` AFTER UPDATE ON `hardware_items`
WHEN (
		old.work_log_id, old.item_name, old.description, old.quantity_in_places, old.unit_price_in_places,
		old.vat_included, old.vat_rate_hundredths, old.tax_code
	) IS NOT (
		new.work_log_id, new.item_name, new.description, new.quantity_in_places, new.unit_price_in_places,
		new.vat_included, new.vat_rate_hundredths, new.tax_code
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version_item_removed` AFTER DELETE ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = old.work_log_id;
END;
--> statement-breakpoint
-- A log that was deleted before can still be brought back with its items.
UPDATE `deleted_work_logs` SET `contents` = json_set(`contents`, '$.items', json((
	SELECT json_group_array(json_remove(
		json_set(item.value,
			'$.quantity_in_places', (item.value ->> '$.quantity') * 10000,
			'$.unit_price_in_places', (item.value ->> '$.unit_price_pence') * 100),
		'$.quantity', '$.unit_price_pence'))
	FROM json_each(`contents`, '$.items') item)))
WHERE json_array_length(`contents`, '$.items') > 0;
--> statement-breakpoint
-- A file that was looked at before can still be imported.
UPDATE `import_rows` SET `record` = json_set(`record`, '$.items', json((
	SELECT json_group_array(json_set(item.value,
		'$.quantity', (item.value ->> '$.quantity') * 10000,
		'$.unitPrice', (item.value ->> '$.unitPrice') * 100))
	FROM json_each(`record`, '$.items') item)))
WHERE `is_hardware` AND `record` IS NOT NULL;
--> statement-breakpoint
ALTER TABLE `work_types` ADD `items_name` text;
--> statement-breakpoint
DROP TRIGGER `work_types_version`;
--> statement-breakpoint
CREATE TRIGGER `work_types_version` AFTER UPDATE ON `work_types`
WHEN (
		old.name, old.hourly_rate_pence, old.description, old.is_hardware, old.is_active, old.items_name
	) IS NOT (
		new.name, new.hourly_rate_pence, new.description, new.is_hardware, new.is_active, new.items_name
	)
BEGIN
	UPDATE work_types SET version = version + 1 WHERE id = new.id;
END;
