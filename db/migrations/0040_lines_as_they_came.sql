CREATE TABLE `new_import_lines` (
	`import_id` integer NOT NULL,
	`line` integer NOT NULL,
	`source` text,
	`source_id` text,
	`digest` text,
	`raw` text,
	`work_log_id` integer,
	`note` text,
	`client` text,
	`project` text,
	`work_type` text,
	`date` integer,
	`day` text,
	`has_time` integer,
	`minutes` integer,
	`description` text,
	`rate_pence` integer,
	`billable` integer,
	`seconds` integer,
	`amount_pence` integer,
	PRIMARY KEY(`import_id`, `line`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_import_lines` (`import_id`, `line`, `source`, `digest`, `work_log_id`, `rate_pence`)
	SELECT l.import_id, -row_number() OVER (PARTITION BY l.import_id ORDER BY l.digest, l.work_log_id),
		i.format, l.digest, l.work_log_id, l.rate_pence
	FROM `import_lines` l LEFT JOIN `imports` i ON i.id = l.import_id;
--> statement-breakpoint
DROP TABLE `import_lines`;
--> statement-breakpoint
ALTER TABLE `new_import_lines` RENAME TO `import_lines`;
--> statement-breakpoint
CREATE INDEX `import_lines_digest` ON `import_lines` (`digest`);--> statement-breakpoint
CREATE INDEX `import_lines_raw` ON `import_lines` (`raw`);--> statement-breakpoint
CREATE INDEX `import_lines_log` ON `import_lines` (`work_log_id`);--> statement-breakpoint
CREATE INDEX `import_lines_source` ON `import_lines` (`source`,`source_id`) WHERE source_id is not null;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `raw` text;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `source_id` text;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `project` text;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `says` text;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `is_asked` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `seconds` integer;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `amount_pence` integer;--> statement-breakpoint
ALTER TABLE `import_rows` ADD `stated_client` text;--> statement-breakpoint
UPDATE `import_rows` SET `seconds` = `minutes` * 60 WHERE `minutes` IS NOT NULL;