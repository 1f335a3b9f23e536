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
CREATE TABLE `invoice_logs` (
	`invoice_id` integer NOT NULL,
	`work_log_id` integer NOT NULL,
	`is_live` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`invoice_id`, `work_log_id`),
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	CONSTRAINT "invoices_created" CHECK("invoices"."state" <> 'created' or "invoices"."xero_invoice_id" is not null),
	CONSTRAINT "invoices_sending" CHECK("invoices"."state" <> 'sending' or "invoices"."send_key" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_reference` ON `invoices` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_xero` ON `invoices` (`tenant_id`,`xero_invoice_id`);--> statement-breakpoint
CREATE INDEX `invoices_run` ON `invoices` (`run_id`);--> statement-breakpoint
CREATE INDEX `invoices_state` ON `invoices` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_client` ON `invoices` (`client_id`);--> statement-breakpoint
CREATE INDEX `invoices_ended` ON `invoices` (`id`) WHERE "invoices"."state" = 'created' and "invoices"."status" in ('deleted', 'voided');--> statement-breakpoint
CREATE TABLE `xero_connections` (
	`id` integer PRIMARY KEY NOT NULL,
	`access_token` text NOT NULL,
	`refresh_token` text NOT NULL,
	`access_expires_at` integer NOT NULL,
	`tenant_id` text,
	`ended_at` integer,
	`connected_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
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
CREATE TRIGGER `invoices_start` BEFORE INSERT ON `invoices`
WHEN new.state <> 'claimed'
BEGIN
	SELECT raise(abort, 'an invoice starts as a claim');
END;
--> statement-breakpoint
CREATE TRIGGER `invoices_states` BEFORE UPDATE OF state ON `invoices`
WHEN old.state <> new.state AND old.state || ' ' || new.state NOT IN (
	'claimed sending', 'claimed failed', 'sending claimed', 'sending created', 'sending failed', 'created released'
)
BEGIN
	SELECT raise(abort, 'an invoice cannot go from this state to that one');
END;
--> statement-breakpoint
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
CREATE TRIGGER `invoices_numbered` AFTER UPDATE OF xero_invoice_number ON `invoices`
WHEN new.state = 'created' AND old.state = 'created'
BEGIN
	UPDATE work_logs SET xero_invoice_number = new.xero_invoice_number, updated_at = new.updated_at
	WHERE id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_claimed`
BEFORE UPDATE OF client_id, work_type_id, duration, description, hourly_rate_pence, total_pence, billable, date
ON `work_logs`
WHEN EXISTS (SELECT 1 FROM invoice_logs WHERE work_log_id = old.id AND is_live)
BEGIN
	SELECT raise(abort, 'a work log on an invoice cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `work_logs_claimed_deleted` BEFORE DELETE ON `work_logs`
WHEN EXISTS (SELECT 1 FROM invoice_logs WHERE work_log_id = old.id AND is_live)
BEGIN
	SELECT raise(abort, 'a work log on an invoice cannot be deleted');
END;
