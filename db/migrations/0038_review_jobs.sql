ALTER TABLE `pending_work_logs` ADD `section_name` text;
--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `job_id` integer REFERENCES jobs(id) ON DELETE set null;
--> statement-breakpoint
CREATE INDEX `pending_work_logs_job` ON `pending_work_logs` (`job_id`) WHERE job_id is not null;
--> statement-breakpoint
ALTER TABLE `rules` ADD `job_id` integer REFERENCES jobs(id) ON DELETE set null;
--> statement-breakpoint
-- ==== Written by hand from here on; keep it when this file is generated anew. ====
-- As pending_work_logs_locked, but for the end of a job, which every entry lets go of.
CREATE TRIGGER `pending_work_logs_job_locked` BEFORE UPDATE OF job_id ON `pending_work_logs`
WHEN old.status <> 'pending_review' AND new.job_id IS NOT NULL AND new.job_id IS NOT old.job_id
BEGIN
	SELECT raise(abort, 'only a pending work log in review can be changed');
END;
--> statement-breakpoint
DROP TRIGGER `pending_work_logs_version`;
--> statement-breakpoint
CREATE TRIGGER `pending_work_logs_version` AFTER UPDATE ON `pending_work_logs`
WHEN new.version = old.version AND (
		old.todoist_task_id, old.completed_at, old.task_name, old.description, old.project_id,
		old.project_name, old.section_name, old.labels, old.duration, old.client_id, old.work_type_id, old.job_id,
		old.suggestions, old.inactive_client_id, old.billable,
		old.estimated_hourly_rate_pence, old.status, old.work_log_id, old.metadata
	) IS NOT (
		new.todoist_task_id, new.completed_at, new.task_name, new.description, new.project_id,
		new.project_name, new.section_name, new.labels, new.duration, new.client_id, new.work_type_id, new.job_id,
		new.suggestions, new.inactive_client_id, new.billable,
		new.estimated_hourly_rate_pence, new.status, new.work_log_id, new.metadata
	)
BEGIN
	UPDATE pending_work_logs SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
DROP TRIGGER `rules_version`;
--> statement-breakpoint
CREATE TRIGGER `rules_version` AFTER UPDATE ON `rules`
WHEN (
		old.position, old.project, old.label, old.words, old.client_id, old.work_type_id, old.job_id, old.duration,
		old.description, old.billable, old.archive
	) IS NOT (
		new.position, new.project, new.label, new.words, new.client_id, new.work_type_id, new.job_id, new.duration,
		new.description, new.billable, new.archive
	)
BEGIN
	UPDATE rules SET version = version + 1 WHERE id = new.id;
END;
