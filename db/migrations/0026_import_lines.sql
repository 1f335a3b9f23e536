CREATE TABLE `import_lines` (
	`digest` text NOT NULL,
	`work_log_id` integer NOT NULL,
	`rate_pence` integer,
	`import_id` integer NOT NULL,
	PRIMARY KEY(`digest`, `work_log_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `import_rows` ADD `digest` text;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `own_id` integer;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `known_log` integer;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `is_changed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `doubt` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `changed_count` integer DEFAULT 0 NOT NULL;