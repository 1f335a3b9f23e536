CREATE TABLE `__new_import_names` (
	`id` integer PRIMARY KEY NOT NULL,
	`import_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`is_hardware` integer DEFAULT false NOT NULL,
	`record_id` integer,
	`problem` text,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "import_names_kind" CHECK("__new_import_names"."kind" in ('client', 'work-type', 'person'))
);
--> statement-breakpoint
INSERT INTO `__new_import_names`("id", "import_id", "kind", "name", "is_hardware", "record_id", "problem") SELECT "id", "import_id", "kind", "name", "is_hardware", "record_id", "problem" FROM `import_names`;--> statement-breakpoint
DROP TABLE `import_names`;--> statement-breakpoint
ALTER TABLE `__new_import_names` RENAME TO `import_names`;--> statement-breakpoint
CREATE INDEX `import_names_import` ON `import_names` (`import_id`);--> statement-breakpoint
ALTER TABLE `import_rows` ADD `person_name` integer;--> statement-breakpoint
CREATE INDEX `work_logs_hardware` ON `work_logs` (`date`,`id`) WHERE is_hardware = 1;