CREATE TABLE `import_columns` (
	`header` text PRIMARY KEY NOT NULL,
	`columns` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `import_names` (
	`id` integer PRIMARY KEY NOT NULL,
	`import_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`is_hardware` integer DEFAULT false NOT NULL,
	`record_id` integer,
	`problem` text,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "import_names_kind" CHECK("import_names"."kind" in ('client', 'work-type'))
);
--> statement-breakpoint
CREATE INDEX `import_names_import` ON `import_names` (`import_id`);--> statement-breakpoint
CREATE TABLE `import_records` (
	`import_id` integer NOT NULL,
	`kind` text NOT NULL,
	`record_id` integer NOT NULL,
	PRIMARY KEY(`import_id`, `kind`, `record_id`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "import_records_kind" CHECK("import_records"."kind" in ('client', 'work-type', 'work-log'))
);
--> statement-breakpoint
CREATE TABLE `import_rows` (
	`import_id` integer NOT NULL,
	`line` integer NOT NULL,
	`problem` text,
	`cells` text,
	`is_known` integer DEFAULT false NOT NULL,
	`client_name` integer,
	`work_type_name` integer,
	`is_hardware` integer DEFAULT false NOT NULL,
	`date` integer,
	`day` text,
	`has_time` integer DEFAULT false NOT NULL,
	`minutes` integer,
	`description` text,
	`rate_pence` integer,
	`billable` integer,
	`is_invoiced` integer,
	`invoice_number` text,
	`record` text,
	PRIMARY KEY(`import_id`, `line`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`file_name` text NOT NULL,
	`stored_as` text NOT NULL,
	`status` text NOT NULL,
	`format` text,
	`choices` text NOT NULL,
	`survey` text,
	`lines_read` integer DEFAULT 0 NOT NULL,
	`new_count` integer DEFAULT 0 NOT NULL,
	`known_count` integer DEFAULT 0 NOT NULL,
	`problem_count` integer DEFAULT 0 NOT NULL,
	`left_out_count` integer DEFAULT 0 NOT NULL,
	`message` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "imports_status" CHECK("imports"."status" in ('reading', 'waiting', 'writing', 'done', 'failed', 'undone'))
);
--> statement-breakpoint
CREATE INDEX `imports_status` ON `imports` (`status`,`started_at`);