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
	`vat_pence` integer DEFAULT 0 NOT NULL,
	`billable_vat_pence` integer DEFAULT 0 NOT NULL,
	`hardware_pence` integer DEFAULT 0 NOT NULL,
	`billable_minutes` integer NOT NULL,
	`billable_logs` integer NOT NULL,
	PRIMARY KEY(`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `clients` ADD `notes` text;--> statement-breakpoint
ALTER TABLE `work_log_totals` ADD `vat_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_log_totals` ADD `billable_vat_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_log_totals` ADD `hardware_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_type_totals` ADD `vat_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_type_totals` ADD `billable_vat_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_type_totals` ADD `hardware_pence` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Written by hand.
-- As before, with the VAT and the hardware in the sums. The reports (app/reports/sums.server.ts) rely on them.
DROP TRIGGER `work_log_totals_insert`;
--> statement-breakpoint
DROP TRIGGER `work_log_totals_delete`;
--> statement-breakpoint
DROP TRIGGER `work_log_totals_update`;
--> statement-breakpoint
CREATE TRIGGER `work_log_totals_insert` AFTER INSERT ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable, new.included_vat_pence, iif(new.billable, new.included_vat_pence, 0), iif(new.billable AND new.is_hardware, new.total_pence, 0)
	FROM (SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
	INSERT INTO `work_type_totals` (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT new.work_type_id, client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable, new.included_vat_pence, iif(new.billable, new.included_vat_pence, 0), iif(new.billable AND new.is_hardware, new.total_pence, 0)
	FROM (SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_totals_delete` AFTER DELETE ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable, -old.included_vat_pence, -iif(old.billable, old.included_vat_pence, 0), -iif(old.billable AND old.is_hardware, old.total_pence, 0)
	FROM (SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
	INSERT INTO `work_type_totals` (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT old.work_type_id, client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable, -old.included_vat_pence, -iif(old.billable, old.included_vat_pence, 0), -iif(old.billable AND old.is_hardware, old.total_pence, 0)
	FROM (SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_totals_update` AFTER UPDATE OF `client_id`, `work_type_id`, `day`, `is_invoiced`, `duration`, `total_pence`, `included_vat_pence`, `billable`, `is_hardware` ON `work_logs`
WHEN (old.client_id, old.work_type_id, old.day, old.is_invoiced, old.duration, old.total_pence, old.included_vat_pence, old.billable, old.is_hardware)
	IS NOT (new.client_id, new.work_type_id, new.day, new.is_invoiced, new.duration, new.total_pence, new.included_vat_pence, new.billable, new.is_hardware)
BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable, -old.included_vat_pence, -iif(old.billable, old.included_vat_pence, 0), -iif(old.billable AND old.is_hardware, old.total_pence, 0)
	FROM (SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
	INSERT INTO `work_type_totals` (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT old.work_type_id, client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable, -old.included_vat_pence, -iif(old.billable, old.included_vat_pence, 0), -iif(old.billable AND old.is_hardware, old.total_pence, 0)
	FROM (SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable, new.included_vat_pence, iif(new.billable, new.included_vat_pence, 0), iif(new.billable AND new.is_hardware, new.total_pence, 0)
	FROM (SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
	INSERT INTO `work_type_totals` (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT new.work_type_id, client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable, new.included_vat_pence, iif(new.billable, new.included_vat_pence, 0), iif(new.billable AND new.is_hardware, new.total_pence, 0)
	FROM (SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
END;
--> statement-breakpoint
-- Adds a new log to the totals of who made it, as `work_log_totals_insert` does to the others. The reports
-- (app/reports/sums.server.ts) rely on these; alignBusinessDays drops them by their names and counts anew.
CREATE TRIGGER `work_log_totals_person_insert` AFTER INSERT ON `work_logs` BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT coalesce(new.created_by, 0), type.work_type_id, client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable, new.included_vat_pence, iif(new.billable, new.included_vat_pence, 0), iif(new.billable AND new.is_hardware, new.total_pence, 0)
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
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_totals_person_delete` AFTER DELETE ON `work_logs` BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT coalesce(old.created_by, 0), type.work_type_id, client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable, -old.included_vat_pence, -iif(old.billable, old.included_vat_pence, 0), -iif(old.billable AND old.is_hardware, old.total_pence, 0)
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
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
END;
--> statement-breakpoint
-- Not when a person is deleted, which the next trigger sees to: to count every log of theirs anew would
-- hold up everybody.
CREATE TRIGGER `work_log_totals_person_update` AFTER UPDATE OF `client_id`, `work_type_id`, `day`, `is_invoiced`, `duration`, `total_pence`, `included_vat_pence`, `billable`, `is_hardware`, `created_by` ON `work_logs`
WHEN (old.client_id, old.work_type_id, old.day, old.is_invoiced, old.duration, old.total_pence, old.included_vat_pence, old.billable, old.is_hardware, old.created_by)
	IS NOT (new.client_id, new.work_type_id, new.day, new.is_invoiced, new.duration, new.total_pence, new.included_vat_pence, new.billable, new.is_hardware, new.created_by)
	AND (old.created_by IS new.created_by OR old.created_by IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = old.created_by))
BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT coalesce(old.created_by, 0), type.work_type_id, client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable, -old.included_vat_pence, -iif(old.billable, old.included_vat_pence, 0), -iif(old.billable AND old.is_hardware, old.total_pence, 0)
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
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT coalesce(new.created_by, 0), type.work_type_id, client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable, new.included_vat_pence, iif(new.billable, new.included_vat_pence, 0), iif(new.billable AND new.is_hardware, new.total_pence, 0)
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
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
END;
--> statement-breakpoint
-- The logs of a person who is deleted are nobody's from then on.
CREATE TRIGGER `person_totals_deleted` BEFORE DELETE ON `users` BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`)
	SELECT 0, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs, vat_pence, billable_vat_pence, hardware_pence
	FROM person_totals WHERE person_id = old.id
	ON CONFLICT (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence;
	DELETE FROM person_totals WHERE person_id = old.id;
END;
--> statement-breakpoint
-- The VAT and the hardware of the logs that there are; only hardware has either.
UPDATE work_log_totals AS t SET vat_pence = s.vat, billable_vat_pence = s.billable_vat, hardware_pence = s.hardware
FROM (
	SELECT iif(scope.is_own, w.client_id, 0) AS client_id, scope.unit, CASE scope.unit WHEN 'day' THEN w.day WHEN 'month' THEN substr(w.day, 1, 7) ELSE '' END AS period, w.is_invoiced,
		sum(w.included_vat_pence) AS vat, sum(iif(w.billable, w.included_vat_pence, 0)) AS billable_vat, sum(iif(w.billable, w.total_pence, 0)) AS hardware
	FROM work_logs w, (
		SELECT 0 AS is_own, 'day' AS unit UNION ALL SELECT 0, 'month' UNION ALL SELECT 0, 'ever'
		UNION ALL SELECT 1, 'day' UNION ALL SELECT 1, 'month' UNION ALL SELECT 1, 'ever'
	) AS scope
	WHERE w.is_hardware GROUP BY 1, 2, 3, 4
) AS s
WHERE t.client_id = s.client_id AND t.unit = s.unit AND t.period = s.period AND t.is_invoiced = s.is_invoiced;
--> statement-breakpoint
UPDATE work_type_totals AS t SET vat_pence = s.vat, billable_vat_pence = s.billable_vat, hardware_pence = s.hardware
FROM (
	SELECT w.work_type_id, iif(scope.is_own, w.client_id, 0) AS client_id, scope.unit, CASE scope.unit WHEN 'day' THEN w.day WHEN 'month' THEN substr(w.day, 1, 7) ELSE '' END AS period, w.is_invoiced,
		sum(w.included_vat_pence) AS vat, sum(iif(w.billable, w.included_vat_pence, 0)) AS billable_vat, sum(iif(w.billable, w.total_pence, 0)) AS hardware
	FROM work_logs w, (
		SELECT 0 AS is_own, 'day' AS unit UNION ALL SELECT 0, 'month' UNION ALL SELECT 0, 'ever'
		UNION ALL SELECT 1, 'day' UNION ALL SELECT 1, 'month' UNION ALL SELECT 1, 'ever'
	) AS scope
	WHERE w.is_hardware GROUP BY 1, 2, 3, 4, 5
) AS s
WHERE t.work_type_id = s.work_type_id AND t.client_id = s.client_id AND t.unit = s.unit AND t.period = s.period AND t.is_invoiced = s.is_invoiced;
--> statement-breakpoint
-- The totals of the logs that there are: of the days from the logs, and all others from those.
INSERT INTO person_totals (person_id, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs, vat_pence, billable_vat_pence, hardware_pence)
SELECT coalesce(created_by, 0), work_type_id, client_id, 'day', day, is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable), sum(included_vat_pence), sum(iif(billable, included_vat_pence, 0)), sum(iif(billable AND is_hardware, total_pence, 0))
FROM work_logs GROUP BY 1, 2, 3, 5, 6;
--> statement-breakpoint
INSERT INTO person_totals (person_id, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs, vat_pence, billable_vat_pence, hardware_pence)
SELECT person_id, work_type_id, client_id, 'month', substr(period, 1, 7), is_invoiced, sum(logs), sum(minutes), sum(total_pence), sum(billable_pence), sum(billable_minutes), sum(billable_logs), sum(vat_pence), sum(billable_vat_pence), sum(hardware_pence) FROM person_totals GROUP BY 1, 2, 3, 5, 6;
--> statement-breakpoint
INSERT INTO person_totals (person_id, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs, vat_pence, billable_vat_pence, hardware_pence)
SELECT person_id, 0, client_id, unit, period, is_invoiced, sum(logs), sum(minutes), sum(total_pence), sum(billable_pence), sum(billable_minutes), sum(billable_logs), sum(vat_pence), sum(billable_vat_pence), sum(hardware_pence) FROM person_totals GROUP BY 1, 3, 4, 5, 6;
--> statement-breakpoint
INSERT INTO person_totals (person_id, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs, vat_pence, billable_vat_pence, hardware_pence)
SELECT person_id, work_type_id, 0, unit, period, is_invoiced, sum(logs), sum(minutes), sum(total_pence), sum(billable_pence), sum(billable_minutes), sum(billable_logs), sum(vat_pence), sum(billable_vat_pence), sum(hardware_pence) FROM person_totals GROUP BY 1, 2, 4, 5, 6;
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
