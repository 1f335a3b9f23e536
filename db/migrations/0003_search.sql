CREATE TABLE `work_log_places` (
	`place` integer PRIMARY KEY NOT NULL,
	`minutes` integer NOT NULL,
	`total_pence` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `work_type_totals` (
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
	PRIMARY KEY(`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`)
);
--> statement-breakpoint
ALTER TABLE `work_log_totals` ADD `billable_logs` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Written by hand.
DROP TRIGGER `work_log_totals_insert`;
--> statement-breakpoint
DROP TRIGGER `work_log_totals_delete`;
--> statement-breakpoint
DROP TRIGGER `work_log_totals_update`;
--> statement-breakpoint
-- Adds a new log to the totals, whoever writes it: no code that writes logs counts anything.
-- summariseWorkLogs, loadStatistics and listReadyToInvoice read the totals and rely on this.
CREATE TRIGGER `work_log_totals_insert` AFTER INSERT ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable
	FROM (SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
	INSERT INTO `work_type_totals` (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT new.work_type_id, client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable
	FROM (SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
END;
--> statement-breakpoint
-- Takes a deleted log out of the totals; the same readers rely on this, and so does deleteWorkLog.
CREATE TRIGGER `work_log_totals_delete` AFTER DELETE ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable
	FROM (SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
	INSERT INTO `work_type_totals` (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT old.work_type_id, client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable
	FROM (SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
END;
--> statement-breakpoint
-- Takes a changed log out of the totals as it was, and adds it as it is. The same readers rely on
-- this; alignBusinessDays drops these triggers while it changes every log, and counts anew.
CREATE TRIGGER `work_log_totals_update` AFTER UPDATE OF `client_id`, `work_type_id`, `day`, `is_invoiced`, `duration`, `total_pence`, `billable` ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable
	FROM (SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
	INSERT INTO `work_type_totals` (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT old.work_type_id, client.client_id, time.unit, time.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0), -old.billable
	FROM (SELECT 0 AS client_id UNION ALL SELECT old.client_id) AS client,
		(SELECT 'day' AS unit, old.day AS period UNION ALL SELECT 'month', substr(old.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable
	FROM (SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
	INSERT INTO `work_type_totals` (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`)
	SELECT new.work_type_id, client.client_id, time.unit, time.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0), new.billable
	FROM (SELECT 0 AS client_id UNION ALL SELECT new.client_id) AS client,
		(SELECT 'day' AS unit, new.day AS period UNION ALL SELECT 'month', substr(new.day, 1, 7) UNION ALL SELECT 'ever', '') AS time
	WHERE true
	ON CONFLICT (`work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs;
END;
--> statement-breakpoint
DELETE FROM work_log_totals;
--> statement-breakpoint
INSERT INTO work_log_totals (client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT 0, 'day', day, is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO work_type_totals (work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT work_type_id, 0, 'day', day, is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 2, 4, 5;
--> statement-breakpoint
INSERT INTO work_log_totals (client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT 0, 'month', substr(day, 1, 7), is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO work_type_totals (work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT work_type_id, 0, 'month', substr(day, 1, 7), is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 2, 4, 5;
--> statement-breakpoint
INSERT INTO work_log_totals (client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT 0, 'ever', '', is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO work_type_totals (work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT work_type_id, 0, 'ever', '', is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 2, 4, 5;
--> statement-breakpoint
INSERT INTO work_log_totals (client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT client_id, 'day', day, is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO work_type_totals (work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT work_type_id, client_id, 'day', day, is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 2, 4, 5;
--> statement-breakpoint
INSERT INTO work_log_totals (client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT client_id, 'month', substr(day, 1, 7), is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO work_type_totals (work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT work_type_id, client_id, 'month', substr(day, 1, 7), is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 2, 4, 5;
--> statement-breakpoint
INSERT INTO work_log_totals (client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT client_id, 'ever', '', is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 3, 4;
--> statement-breakpoint
INSERT INTO work_type_totals (work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs)
SELECT work_type_id, client_id, 'ever', '', is_invoiced, count(*), sum(duration), sum(total_pence), sum(iif(billable, total_pence, 0)), sum(iif(billable, duration, 0)), sum(billable) FROM work_logs GROUP BY 1, 2, 4, 5;
--> statement-breakpoint
-- The words of the descriptions, each log at its place in the list: the second of its date, then its
-- id (29 bits). Beside the words of its description a log has words of its filters, which begin with a
-- private character, so that a search for one client's printers is an intersection of two lists.
-- app/work-logs/list/search.server.ts reads it.
CREATE VIRTUAL TABLE `work_log_words` USING fts5(description, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* N*' tokenchars ''");
--> statement-breakpoint
CREATE VIRTUAL TABLE `work_log_terms` USING fts5vocab('work_log_words', 'instance');
--> statement-breakpoint
-- These keep the index of words and the sums of a search with every write to a log.
CREATE TRIGGER `work_log_words_insert` AFTER INSERT ON `work_logs` BEGIN
	SELECT raise(abort, 'the index of words has no place for such an id') WHERE new.id >= 536870912;
	INSERT INTO work_log_words (rowid, description) VALUES (
		(min(max(new.date / 1000, 0), 17179869183) << 29) | new.id,
		replace(new.description, char(57344), ' ') || ' ' || char(57344) || 'c' || new.client_id || ' ' || char(57344) || 't' || new.work_type_id || ' ' || char(57344) || 'b' || new.billable || ' ' || char(57344) || 'i' || new.is_invoiced
	);
	INSERT INTO work_log_places (place, minutes, total_pence) VALUES ((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id, new.duration, new.total_pence);
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_delete` AFTER DELETE ON `work_logs` BEGIN
	DELETE FROM work_log_words WHERE rowid = (min(max(old.date / 1000, 0), 17179869183) << 29) | old.id;
	DELETE FROM work_log_places WHERE place = (min(max(old.date / 1000, 0), 17179869183) << 29) | old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_update` AFTER UPDATE OF `date`, `description`, `client_id`, `work_type_id`, `billable`, `is_invoiced` ON `work_logs`
WHEN (old.date, old.description, old.client_id, old.work_type_id, old.billable, old.is_invoiced)
	IS NOT (new.date, new.description, new.client_id, new.work_type_id, new.billable, new.is_invoiced)
BEGIN
	DELETE FROM work_log_words WHERE rowid = (min(max(old.date / 1000, 0), 17179869183) << 29) | old.id;
	INSERT INTO work_log_words (rowid, description) VALUES (
		(min(max(new.date / 1000, 0), 17179869183) << 29) | new.id,
		replace(new.description, char(57344), ' ') || ' ' || char(57344) || 'c' || new.client_id || ' ' || char(57344) || 't' || new.work_type_id || ' ' || char(57344) || 'b' || new.billable || ' ' || char(57344) || 'i' || new.is_invoiced
	);
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_sums` AFTER UPDATE OF `date`, `duration`, `total_pence` ON `work_logs`
WHEN (old.date, old.duration, old.total_pence) IS NOT (new.date, new.duration, new.total_pence)
BEGIN
	DELETE FROM work_log_places WHERE place = (min(max(old.date / 1000, 0), 17179869183) << 29) | old.id;
	INSERT INTO work_log_places (place, minutes, total_pence) VALUES ((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id, new.duration, new.total_pence);
END;
--> statement-breakpoint
-- Oldest first: places that grow make the smallest index.
INSERT INTO work_log_words (rowid, description)
SELECT (min(max(w.date / 1000, 0), 17179869183) << 29) | w.id,
	replace(w.description, char(57344), ' ') || ' ' || char(57344) || 'c' || w.client_id || ' ' || char(57344) || 't' || w.work_type_id || ' ' || char(57344) || 'b' || w.billable || ' ' || char(57344) || 'i' || w.is_invoiced
FROM work_logs w ORDER BY w.date, w.id;
--> statement-breakpoint
INSERT INTO work_log_places (place, minutes, total_pence)
SELECT (min(max(w.date / 1000, 0), 17179869183) << 29) | w.id, w.duration, w.total_pence FROM work_logs w ORDER BY w.date, w.id;
