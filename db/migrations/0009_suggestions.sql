CREATE TABLE `rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`position` integer NOT NULL,
	`project` text,
	`label` text,
	`words` text,
	`client_id` integer,
	`work_type_id` integer,
	`duration` integer,
	`description` text,
	`billable` integer,
	`archive` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_type_id`) REFERENCES `work_types`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rules_condition" CHECK(coalesce("rules"."project", "rules"."label", "rules"."words") is not null),
	CONSTRAINT "rules_duration" CHECK("rules"."duration" is null or "rules"."duration" between 1 and 6000)
);
--> statement-breakpoint
CREATE INDEX `rules_position` ON `rules` (`position`);--> statement-breakpoint
CREATE INDEX `rules_work_type` ON `rules` (`work_type_id`);--> statement-breakpoint
DROP INDEX `pending_work_logs_project`;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `name_key` text;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `is_retold` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `suggestions` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `set_by_person` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `decision` integer;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `inactive_client_id` integer REFERENCES clients(id);--> statement-breakpoint
CREATE INDEX `pending_work_logs_decided` ON `pending_work_logs` (`decision`) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX `pending_work_logs_decided_task` ON `pending_work_logs` (`todoist_task_id`,`decision`) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX `pending_work_logs_decided_name` ON `pending_work_logs` (`name_key`,`decision`) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX `pending_work_logs_decided_project` ON `pending_work_logs` (`project_id`,`decision`) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX `pending_work_logs_waiting_name` ON `pending_work_logs` (`name_key`) WHERE status = 'pending_review';--> statement-breakpoint
CREATE INDEX `pending_work_logs_waiting_project` ON `pending_work_logs` (`project_id`) WHERE status = 'pending_review';--> statement-breakpoint
CREATE INDEX `pending_work_logs_inactive_client` ON `pending_work_logs` (`inactive_client_id`) WHERE inactive_client_id is not null;--> statement-breakpoint
CREATE INDEX `pending_work_logs_no_key` ON `pending_work_logs` (`id`) WHERE name_key is null;
--> statement-breakpoint
-- ==== Written by hand from here on; keep it when this file is generated anew. ====
-- Suggestions so far become those with a reason. A duration counts as Todoist's own where the task's details
-- say the same.
UPDATE pending_work_logs SET suggestions = json_patch(
	json_patch(
		iif(is_client_suggested AND client_id IS NOT NULL, '{"clientId":{"reason":"as before"}}', '{}'),
		iif(is_work_type_suggested AND work_type_id IS NOT NULL, '{"workTypeId":{"reason":"as before"}}', '{}')
	),
	iif(duration IS NOT NULL AND metadata ->> '$.duration' = duration || ' minute',
		json_object('duration', json_object('reason', 'from Todoist', 'was', duration)), '{}')
)
WHERE status = 'pending_review';
--> statement-breakpoint
UPDATE pending_work_logs SET decision = work_log_id WHERE work_log_id IS NOT NULL;
--> statement-breakpoint
-- Who set a description or made a task not billable was not kept, so what differs from an import counts as a person's.
UPDATE pending_work_logs SET set_by_person = iif(description <> '' AND updated_at > created_at,
	iif(billable, '["description"]', '["billable","description"]'), iif(billable, '[]', '["billable"]'))
WHERE status = 'pending_review';
--> statement-breakpoint
UPDATE pending_work_logs SET is_retold = 1 WHERE metadata ->> '$.source' = 'Todoist: activity log';
--> statement-breakpoint
-- The API's If-Match (api.rule.ts) and saveEditedRule rely on this.
CREATE TRIGGER `rules_version` AFTER UPDATE ON `rules`
WHEN (
		old.position, old.project, old.label, old.words, old.client_id, old.work_type_id, old.duration,
		old.description, old.billable, old.archive
	) IS NOT (
		new.position, new.project, new.label, new.words, new.client_id, new.work_type_id, new.duration,
		new.description, new.billable, new.archive
	)
BEGIN
	UPDATE rules SET version = version + 1 WHERE id = new.id;
END;
