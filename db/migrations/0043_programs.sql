CREATE TABLE `api_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` integer,
	`writes_back_days` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash` ON `api_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `calendars` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendars_secret_hash_unique` ON `calendars` (`secret_hash`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`message_id` text NOT NULL,
	`key` text NOT NULL,
	`event` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`tried_at` integer,
	`answered` integer,
	`message` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_status" CHECK("webhook_deliveries"."status" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_key` ON `webhook_deliveries` (`webhook_id`,`key`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_of` ON `webhook_deliveries` (`webhook_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`due_at`) WHERE "webhook_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created_at` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`body` text NOT NULL,
	`content_type` text NOT NULL,
	`template` text,
	`signing_key` text NOT NULL,
	`authorization` text,
	`key_shown_until` integer,
	`state` text DEFAULT 'active' NOT NULL,
	`reason` text,
	`told_entry` integer NOT NULL,
	`told_since` integer NOT NULL,
	`failing_since` integer,
	`held_until` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "webhooks_body" CHECK("webhooks"."body" in ('standard', 'ntfy', 'apprise', 'template')),
	CONSTRAINT "webhooks_state" CHECK("webhooks"."state" in ('active', 'paused', 'ended'))
);
--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `source` text;--> statement-breakpoint
ALTER TABLE `pending_work_logs` ADD `source_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `pending_work_logs_source` ON `pending_work_logs` (`source`,`source_id`) WHERE source is not null;