-- Written by hand: beside its words as they stand, the index has those of a description as it looks, without the signs
-- that nobody sees. A soft hyphen, as web pages and documents have them within words, parted a word in two.
DROP TRIGGER `work_log_words_insert`;
--> statement-breakpoint
DROP TRIGGER `work_log_words_update`;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_insert` AFTER INSERT ON `work_logs` BEGIN
	SELECT raise(abort, 'the index of words has no place for such an id') WHERE new.id >= 536870912;
	INSERT INTO work_log_words (rowid, description) VALUES (
		-((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id),
		replace(new.description || CASE WHEN new.description GLOB '*[' || char(173, 8203, 8204, 8205, 8206, 8207, 8288, 65279) || ']*' THEN ' ' || replace(replace(replace(replace(replace(replace(replace(replace(new.description, char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''), char(65279), '') ELSE '' END, char(57344), ' ') || ' ' || char(57344) || 'c' || new.client_id || ' ' || char(57344) || 't' || new.work_type_id || ' ' || char(57344) || 'b' || new.billable || ' ' || char(57344) || 'i' || new.is_invoiced || coalesce(' ' || char(57344) || 'p' || new.created_by, '')
	);
	INSERT INTO work_log_places (place, minutes, total_pence) VALUES (-((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id), new.duration, new.total_pence);
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_update` AFTER UPDATE OF `date`, `description`, `client_id`, `work_type_id`, `billable`, `is_invoiced` ON `work_logs`
WHEN (old.date, old.description, old.client_id, old.work_type_id, old.billable, old.is_invoiced)
	IS NOT (new.date, new.description, new.client_id, new.work_type_id, new.billable, new.is_invoiced)
BEGIN
	DELETE FROM work_log_words WHERE rowid = -((min(max(old.date / 1000, 0), 17179869183) << 29) | old.id);
	INSERT INTO work_log_words (rowid, description) VALUES (
		-((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id),
		replace(new.description || CASE WHEN new.description GLOB '*[' || char(173, 8203, 8204, 8205, 8206, 8207, 8288, 65279) || ']*' THEN ' ' || replace(replace(replace(replace(replace(replace(replace(replace(new.description, char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''), char(65279), '') ELSE '' END, char(57344), ' ') || ' ' || char(57344) || 'c' || new.client_id || ' ' || char(57344) || 't' || new.work_type_id || ' ' || char(57344) || 'b' || new.billable || ' ' || char(57344) || 'i' || new.is_invoiced || coalesce(' ' || char(57344) || 'p' || new.created_by, '')
	);
END;
--> statement-breakpoint
DELETE FROM work_log_words WHERE rowid IN (
	SELECT -((min(max(w.date / 1000, 0), 17179869183) << 29) | w.id) FROM work_logs w WHERE w.description GLOB '*[' || char(173, 8203, 8204, 8205, 8206, 8207, 8288, 65279) || ']*'
);
--> statement-breakpoint
INSERT INTO work_log_words (rowid, description)
SELECT -((min(max(w.date / 1000, 0), 17179869183) << 29) | w.id),
	replace(w.description || CASE WHEN w.description GLOB '*[' || char(173, 8203, 8204, 8205, 8206, 8207, 8288, 65279) || ']*' THEN ' ' || replace(replace(replace(replace(replace(replace(replace(replace(w.description, char(173), ''), char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''), char(65279), '') ELSE '' END, char(57344), ' ') || ' ' || char(57344) || 'c' || w.client_id || ' ' || char(57344) || 't' || w.work_type_id || ' ' || char(57344) || 'b' || w.billable || ' ' || char(57344) || 'i' || w.is_invoiced || coalesce(' ' || char(57344) || 'p' || w.created_by, '')
FROM work_logs w WHERE w.description GLOB '*[' || char(173, 8203, 8204, 8205, 8206, 8207, 8288, 65279) || ']*' ORDER BY w.date DESC, w.id DESC;
