CREATE TABLE `approved_emails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "approved_emails_email_case" CHECK("approved_emails"."email" = lower("approved_emails"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approved_emails_email` ON `approved_emails` (`email`);--> statement-breakpoint
CREATE TABLE `client_contacts` (
	`client_id` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`contact_name` text NOT NULL,
	`linked_at` integer NOT NULL,
	PRIMARY KEY(`client_id`, `tenant_id`),
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`contact_person` text,
	`standard_rate_pence` integer NOT NULL,
	`premium_rate_pence` integer NOT NULL,
	`discounted_rate_pence` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
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
CREATE TABLE `invoice_logs` (
	`invoice_id` integer NOT NULL,
	`work_log_id` integer NOT NULL,
	`is_live` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`invoice_id`, `work_log_id`),
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_log_id`) REFERENCES `work_logs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invoice_logs_work_log` ON `invoice_logs` (`work_log_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_logs_live` ON `invoice_logs` (`work_log_id`) WHERE "invoice_logs"."is_live";--> statement-breakpoint
CREATE TABLE `invoice_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`tenant_id` text NOT NULL,
	`status` text NOT NULL,
	`resume_at` integer,
	`message` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "invoice_runs_status" CHECK("invoice_runs"."status" in ('running', 'paused', 'stuck', 'done'))
);
--> statement-breakpoint
CREATE INDEX `invoice_runs_status` ON `invoice_runs` (`status`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`client_id` integer NOT NULL,
	`month` text NOT NULL,
	`state` text NOT NULL,
	`reference` text NOT NULL,
	`send_key` text,
	`sent_at` integer,
	`contents` text NOT NULL,
	`total_minutes` integer NOT NULL,
	`total_pence` integer NOT NULL,
	`work_type_name` text,
	`xero_invoice_id` text,
	`xero_invoice_number` text,
	`status` text,
	`message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `invoice_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_state" CHECK("invoices"."state" in ('claimed', 'sending', 'created', 'failed', 'released')),
	CONSTRAINT "invoices_status" CHECK("invoices"."status" in ('draft', 'ready', 'sent', 'paid', 'deleted', 'voided', 'unknown')),
	CONSTRAINT "invoices_month" CHECK("invoices"."month" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "invoices_created" CHECK("invoices"."state" <> 'created' or "invoices"."xero_invoice_id" is not null),
	CONSTRAINT "invoices_sending" CHECK("invoices"."state" <> 'sending' or "invoices"."send_key" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_reference` ON `invoices` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_xero` ON `invoices` (`tenant_id`,`xero_invoice_id`);--> statement-breakpoint
CREATE INDEX `invoices_run` ON `invoices` (`run_id`);--> statement-breakpoint
CREATE INDEX `invoices_state` ON `invoices` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_client` ON `invoices` (`client_id`);--> statement-breakpoint
CREATE INDEX `invoices_send_key` ON `invoices` (`send_key`);--> statement-breakpoint
CREATE INDEX `invoices_ended` ON `invoices` (`id`) WHERE "invoices"."state" = 'created' and "invoices"."status" in ('deleted', 'voided');--> statement-breakpoint
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
CREATE TABLE `pending_work_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`todoist_task_id` text NOT NULL,
	`completed_at` integer NOT NULL,
	`task_name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`project_id` text,
	`project_name` text,
	`labels` text DEFAULT '[]' NOT NULL,
	`duration` integer,
	`client_id` integer,
	`work_type_id` integer,
	`is_client_suggested` integer DEFAULT false NOT NULL,
	`is_work_type_suggested` integer DEFAULT false NOT NULL,
	`billable` integer DEFAULT true NOT NULL,
	`estimated_hourly_rate_pence` integer NOT NULL,
	`status` text DEFAULT 'pending_review' NOT NULL,
	`work_log_id` integer,
	`metadata` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_type_id`) REFERENCES `work_types`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_log_id`) REFERENCES `work_logs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pending_work_logs_status" CHECK("pending_work_logs"."status" in ('pending_review', 'confirmed', 'converted', 'rejected', 'archived')),
	CONSTRAINT "pending_work_logs_work_log" CHECK(("pending_work_logs"."status" in ('confirmed', 'converted')) = ("pending_work_logs"."work_log_id" is not null)),
	CONSTRAINT "pending_work_logs_duration" CHECK("pending_work_logs"."duration" is null or "pending_work_logs"."duration" between 1 and 6000),
	CONSTRAINT "pending_work_logs_rate" CHECK("pending_work_logs"."estimated_hourly_rate_pence" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_work_logs_completion` ON `pending_work_logs` (`todoist_task_id`,`completed_at`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_completed` ON `pending_work_logs` (`completed_at`,`id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_status_completed` ON `pending_work_logs` (`status`,`completed_at`,`id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_client_completed` ON `pending_work_logs` (`client_id`,`completed_at`,`id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_client_status_completed` ON `pending_work_logs` (`client_id`,`status`,`completed_at`,`id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_project` ON `pending_work_logs` (`project_id`,`work_log_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pending_work_logs_work_log` ON `pending_work_logs` (`work_log_id`);--> statement-breakpoint
CREATE INDEX `pending_work_logs_work_type` ON `pending_work_logs` (`work_type_id`);--> statement-breakpoint
CREATE TABLE `rewrite_batches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`subject` text NOT NULL,
	`back` text NOT NULL,
	`status` text NOT NULL,
	`stopped_by` text,
	`started_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "rewrite_batches_subject" CHECK("rewrite_batches"."subject" in ('work_log', 'pending_work_log')),
	CONSTRAINT "rewrite_batches_status" CHECK("rewrite_batches"."status" in ('running', 'stopped', 'done'))
);
--> statement-breakpoint
CREATE INDEX `rewrite_batches_started_at` ON `rewrite_batches` (`started_at`);--> statement-breakpoint
CREATE TABLE `rewrites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`batch_id` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`before` text NOT NULL,
	`after` text,
	`error` text,
	`decision` text,
	FOREIGN KEY (`batch_id`) REFERENCES `rewrite_batches`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "rewrites_decision" CHECK("rewrites"."decision" in ('accepted', 'kept')),
	CONSTRAINT "rewrites_accepted" CHECK("rewrites"."decision" <> 'accepted' or "rewrites"."after" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rewrites_subject` ON `rewrites` (`batch_id`,`subject_id`);--> statement-breakpoint
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
CREATE TABLE `todoist_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	`status` text NOT NULL,
	`tasks_processed` integer DEFAULT 0 NOT NULL,
	`new_pending_logs` integer DEFAULT 0 NOT NULL,
	`skipped_duplicates` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`note` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "todoist_imports_status" CHECK("todoist_imports"."status" in ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`profile_image_url` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_email_case" CHECK("users"."email" = lower("users"."email"))
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
	`billable_minutes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`client_id`, `unit`, `period`, `is_invoiced`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `work_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` integer NOT NULL,
	`work_type_id` integer NOT NULL,
	`is_hardware` integer DEFAULT false NOT NULL,
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
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_type_id`) REFERENCES `work_types`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "work_logs_day" CHECK("work_logs"."day" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "work_logs_flags" CHECK("work_logs"."is_invoiced" in (0, 1) and "work_logs"."billable" in (0, 1)),
	CONSTRAINT "work_logs_duration" CHECK("work_logs"."duration" between 0 and 6000),
	CONSTRAINT "work_logs_money" CHECK("work_logs"."hourly_rate_pence" >= 0 and "work_logs"."total_pence" >= 0)
);
--> statement-breakpoint
CREATE INDEX `work_logs_date` ON `work_logs` (`date`,`id`);--> statement-breakpoint
CREATE INDEX `work_logs_client_date` ON `work_logs` (`client_id`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `work_logs_invoiced_date` ON `work_logs` (`is_invoiced`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `work_logs_client_invoiced_date` ON `work_logs` (`client_id`,`is_invoiced`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `work_logs_unbilled` ON `work_logs` (`client_id`,`date`) WHERE is_invoiced = 0 and billable = 1;--> statement-breakpoint
CREATE INDEX `work_logs_work_type` ON `work_logs` (`work_type_id`);--> statement-breakpoint
CREATE TABLE `work_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`hourly_rate_pence` integer NOT NULL,
	`description` text,
	`is_hardware` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "work_types_rate" CHECK("work_types"."hourly_rate_pence" >= 0)
);
--> statement-breakpoint
CREATE INDEX `work_types_name` ON `work_types` ("name" collate nocase,`id`);--> statement-breakpoint
CREATE TABLE `xero_connections` (
	`id` integer PRIMARY KEY NOT NULL,
	`access_token` text NOT NULL,
	`refresh_token` text NOT NULL,
	`access_expires_at` integer NOT NULL,
	`tenant_id` text,
	`ended_at` integer,
	`connected_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `xero_organisations`(`tenant_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "xero_connections_one" CHECK("xero_connections"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `xero_organisations` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`connection_id` text,
	`name` text NOT NULL,
	`short_code` text,
	`currency` text DEFAULT 'GBP' NOT NULL,
	`is_vat_registered` integer DEFAULT false NOT NULL,
	`tax_rates` text DEFAULT '[]' NOT NULL,
	`accounts` text DEFAULT '[]' NOT NULL,
	`payment_terms` text DEFAULT 'null' NOT NULL,
	`account_code` text,
	`time_tax_code` text,
	`read_at` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
-- The import (keepBatch) inserts without a status and relies on the default; this enforces it.
CREATE TRIGGER `pending_work_logs_start` BEFORE INSERT ON `pending_work_logs`
WHEN new.status <> 'pending_review'
BEGIN
	SELECT raise(abort, 'a pending work log starts in review');
END;
--> statement-breakpoint
-- The callers of moveTo, confirmPendingLog and restoreWorkLog check first and refuse with a sentence;
-- this enforces it.
CREATE TRIGGER `pending_work_logs_states` BEFORE UPDATE OF status ON `pending_work_logs`
WHEN old.status <> new.status AND old.status || ' ' || new.status NOT IN (
	'pending_review confirmed', 'pending_review rejected', 'pending_review archived',
	'rejected pending_review', 'archived pending_review',
	'confirmed converted', 'confirmed pending_review', 'converted confirmed'
)
BEGIN
	SELECT raise(abort, 'a pending work log cannot go from this state to that one');
END;
--> statement-breakpoint
-- updatePendingLog changes only an entry from getOpenPendingLog; this enforces it.
CREATE TRIGGER `pending_work_logs_locked`
BEFORE UPDATE OF task_name, description, duration, client_id, work_type_id, billable, estimated_hourly_rate_pence
ON `pending_work_logs`
WHEN old.status <> 'pending_review'
BEGIN
	SELECT raise(abort, 'only a pending work log in review can be changed');
END;
--> statement-breakpoint
-- An entry is converted when its log is invoiced, and confirmed again when the log is released. The
-- code that invoices (app/invoices) knows no pending work logs and relies on this.
CREATE TRIGGER `pending_work_logs_invoiced` AFTER UPDATE OF is_invoiced ON `work_logs`
WHEN old.is_invoiced <> new.is_invoiced
BEGIN
	UPDATE pending_work_logs SET status = iif(new.is_invoiced, 'converted', 'confirmed'), updated_at = new.updated_at
	WHERE work_log_id = new.id;
END;
--> statement-breakpoint
-- deleteWorkLog relies on this to put the log's entry back into review.
CREATE TRIGGER `pending_work_logs_log_deleted` BEFORE DELETE ON `work_logs`
BEGIN
	UPDATE pending_work_logs SET status = 'pending_review', work_log_id = NULL WHERE work_log_id = old.id;
END;
--> statement-breakpoint
-- Adds a new log to the totals, whoever writes it: no code that writes logs counts anything.
-- summariseWorkLogs, loadStatistics and listReadyToInvoice read the totals and rely on this.
CREATE TRIGGER `work_log_totals_insert` AFTER INSERT ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
	SELECT scope.client_id, scope.unit, scope.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, new.day AS period
		UNION ALL SELECT 0, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT 0, 'ever', ''
		UNION ALL SELECT new.client_id, 'day', new.day
		UNION ALL SELECT new.client_id, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT new.client_id, 'ever', ''
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes;
END;
--> statement-breakpoint
-- Takes a deleted log out of the totals; the same readers rely on this, and so does deleteWorkLog.
CREATE TRIGGER `work_log_totals_delete` AFTER DELETE ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
	SELECT scope.client_id, scope.unit, scope.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, old.day AS period
		UNION ALL SELECT 0, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT 0, 'ever', ''
		UNION ALL SELECT old.client_id, 'day', old.day
		UNION ALL SELECT old.client_id, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT old.client_id, 'ever', ''
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes;
END;
--> statement-breakpoint
-- Takes a changed log out of the totals as it was, and adds it as it is. The same readers rely on
-- this; alignBusinessDays drops these triggers while it changes every log, and counts anew.
CREATE TRIGGER `work_log_totals_update` AFTER UPDATE OF `client_id`, `day`, `is_invoiced`, `duration`, `total_pence`, `billable` ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
	SELECT scope.client_id, scope.unit, scope.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, old.day AS period
		UNION ALL SELECT 0, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT 0, 'ever', ''
		UNION ALL SELECT old.client_id, 'day', old.day
		UNION ALL SELECT old.client_id, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT old.client_id, 'ever', ''
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes;
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
	SELECT scope.client_id, scope.unit, scope.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, new.day AS period
		UNION ALL SELECT 0, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT 0, 'ever', ''
		UNION ALL SELECT new.client_id, 'day', new.day
		UNION ALL SELECT new.client_id, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT new.client_id, 'ever', ''
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes;
END;
--> statement-breakpoint
-- claimInvoices inserts every invoice as claimed; this enforces it.
CREATE TRIGGER `invoices_start` BEFORE INSERT ON `invoices`
WHEN new.state <> 'claimed'
BEGIN
	SELECT raise(abort, 'an invoice starts as a claim');
END;
--> statement-breakpoint
-- Each step in app/invoices/runs updates only invoices in the state that it starts from; this
-- enforces the order of the steps.
CREATE TRIGGER `invoices_states` BEFORE UPDATE OF state ON `invoices`
WHEN old.state <> new.state AND old.state || ' ' || new.state NOT IN (
	'claimed sending', 'claimed failed', 'sending claimed', 'sending created', 'sending failed', 'created released'
)
BEGIN
	SELECT raise(abort, 'an invoice cannot go from this state to that one');
END;
--> statement-breakpoint
-- markCreated, markFailed, markRefused and releaseInvoice set only the state, and rely on this to
-- mark the logs as invoiced or to free them.
CREATE TRIGGER `invoices_settled` AFTER UPDATE OF state ON `invoices`
WHEN old.state <> new.state
BEGIN
	UPDATE work_logs SET is_invoiced = 1, xero_invoice_id = new.xero_invoice_id,
		xero_invoice_number = new.xero_invoice_number, updated_at = new.updated_at
	WHERE new.state = 'created'
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
	UPDATE work_logs SET is_invoiced = 0, xero_invoice_id = NULL, xero_invoice_number = NULL,
		updated_at = new.updated_at
	WHERE new.state = 'released'
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
	UPDATE invoice_logs SET is_live = 0
	WHERE new.state IN ('failed', 'released') AND invoice_id = new.id;
END;
--> statement-breakpoint
-- The backfill writes a number to the invoice only, and relies on this to copy it to its logs.
CREATE TRIGGER `invoices_numbered` AFTER UPDATE OF xero_invoice_number ON `invoices`
WHEN new.state = 'created' AND old.state = 'created'
BEGIN
	UPDATE work_logs SET xero_invoice_number = new.xero_invoice_number, updated_at = new.updated_at
	WHERE id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
END;
--> statement-breakpoint
-- getOpenWorkLog refuses a log on an invoice with a sentence; this enforces it for every writer.
CREATE TRIGGER `work_logs_claimed`
BEFORE UPDATE OF client_id, work_type_id, duration, description, hourly_rate_pence, total_pence, billable, date
ON `work_logs`
WHEN EXISTS (SELECT 1 FROM invoice_logs WHERE work_log_id = old.id AND is_live)
BEGIN
	SELECT raise(abort, 'a work log on an invoice cannot be changed');
END;
--> statement-breakpoint
-- deleteWorkLog asks getOpenWorkLog first; this enforces it.
CREATE TRIGGER `work_logs_claimed_deleted` BEFORE DELETE ON `work_logs`
WHEN EXISTS (SELECT 1 FROM invoice_logs WHERE work_log_id = old.id AND is_live)
BEGIN
	SELECT raise(abort, 'a work log on an invoice cannot be deleted');
END;
--> statement-breakpoint
-- Raises the version with every change; no code does. saveEditedClient (two edits at once) and the
-- API's If-Match (api.one-client.ts) rely on this.
CREATE TRIGGER `clients_version` AFTER UPDATE ON `clients`
WHEN (
		old.name, old.email, old.contact_person, old.standard_rate_pence, old.premium_rate_pence,
		old.discounted_rate_pence, old.is_active
	) IS NOT (
		new.name, new.email, new.contact_person, new.standard_rate_pence, new.premium_rate_pence,
		new.discounted_rate_pence, new.is_active
	)
BEGIN
	UPDATE clients SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
-- As for clients: saveEditedType and the API's If-Match (api.work-type.ts) rely on this.
CREATE TRIGGER `work_types_version` AFTER UPDATE ON `work_types`
WHEN (
		old.name, old.hourly_rate_pence, old.description, old.is_hardware, old.is_active
	) IS NOT (
		new.name, new.hourly_rate_pence, new.description, new.is_hardware, new.is_active
	)
BEGIN
	UPDATE work_types SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
-- As for clients: saveEditedLog and the API's If-Match (api.work-log.ts) rely on this.
CREATE TRIGGER `work_logs_version` AFTER UPDATE ON `work_logs`
WHEN (
		old.client_id, old.work_type_id, old.is_hardware, old.duration, old.description,
		old.hourly_rate_pence, old.total_pence, old.billable, old.date, old.day, old.is_invoiced,
		old.xero_invoice_id, old.xero_invoice_number
	) IS NOT (
		new.client_id, new.work_type_id, new.is_hardware, new.duration, new.description,
		new.hourly_rate_pence, new.total_pence, new.billable, new.date, new.day, new.is_invoiced,
		new.xero_invoice_id, new.xero_invoice_number
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
-- As for clients: saveEditedEntry and the API's If-Match (api.pending-work-log.ts, api.confirm.ts,
-- api.archive.ts) rely on this.
CREATE TRIGGER `pending_work_logs_version` AFTER UPDATE ON `pending_work_logs`
WHEN (
		old.todoist_task_id, old.completed_at, old.task_name, old.description, old.project_id,
		old.project_name, old.labels, old.duration, old.client_id, old.work_type_id,
		old.is_client_suggested, old.is_work_type_suggested, old.billable,
		old.estimated_hourly_rate_pence, old.status, old.work_log_id, old.metadata
	) IS NOT (
		new.todoist_task_id, new.completed_at, new.task_name, new.description, new.project_id,
		new.project_name, new.labels, new.duration, new.client_id, new.work_type_id,
		new.is_client_suggested, new.is_work_type_suggested, new.billable,
		new.estimated_hourly_rate_pence, new.status, new.work_log_id, new.metadata
	)
BEGIN
	UPDATE pending_work_logs SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
-- A new item raises its log's version, since items have none. saveEditedLog and the API's If-Match
-- for items (api.hardware-items.ts) rely on this.
CREATE TRIGGER `work_logs_version_item_added` AFTER INSERT ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
--> statement-breakpoint
-- The same for a changed item: saveEditedLog and If-Match (api.hardware-item.ts) rely on this.
CREATE TRIGGER `work_logs_version_item_changed` AFTER UPDATE ON `hardware_items`
WHEN (
		old.work_log_id, old.item_name, old.description, old.quantity, old.unit_price_pence,
		old.vat_included, old.vat_rate_hundredths, old.tax_code
	) IS NOT (
		new.work_log_id, new.item_name, new.description, new.quantity, new.unit_price_pence,
		new.vat_included, new.vat_rate_hundredths, new.tax_code
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
--> statement-breakpoint
-- The same for a removed item: saveEditedLog and If-Match (api.hardware-item.ts) rely on this.
CREATE TRIGGER `work_logs_version_item_removed` AFTER DELETE ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = old.work_log_id;
END;
