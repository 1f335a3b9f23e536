CREATE TABLE `changed_work_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`contents` text NOT NULL,
	`done_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `changed_work_logs_done_at` ON `changed_work_logs` (`done_at`);--> statement-breakpoint
CREATE INDEX `changed_work_logs_user` ON `changed_work_logs` (`user_id`);