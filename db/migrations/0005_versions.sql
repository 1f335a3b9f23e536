ALTER TABLE `clients` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_logs` ADD `is_hardware` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `work_logs` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_types` ADD `version` integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
UPDATE `work_logs` SET `is_hardware` = 1
WHERE EXISTS (SELECT 1 FROM hardware_items i WHERE i.work_log_id = work_logs.id)
	OR (duration = 0 AND (SELECT t.is_hardware FROM work_types t WHERE t.id = work_type_id));
--> statement-breakpoint
UPDATE `deleted_work_logs` SET `contents` = json_set(contents, '$.log.version', 1,
	'$.log.is_hardware', iif(json_extract(contents, '$.log.duration') = 0, 1, 0));
--> statement-breakpoint
CREATE TRIGGER `clients_version` AFTER UPDATE ON `clients`
WHEN new.version = old.version
BEGIN
	UPDATE clients SET version = old.version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_types_version` AFTER UPDATE ON `work_types`
WHEN new.version = old.version
BEGIN
	UPDATE work_types SET version = old.version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `pending_work_logs_version` AFTER UPDATE ON `pending_work_logs`
WHEN new.version = old.version
BEGIN
	UPDATE pending_work_logs SET version = old.version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version` AFTER UPDATE ON `work_logs`
WHEN new.version = old.version
BEGIN
	UPDATE work_logs SET version = old.version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version_item_added` AFTER INSERT ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version_item_changed` AFTER UPDATE ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version_item_removed` AFTER DELETE ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = old.work_log_id;
END;
