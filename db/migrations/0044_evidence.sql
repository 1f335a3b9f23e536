CREATE TABLE `calendars` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_secret_hash_unique` ON `calendars` (`secret_hash`);--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `source` text;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `source_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `pending_work_logs_source` ON `pending_work_logs` (`source`,`source_id`) WHERE source is not null;