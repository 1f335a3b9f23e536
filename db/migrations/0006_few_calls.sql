CREATE TABLE `contact_calls` (
	`send_key` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`contacts` text NOT NULL,
	`sent_at` integer NOT NULL,
	`is_repeated` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contact_calls_tenant` ON `contact_calls` (`tenant_id`,`sent_at`);--> statement-breakpoint
CREATE TABLE `xero_call_days` (
	`tenant_id` text NOT NULL,
	`day` text NOT NULL,
	`calls` integer NOT NULL,
	`day_left` integer,
	`told_at` integer,
	PRIMARY KEY(`tenant_id`, `day`)
);
