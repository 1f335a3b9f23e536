CREATE TABLE `rewriting_batches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`subject` text NOT NULL,
	`back` text NOT NULL,
	`status` text NOT NULL,
	`stopped_by` text,
	`started_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "rewriting_batches_subject" CHECK("rewriting_batches"."subject" in ('work_log', 'pending_work_log')),
	CONSTRAINT "rewriting_batches_status" CHECK("rewriting_batches"."status" in ('running', 'stopped', 'done'))
);
--> statement-breakpoint
CREATE INDEX `rewriting_batches_started_at` ON `rewriting_batches` (`started_at`);--> statement-breakpoint
CREATE TABLE `rewritings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`batch_id` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`before` text NOT NULL,
	`after` text,
	`error` text,
	`decision` text,
	FOREIGN KEY (`batch_id`) REFERENCES `rewriting_batches`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "rewritings_decision" CHECK("rewritings"."decision" in ('accepted', 'kept')),
	CONSTRAINT "rewritings_accepted" CHECK("rewritings"."decision" <> 'accepted' or "rewritings"."after" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rewritings_subject` ON `rewritings` (`batch_id`,`subject_id`);