ALTER TABLE `clients` ADD `show_times` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `timers` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `timers` ADD `paused_milliseconds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_logs` ADD `started_at` integer;--> statement-breakpoint
ALTER TABLE `work_logs` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `work_logs_ended` ON `work_logs` (`created_by`,`ended_at`) WHERE ended_at is not null;--> statement-breakpoint
DROP TRIGGER `clients_version`;
--> statement-breakpoint
CREATE TRIGGER `clients_version` AFTER UPDATE ON `clients`
WHEN (
		old.name, old.email, old.contact_person, old.standard_rate_pence, old.premium_rate_pence,
		old.discounted_rate_pence, old.is_active, old.billing_step, old.billing_rounding, old.billing_per,
		old.invoice_per, old.vat_treatment, old.invoice_date, old.due_in, old.lines, old.smallest_minutes,
		old.line_text, old.po_number, old.reference, old.notes,
		old.show_times
	) IS NOT (
		new.name, new.email, new.contact_person, new.standard_rate_pence, new.premium_rate_pence,
		new.discounted_rate_pence, new.is_active, new.billing_step, new.billing_rounding, new.billing_per,
		new.invoice_per, new.vat_treatment, new.invoice_date, new.due_in, new.lines, new.smallest_minutes,
		new.line_text, new.po_number, new.reference, new.notes,
		new.show_times
	)
BEGIN
	UPDATE clients SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
DROP TRIGGER `timers_version`;
--> statement-breakpoint
CREATE TRIGGER `timers_version` AFTER UPDATE ON `timers`
WHEN (old.client_id, old.work_type_id, old.job_id, old.description, old.stopped_at,
	old.started_at, old.paused_at)
	IS NOT (new.client_id, new.work_type_id, new.job_id, new.description, new.stopped_at,
	new.started_at, new.paused_at)
BEGIN
	UPDATE timers SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
DROP TRIGGER `work_logs_version`;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version` AFTER UPDATE ON `work_logs`
WHEN (
		old.client_id, old.work_type_id, old.job_id, old.started_at, old.ended_at, old.is_hardware, old.duration, old.description,
		old.hourly_rate_pence, old.has_own_rate, old.total_pence, old.billable, old.date, old.day,
		old.is_invoiced, old.xero_invoice_id, old.xero_invoice_number
	) IS NOT (
		new.client_id, new.work_type_id, new.job_id, new.started_at, new.ended_at, new.is_hardware, new.duration, new.description,
		new.hourly_rate_pence, new.has_own_rate, new.total_pence, new.billable, new.date, new.day,
		new.is_invoiced, new.xero_invoice_id, new.xero_invoice_number
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.id;
END;
