CREATE TABLE `timers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`client_id` integer,
	`work_type_id` integer,
	`description` text DEFAULT '' NOT NULL,
	`started_at` integer NOT NULL,
	`stopped_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_type_id`) REFERENCES `work_types`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "timers_description" CHECK(length("timers"."description") <= 10000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `timers_running` ON `timers` (`user_id`) WHERE stopped_at is null;--> statement-breakpoint
CREATE INDEX `timers_user` ON `timers` (`user_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `timers_work_type` ON `timers` (`work_type_id`);--> statement-breakpoint
-- Written by hand.
-- Raises the version with every change of what a timer is for; changeTimer relies on this.
CREATE TRIGGER `timers_version` AFTER UPDATE ON `timers`
WHEN (old.client_id, old.work_type_id, old.description, old.stopped_at)
	IS NOT (new.client_id, new.work_type_id, new.description, new.stopped_at)
BEGIN
	UPDATE timers SET version = version + 1 WHERE id = new.id;
END;
