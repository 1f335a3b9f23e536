CREATE TABLE `history_seals` (
	`reason` text PRIMARY KEY NOT NULL,
	`entry_id` integer NOT NULL,
	`hash` text NOT NULL,
	CONSTRAINT "history_seals_reason" CHECK("history_seals"."reason" in ('begun', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sign_in_links` ADD `made_at_uptime` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `issuer` text;--> statement-breakpoint
ALTER TABLE `users` ADD `subject` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_identity` ON `users` (`issuer`,`subject`);--> statement-breakpoint
ALTER TABLE `history_entries` ADD `hash` text;--> statement-breakpoint
-- Written by hand.
-- Whoever is signed in stays so: when a session was last used was not kept before.
UPDATE `sessions` SET `last_seen_at` = strftime('%s', 'now') * 1000;
--> statement-breakpoint
-- As before, but for entries that the operator no longer keeps: dropEntries seals them first.
DROP TRIGGER `history_entries_kept`;
--> statement-breakpoint
CREATE TRIGGER `history_entries_kept` BEFORE DELETE ON `history_entries`
WHEN old.id > (SELECT coalesce(max(entry_id), 0) FROM history_seals WHERE reason = 'dropped')
BEGIN
	SELECT raise(abort, 'an entry of the history cannot be deleted');
END;
--> statement-breakpoint
-- Named as the triggers above: those of other names that begin with history_ are made from the schema.
CREATE TRIGGER `history_entries_seals_stay` BEFORE UPDATE ON `history_seals`
WHEN old.reason <> 'dropped' OR new.reason <> old.reason OR new.entry_id <= old.entry_id
BEGIN
	SELECT raise(abort, 'a seal of the history cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `history_entries_seals_kept` BEFORE DELETE ON `history_seals`
BEGIN
	SELECT raise(abort, 'a seal of the history cannot be deleted');
END;
