CREATE TABLE `history_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` integer,
	`by` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` integer,
	`action` text NOT NULL,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE INDEX `history_entries_at` ON `history_entries` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `history_entries_kind` ON `history_entries` (`kind`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `history_entries_record` ON `history_entries` (`kind`,`record_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `history_entries_user` ON `history_entries` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `history_touched` (
	`id` integer PRIMARY KEY NOT NULL,
	`record` text NOT NULL,
	`before` text,
	`at` integer DEFAULT (strftime('%s', 'now') * 1000) NOT NULL,
	CONSTRAINT "history_touched_record_named" CHECK("history_touched"."record" like '%:%')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `history_touched_record` ON `history_touched` (`record`);--> statement-breakpoint
ALTER TABLE `work_logs` ADD `created_by` integer REFERENCES users(id) ON UPDATE no action ON DELETE set null;--> statement-breakpoint
CREATE INDEX `work_logs_created_by` ON `work_logs` (`created_by`);--> statement-breakpoint
-- Written by hand.
-- The trail is only added to, with ids that grow. recordChanges writes it; this holds whoever writes.
CREATE TRIGGER `history_entries_stay` BEFORE UPDATE ON `history_entries`
BEGIN
	SELECT raise(abort, 'an entry of the history cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `history_entries_kept` BEFORE DELETE ON `history_entries`
BEGIN
	SELECT raise(abort, 'an entry of the history cannot be deleted');
END;
--> statement-breakpoint
-- An id that is not given is -1 here. Without this, `insert or replace` would replace an entry.
CREATE TRIGGER `history_entries_grow` BEFORE INSERT ON `history_entries`
WHEN new.id <> -1 AND new.id <= (SELECT coalesce(max(id), 0) FROM history_entries)
BEGIN
	SELECT raise(abort, 'an entry of the history comes after all others');
END;
--> statement-breakpoint
-- As before, with a word for who made the log. A log whose maker is deleted keeps the word, which then
-- nobody searches for: to write many logs anew would hold up everybody. search.server.ts relies on this.
DROP TRIGGER `work_log_words_insert`;
--> statement-breakpoint
DROP TRIGGER `work_log_words_update`;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_insert` AFTER INSERT ON `work_logs` BEGIN
	SELECT raise(abort, 'the index of words has no place for such an id') WHERE new.id >= 536870912;
	INSERT INTO work_log_words (rowid, description) VALUES (
		(min(max(new.date / 1000, 0), 17179869183) << 29) | new.id,
		replace(new.description, char(57344), ' ') || ' ' || char(57344) || 'c' || new.client_id || ' ' || char(57344) || 't' || new.work_type_id || ' ' || char(57344) || 'b' || new.billable || ' ' || char(57344) || 'i' || new.is_invoiced || coalesce(' ' || char(57344) || 'p' || new.created_by, '')
	);
	INSERT INTO work_log_places (place, minutes, total_pence) VALUES ((min(max(new.date / 1000, 0), 17179869183) << 29) | new.id, new.duration, new.total_pence);
END;
--> statement-breakpoint
CREATE TRIGGER `work_log_words_update` AFTER UPDATE OF `date`, `description`, `client_id`, `work_type_id`, `billable`, `is_invoiced` ON `work_logs`
WHEN (old.date, old.description, old.client_id, old.work_type_id, old.billable, old.is_invoiced)
	IS NOT (new.date, new.description, new.client_id, new.work_type_id, new.billable, new.is_invoiced)
BEGIN
	DELETE FROM work_log_words WHERE rowid = (min(max(old.date / 1000, 0), 17179869183) << 29) | old.id;
	INSERT INTO work_log_words (rowid, description) VALUES (
		(min(max(new.date / 1000, 0), 17179869183) << 29) | new.id,
		replace(new.description, char(57344), ' ') || ' ' || char(57344) || 'c' || new.client_id || ' ' || char(57344) || 't' || new.work_type_id || ' ' || char(57344) || 'b' || new.billable || ' ' || char(57344) || 'i' || new.is_invoiced || coalesce(' ' || char(57344) || 'p' || new.created_by, '')
	);
END;
