CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` integer NOT NULL,
	`name` text NOT NULL,
	`po_number` text,
	`hourly_rate_pence` integer,
	`budget_minutes` integer,
	`is_open` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "jobs_rate" CHECK(coalesce("jobs"."hourly_rate_pence", 0) >= 0),
	CONSTRAINT "jobs_budget" CHECK(coalesce("jobs"."budget_minutes", 1) > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_client_name` ON `jobs` (`client_id`,`name`);
--> statement-breakpoint
CREATE TRIGGER `jobs_version` AFTER UPDATE ON `jobs`
WHEN (
		old.client_id, old.name, old.po_number, old.hourly_rate_pence, old.budget_minutes, old.is_open
	) IS NOT (
		new.client_id, new.name, new.po_number, new.hourly_rate_pence, new.budget_minutes, new.is_open
	)
BEGIN
	UPDATE jobs SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
ALTER TABLE `work_logs` ADD `job_id` integer REFERENCES jobs(id);
--> statement-breakpoint
CREATE INDEX `work_logs_job_date` ON `work_logs` (`job_id`,`date`,`id`) WHERE job_id is not null;
--> statement-breakpoint
DROP TRIGGER `work_logs_version`;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version` AFTER UPDATE ON `work_logs`
WHEN (
		old.client_id, old.work_type_id, old.job_id, old.is_hardware, old.duration, old.description,
		old.hourly_rate_pence, old.has_own_rate, old.total_pence, old.billable, old.date, old.day,
		old.is_invoiced, old.xero_invoice_id, old.xero_invoice_number
	) IS NOT (
		new.client_id, new.work_type_id, new.job_id, new.is_hardware, new.duration, new.description,
		new.hourly_rate_pence, new.has_own_rate, new.total_pence, new.billable, new.date, new.day,
		new.is_invoiced, new.xero_invoice_id, new.xero_invoice_number
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
ALTER TABLE `import_rows` ADD `job_name` text;
--> statement-breakpoint
CREATE TABLE `new_import_records` (
	`import_id` integer NOT NULL,
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	PRIMARY KEY(`import_id`, `kind`, `record_id`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "import_records_kind" CHECK("kind" in ('client', 'job', 'work-type', 'work-log'))
);
--> statement-breakpoint
INSERT INTO `new_import_records` SELECT `import_id`, `kind`, `record_id` FROM `import_records`;
--> statement-breakpoint
DROP TABLE `import_records`;
--> statement-breakpoint
ALTER TABLE `new_import_records` RENAME TO `import_records`;
--> statement-breakpoint
ALTER TABLE `timers` ADD `job_id` integer REFERENCES jobs(id) ON DELETE set null;
--> statement-breakpoint
DROP TRIGGER `timers_version`;
--> statement-breakpoint
CREATE TRIGGER `timers_version` AFTER UPDATE ON `timers`
WHEN (old.client_id, old.work_type_id, old.job_id, old.description, old.stopped_at)
	IS NOT (new.client_id, new.work_type_id, new.job_id, new.description, new.stopped_at)
BEGIN
	UPDATE timers SET version = version + 1 WHERE id = new.id;
END;
