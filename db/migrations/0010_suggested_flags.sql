-- ==== Written by hand: the trigger names the columns that go. ====
DROP TRIGGER `pending_work_logs_version`;
--> statement-breakpoint
ALTER TABLE `pending_work_logs` DROP COLUMN `is_client_suggested`;--> statement-breakpoint
ALTER TABLE `pending_work_logs` DROP COLUMN `is_work_type_suggested`;
--> statement-breakpoint
-- ==== Written by hand from here on; keep it when this file is generated anew. ====
-- As for clients: saveEditedEntry and the API's If-Match (api.pending-work-log.ts, api.confirm.ts,
-- api.archive.ts) rely on this.
-- A writer of many entries may raise the version itself (fillRows).
CREATE TRIGGER `pending_work_logs_version` AFTER UPDATE ON `pending_work_logs`
WHEN new.version = old.version AND (
		old.todoist_task_id, old.completed_at, old.task_name, old.description, old.project_id,
		old.project_name, old.labels, old.duration, old.client_id, old.work_type_id,
		old.suggestions, old.inactive_client_id, old.billable,
		old.estimated_hourly_rate_pence, old.status, old.work_log_id, old.metadata
	) IS NOT (
		new.todoist_task_id, new.completed_at, new.task_name, new.description, new.project_id,
		new.project_name, new.labels, new.duration, new.client_id, new.work_type_id,
		new.suggestions, new.inactive_client_id, new.billable,
		new.estimated_hourly_rate_pence, new.status, new.work_log_id, new.metadata
	)
BEGIN
	UPDATE pending_work_logs SET version = version + 1 WHERE id = new.id;
END;
