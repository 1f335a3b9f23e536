ALTER TABLE `work_log_totals` ADD `billable_minutes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `work_logs_unbilled` ON `work_logs` (`client_id`,`date`) WHERE is_invoiced = 0 and billable = 1;--> statement-breakpoint
DROP TRIGGER `work_log_totals_insert`;--> statement-breakpoint
DROP TRIGGER `work_log_totals_delete`;--> statement-breakpoint
DROP TRIGGER `work_log_totals_update`;--> statement-breakpoint
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
DELETE FROM `work_log_totals`;--> statement-breakpoint
INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
SELECT 0, 'day', day, is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0))
FROM `work_logs` GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
SELECT 0, 'month', substr(day, 1, 7), is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0))
FROM `work_logs` GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
SELECT 0, 'ever', '', is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0))
FROM `work_logs` GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
SELECT client_id, 'day', day, is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0))
FROM `work_logs` GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
SELECT client_id, 'month', substr(day, 1, 7), is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0))
FROM `work_logs` GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
SELECT client_id, 'ever', '', is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0))
FROM `work_logs` GROUP BY 1, 3, 4;
