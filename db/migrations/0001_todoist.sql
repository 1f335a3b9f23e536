CREATE TABLE `pending_work_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`todoist_task_id` text NOT NULL,
	`completed_at` integer NOT NULL,
	`task_name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`project_id` text,
	`project_name` text,
	`labels` text DEFAULT '[]' NOT NULL,
	`duration` integer,
	`client_id` integer,
	`work_type_id` integer,
	`is_client_suggested` integer DEFAULT false NOT NULL,
	`is_work_type_suggested` integer DEFAULT false NOT NULL,
	`billable` integer DEFAULT true NOT NULL,
	`estimated_hourly_rate_pence` integer NOT NULL,
	`status` text DEFAULT 'pending_review' NOT NULL,
	`work_log_id` integer,
	`metadata` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_type_id`) REFERENCES `work_types`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_log_id`) REFERENCES `work_logs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pending_work_logs_status" CHECK("pending_work_logs"."status" in ('pending_review', 'confirmed', 'converted', 'rejected', 'archived')),
	CONSTRAINT "pending_work_logs_work_log" CHECK(("pending_work_logs"."status" in ('confirmed', 'converted')) = ("pending_work_logs"."work_log_id" is not null)),
	CONSTRAINT "pending_work_logs_duration" CHECK("pending_work_logs"."duration" is null or "pending_work_logs"."duration" between 1 and 6000),
	CONSTRAINT "pending_work_logs_rate" CHECK("pending_work_logs"."estimated_hourly_rate_pence" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_work_logs_completion` ON `pending_work_logs` (`todoist_task_id`,`completed_at`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_completed` ON `pending_work_logs` (`completed_at`,`id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_status_completed` ON `pending_work_logs` (`status`,`completed_at`,`id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_client_completed` ON `pending_work_logs` (`client_id`,`completed_at`,`id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_client_status_completed` ON `pending_work_logs` (`client_id`,`status`,`completed_at`,`id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_project` ON `pending_work_logs` (`project_id`,`work_log_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pending_work_logs_work_log` ON `pending_work_logs` (`work_log_id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_work_type` ON `pending_work_logs` (`work_type_id`);--> statement-breakpoint
CREATE TABLE `todoist_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	`status` text NOT NULL,
	`tasks_processed` integer DEFAULT 0 NOT NULL,
	`new_pending_logs` integer DEFAULT 0 NOT NULL,
	`skipped_duplicates` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`note` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "todoist_imports_status" CHECK("todoist_imports"."status" in ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TRIGGER `pending_work_logs_start` BEFORE INSERT ON `pending_work_logs`
WHEN new.status <> 'pending_review'
BEGIN
	SELECT raise(abort, 'a pending work log starts in review');
END;
--> statement-breakpoint
CREATE TRIGGER `pending_work_logs_states` BEFORE UPDATE OF status ON `pending_work_logs`
WHEN old.status <> new.status AND old.status || ' ' || new.status NOT IN (
	'pending_review confirmed', 'pending_review rejected', 'pending_review archived',
	'rejected pending_review', 'archived pending_review',
	'confirmed converted', 'confirmed pending_review', 'converted confirmed'
)
BEGIN
	SELECT raise(abort, 'a pending work log cannot go from this state to that one');
END;
--> statement-breakpoint
CREATE TRIGGER `pending_work_logs_locked`
BEFORE UPDATE OF task_name, description, duration, client_id, work_type_id, billable, estimated_hourly_rate_pence
ON `pending_work_logs`
WHEN old.status <> 'pending_review'
BEGIN
	SELECT raise(abort, 'only a pending work log in review can be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `pending_work_logs_invoiced` AFTER UPDATE OF is_invoiced ON `work_logs`
WHEN old.is_invoiced <> new.is_invoiced
BEGIN
	UPDATE pending_work_logs SET status = iif(new.is_invoiced, 'converted', 'confirmed'), updated_at = new.updated_at
	WHERE work_log_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `pending_work_logs_log_deleted` BEFORE DELETE ON `work_logs`
BEGIN
	UPDATE pending_work_logs SET status = 'pending_review', work_log_id = NULL WHERE work_log_id = old.id;
END;
