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
WHEN (
		old.name, old.email, old.contact_person, old.standard_rate_pence, old.premium_rate_pence,
		old.discounted_rate_pence, old.is_active
	) IS NOT (
		new.name, new.email, new.contact_person, new.standard_rate_pence, new.premium_rate_pence,
		new.discounted_rate_pence, new.is_active
	)
BEGIN
	UPDATE clients SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_types_version` AFTER UPDATE ON `work_types`
WHEN (
		old.name, old.hourly_rate_pence, old.description, old.is_hardware, old.is_active
	) IS NOT (
		new.name, new.hourly_rate_pence, new.description, new.is_hardware, new.is_active
	)
BEGIN
	UPDATE work_types SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version` AFTER UPDATE ON `work_logs`
WHEN (
		old.client_id, old.work_type_id, old.is_hardware, old.duration, old.description,
		old.hourly_rate_pence, old.total_pence, old.billable, old.date, old.day, old.is_invoiced,
		old.xero_invoice_id, old.xero_invoice_number
	) IS NOT (
		new.client_id, new.work_type_id, new.is_hardware, new.duration, new.description,
		new.hourly_rate_pence, new.total_pence, new.billable, new.date, new.day, new.is_invoiced,
		new.xero_invoice_id, new.xero_invoice_number
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `pending_work_logs_version` AFTER UPDATE ON `pending_work_logs`
WHEN (
		old.todoist_task_id, old.completed_at, old.task_name, old.description, old.project_id,
		old.project_name, old.labels, old.duration, old.client_id, old.work_type_id,
		old.is_client_suggested, old.is_work_type_suggested, old.billable,
		old.estimated_hourly_rate_pence, old.status, old.work_log_id, old.metadata
	) IS NOT (
		new.todoist_task_id, new.completed_at, new.task_name, new.description, new.project_id,
		new.project_name, new.labels, new.duration, new.client_id, new.work_type_id,
		new.is_client_suggested, new.is_work_type_suggested, new.billable,
		new.estimated_hourly_rate_pence, new.status, new.work_log_id, new.metadata
	)
BEGIN
	UPDATE pending_work_logs SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version_item_added` AFTER INSERT ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version_item_changed` AFTER UPDATE ON `hardware_items`
WHEN (
		old.work_log_id, old.item_name, old.description, old.quantity, old.unit_price_pence,
		old.vat_included, old.vat_rate_hundredths, old.tax_code
	) IS NOT (
		new.work_log_id, new.item_name, new.description, new.quantity, new.unit_price_pence,
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
