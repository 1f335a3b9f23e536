-- The index of words has its logs newest first, since FTS5 goes forward through a list far more quickly
-- than backward; in small pages, which it can skip; with lists for beginnings of up to five letters; and
-- without the places of words within a description, which nothing asks for. It is as large as before.
DROP TRIGGER `work_log_words_insert`;
--> statement-breakpoint
DROP TRIGGER `work_log_words_delete`;
--> statement-breakpoint
DROP TRIGGER `work_log_words_update`;
--> statement-breakpoint
DROP TRIGGER `work_log_words_sums`;
--> statement-breakpoint
DROP TABLE `work_log_terms`;
--> statement-breakpoint
DROP TABLE `work_log_words`;
--> statement-breakpoint
DELETE FROM `work_log_places`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `work_log_words` USING fts5(description, content='', contentless_delete=1, detail=none, prefix='1 2 3 4 5', tokenize="unicode61 remove_diacritics 2 categories 'L* N*' tokenchars ''");
--> statement-breakpoint
INSERT INTO `work_log_words` (`work_log_words`, rank) VALUES ('pgsz', 800);
--> statement-breakpoint
CREATE VIRTUAL TABLE `work_log_terms` USING fts5vocab('work_log_words', 'instance');
--> statement-breakpoint
CREATE TRIGGER `work_log_words_insert` AFTER INSERT ON `work_logs` BEGIN
	SELECT raise(abort, 'the index of words has no place for such an id') WHERE new.id >= 536870912;
	INSERT INTO work_log_words (rowid, description) VALUES (
		-((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id),
		replace(new.description, char(57344), ' ') || ' ' || char(57344) || 'c' || new.client_id || ' ' || char(57344) || 't' || new.work_type_id || ' ' || char(57344) || 'b' || new.billable || ' ' || char(57344) || 'i' || new.is_invoiced || coalesce(' ' || char(57344) || 'p' || new.created_by, '')
	);
	INSERT INTO work_log_places (place, minutes, total_pence) VALUES (-((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id), new.duration, new.total_pence);
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_delete` AFTER DELETE ON `work_logs` BEGIN
	DELETE FROM work_log_words WHERE rowid = -((min(max(old.date / 1000, 0), 17179869183) << 29) | old.id);
	DELETE FROM work_log_places WHERE place = -((min(max(old.date / 1000, 0), 17179869183) << 29) | old.id);
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_update` AFTER UPDATE OF `date`, `description`, `client_id`, `work_type_id`, `billable`, `is_invoiced` ON `work_logs`
WHEN (old.date, old.description, old.client_id, old.work_type_id, old.billable, old.is_invoiced)
	IS NOT (new.date, new.description, new.client_id, new.work_type_id, new.billable, new.is_invoiced)
BEGIN
	DELETE FROM work_log_words WHERE rowid = -((min(max(old.date / 1000, 0), 17179869183) << 29) | old.id);
	INSERT INTO work_log_words (rowid, description) VALUES (
		-((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id),
		replace(new.description, char(57344), ' ') || ' ' || char(57344) || 'c' || new.client_id || ' ' || char(57344) || 't' || new.work_type_id || ' ' || char(57344) || 'b' || new.billable || ' ' || char(57344) || 'i' || new.is_invoiced || coalesce(' ' || char(57344) || 'p' || new.created_by, '')
	);
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_sums` AFTER UPDATE OF `date`, `duration`, `total_pence` ON `work_logs`
WHEN (old.date, old.duration, old.total_pence) IS NOT (new.date, new.duration, new.total_pence)
BEGIN
	DELETE FROM work_log_places WHERE place = -((min(max(old.date / 1000, 0), 17179869183) << 29) | old.id);
	INSERT INTO work_log_places (place, minutes, total_pence) VALUES (-((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id), new.duration, new.total_pence);
END;
--> statement-breakpoint
INSERT INTO work_log_words (rowid, description)
SELECT -((min(max(w.date / 1000, 0), 17179869183) << 29) | w.id),
	replace(w.description, char(57344), ' ') || ' ' || char(57344) || 'c' || w.client_id || ' ' || char(57344) || 't' || w.work_type_id || ' ' || char(57344) || 'b' || w.billable || ' ' || char(57344) || 'i' || w.is_invoiced || coalesce(' ' || char(57344) || 'p' || w.created_by, '')
FROM work_logs w ORDER BY w.date DESC, w.id DESC;
--> statement-breakpoint
INSERT INTO work_log_places (place, minutes, total_pence)
SELECT -((min(max(w.date / 1000, 0), 17179869183) << 29) | w.id), w.duration, w.total_pence FROM work_logs w ORDER BY w.date DESC, w.id DESC;
