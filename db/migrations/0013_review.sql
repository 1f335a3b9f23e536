CREATE TABLE `review_undos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`contents` text NOT NULL,
	`done_at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_undos_done_at` ON `review_undos` (`done_at`);--> statement-breakpoint
CREATE INDEX `review_undos_user` ON `review_undos` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_no_client` ON `pending_work_logs` (`completed_at`,`id`) WHERE status = 'pending_review' and client_id is null;--> statement-breakpoint
CREATE INDEX `pending_work_logs_no_work_type` ON `pending_work_logs` (`completed_at`,`id`) WHERE status = 'pending_review' and work_type_id is null;--> statement-breakpoint
CREATE INDEX `pending_work_logs_no_duration` ON `pending_work_logs` (`completed_at`,`id`) WHERE status = 'pending_review' and duration is null;