CREATE TABLE `person_totals` (
	`person_id` integer NOT NULL,
	`work_type_id` integer NOT NULL,
	`client_id` integer NOT NULL,
	`unit` text NOT NULL,
	`period` text NOT NULL,
	`is_invoiced` integer NOT NULL,
	`logs` integer NOT NULL,
	`minutes` integer NOT NULL,
	`total_pence` integer NOT NULL,
	`billable_pence` integer NOT NULL,
	`billable_minutes` integer NOT NULL,
	`billable_logs` integer NOT NULL,
	PRIMARY KEY(`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`)
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `work_logs_included_vat`;--> statement-breakpoint
CREATE INDEX `work_logs_included_vat` ON `work_logs` (`day`,`client_id`,`work_type_id`,`is_invoiced`,`billable`,`created_by`,`included_vat_pence`) WHERE included_vat_pence > 0;--> statement-breakpoint
ALTER TABLE `clients` ADD `notes` text;
--> statement-breakpoint
-- Written by hand.
-- Adds a new log to the totals of who made it, as `work_log_totals_insert` does to the others. The reports
-- (app/reports/sums.server.ts) rely on these; alignBusinessDays drops them by their names and counts anew.
CREATE TRIGGER `work_log_totals_person_insert` AFTER INSERT ON `work_logs` BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT coalesce(new.created_by, 0), type.work_type_id, client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable
	FROM (SELECT 0 AS work_type_id UNION ALL SELECT new.work_type_id) AS type,
		(SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7)) AS time
	WHERE true
	ON CONFLICT (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_totals_person_delete` AFTER DELETE ON `work_logs` BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT coalesce(old.created_by, 0), type.work_type_id, client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable
	FROM (SELECT 0 AS work_type_id UNION ALL SELECT old.work_type_id) AS type,
		(SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7)) AS time
	WHERE true
	ON CONFLICT (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
END;
--> statement-breakpoint
-- Not when a person is deleted, which the next trigger sees to: to count every log of theirs anew would
-- hold up everybody.
CREATE TRIGGER `work_log_totals_person_update` AFTER UPDATE OF `client_id`, `work_type_id`, `day`, `is_invoiced`, `duration`, `total_pence`, `billable`, `created_by` ON `work_logs`
WHEN (old.client_id, old.work_type_id, old.day, old.is_invoiced, old.duration, old.total_pence, old.billable, old.created_by)
	IS NOT (new.client_id, new.work_type_id, new.day, new.is_invoiced, new.duration, new.total_pence, new.billable, new.created_by)
	AND (old.created_by IS new.created_by OR old.created_by IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = old.created_by))
BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT coalesce(old.created_by, 0), type.work_type_id, client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable
	FROM (SELECT 0 AS work_type_id UNION ALL SELECT old.work_type_id) AS type,
		(SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7)) AS time
	WHERE true
	ON CONFLICT (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT coalesce(new.created_by, 0), type.work_type_id, client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable
	FROM (SELECT 0 AS work_type_id UNION ALL SELECT new.work_type_id) AS type,
		(SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7)) AS time
	WHERE true
	ON CONFLICT (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
END;
--> statement-breakpoint
-- The logs of a person who is deleted are nobody's from then on.
CREATE TRIGGER `person_totals_deleted` BEFORE DELETE ON `users` BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT 0, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs
	FROM person_totals WHERE person_id = old.id
	ON CONFLICT (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
	DELETE FROM person_totals WHERE person_id = old.id;
END;
--> statement-breakpoint
-- The totals of the logs that there are: of the days from the logs, and all others from those.
INSERT INTO person_totals (person_id, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT coalesce(created_by, 0), work_type_id, client_id, 'day', day, is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable)
FROM work_logs GROUP BY 1, 2, 3, 5, 6;
--> statement-breakpoint
INSERT INTO person_totals (person_id, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT person_id, work_type_id, client_id, 'month', substr(period, 1, 7), is_invoiced, sum(logs), sum(minutes), sum(total_pence), sum(billable_pence), sum(billable_minutes), sum(billable_logs) FROM person_totals GROUP BY 1, 2, 3, 5, 6;
--> statement-breakpoint
INSERT INTO person_totals (person_id, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT person_id, 0, client_id, unit, period, is_invoiced, sum(logs), sum(minutes), sum(total_pence), sum(billable_pence), sum(billable_minutes), sum(billable_logs) FROM person_totals GROUP BY 1, 3, 4, 5, 6;
--> statement-breakpoint
INSERT INTO person_totals (person_id, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT person_id, work_type_id, 0, unit, period, is_invoiced, sum(logs), sum(minutes), sum(total_pence), sum(billable_pence), sum(billable_minutes), sum(billable_logs) FROM person_totals GROUP BY 1, 2, 4, 5, 6;
--> statement-breakpoint
DROP TRIGGER `clients_version`;
--> statement-breakpoint
CREATE TRIGGER `clients_version` AFTER UPDATE ON `clients`
WHEN (
		old.name, old.email, old.contact_person, old.standard_rate_pence, old.premium_rate_pence,
		old.discounted_rate_pence, old.is_active, old.billing_step, old.billing_rounding, old.billing_per,
		old.invoice_per, old.po_number, old.notes
	) IS NOT (
		new.name, new.email, new.contact_person, new.standard_rate_pence, new.premium_rate_pence,
		new.discounted_rate_pence, new.is_active, new.billing_step, new.billing_rounding, new.billing_per,
		new.invoice_per, new.po_number, new.notes
	)
BEGIN
	UPDATE clients SET version = version + 1 WHERE id = new.id;
END;
