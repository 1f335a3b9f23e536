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
CREATE TABLE `deleted_work_logs` (
	`work_log_id` integer PRIMARY KEY NOT NULL,
	`contents` text NOT NULL,
	`deleted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deleted_work_logs_deleted_at` ON `deleted_work_logs` (`deleted_at`);--> statement-breakpoint
CREATE TABLE `hardware_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_log_id` integer NOT NULL,
	`item_name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price_pence` integer NOT NULL,
	`vat_included` integer NOT NULL,
	`vat_rate_hundredths` integer NOT NULL,
	`tax_code` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`work_log_id`) REFERENCES `work_logs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hardware_items_quantity" CHECK("hardware_items"."quantity" between 1 and 100000),
	CONSTRAINT "hardware_items_unit_price" CHECK("hardware_items"."unit_price_pence" >= 0),
	CONSTRAINT "hardware_items_vat_rate" CHECK("hardware_items"."vat_rate_hundredths" between 0 and 10000),
	CONSTRAINT "hardware_items_tax_code" CHECK("hardware_items"."tax_code" in ('OUTPUT2', 'OUTPUT', 'ZERORATED', 'EXEMPTINPUT'))
);
--> statement-breakpoint
CREATE INDEX `hardware_items_work_log` ON `hardware_items` (`work_log_id`,`id`);--> statement-breakpoint
CREATE TABLE `one_time_keys` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `one_time_keys_created_at` ON `one_time_keys` (`created_at`);--> statement-breakpoint
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
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `work_log_totals` (
	`client_id` integer NOT NULL,
	`unit` text NOT NULL,
	`period` text NOT NULL,
	`is_invoiced` integer NOT NULL,
	`logs` integer NOT NULL,
	`minutes` integer NOT NULL,
	`total_pence` integer NOT NULL,
	`billable_pence` integer NOT NULL,
	PRIMARY KEY(`client_id`, `unit`, `period`, `is_invoiced`)
) WITHOUT ROWID;
--> statement-breakpoint
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
	`day` text NOT NULL,
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
--> statement-breakpoint
CREATE TRIGGER `work_log_totals_insert` AFTER INSERT ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`)
	SELECT scope.client_id, scope.unit, scope.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, new.day AS period
		UNION ALL SELECT 0, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT new.client_id, 'day', new.day
		UNION ALL SELECT new.client_id, 'month', substr(new.day, 1, 7)
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence;
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_totals_delete` AFTER DELETE ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`)
	SELECT scope.client_id, scope.unit, scope.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, old.day AS period
		UNION ALL SELECT 0, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT old.client_id, 'day', old.day
		UNION ALL SELECT old.client_id, 'month', substr(old.day, 1, 7)
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence;
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_totals_update` AFTER UPDATE OF `client_id`, `day`, `is_invoiced`, `duration`, `total_pence`, `billable` ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`)
	SELECT scope.client_id, scope.unit, scope.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, old.day AS period
		UNION ALL SELECT 0, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT old.client_id, 'day', old.day
		UNION ALL SELECT old.client_id, 'month', substr(old.day, 1, 7)
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence;
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`)
	SELECT scope.client_id, scope.unit, scope.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, new.day AS period
		UNION ALL SELECT 0, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT new.client_id, 'day', new.day
		UNION ALL SELECT new.client_id, 'month', substr(new.day, 1, 7)
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence;
END;
