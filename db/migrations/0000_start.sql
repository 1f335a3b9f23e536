CREATE TABLE `approved_emails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approved_emails_email` ON `approved_emails` (`email`);--> statement-breakpoint
CREATE TABLE `clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`contact_person` text,
	`standard_rate_pence` integer NOT NULL,
	`premium_rate_pence` integer NOT NULL,
	`discounted_rate_pence` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "clients_rates" CHECK("clients"."standard_rate_pence" >= 0 and "clients"."premium_rate_pence" >= 0 and coalesce("clients"."discounted_rate_pence", 0) >= 0)
);
--> statement-breakpoint
CREATE INDEX `clients_name` ON `clients` ("name" collate nocase,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_links_expires_at` ON `sign_in_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`profile_image_url` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `work_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` integer NOT NULL,
	`work_type_id` integer NOT NULL,
	`duration` integer NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`hourly_rate_pence` integer NOT NULL,
	`total_pence` integer NOT NULL,
	`billable` integer DEFAULT true NOT NULL,
	`date` integer NOT NULL,
	`is_invoiced` integer DEFAULT false NOT NULL,
	`xero_invoice_id` text,
	`xero_invoice_number` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_type_id`) REFERENCES `work_types`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "work_logs_duration" CHECK("work_logs"."duration" between 0 and 6000),
	CONSTRAINT "work_logs_money" CHECK("work_logs"."hourly_rate_pence" >= 0 and "work_logs"."total_pence" >= 0)
);
--> statement-breakpoint
CREATE INDEX `work_logs_date` ON `work_logs` (`date`,`id`);--> statement-breakpoint
CREATE INDEX `work_logs_client_date` ON `work_logs` (`client_id`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `work_logs_invoiced_date` ON `work_logs` (`is_invoiced`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `work_logs_client_invoiced_date` ON `work_logs` (`client_id`,`is_invoiced`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `work_logs_work_type` ON `work_logs` (`work_type_id`);--> statement-breakpoint
CREATE TABLE `work_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`hourly_rate_pence` integer NOT NULL,
	`description` text,
	`is_hardware` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "work_types_rate" CHECK("work_types"."hourly_rate_pence" >= 0)
);
--> statement-breakpoint
CREATE INDEX `work_types_name` ON `work_types` ("name" collate nocase,`id`);