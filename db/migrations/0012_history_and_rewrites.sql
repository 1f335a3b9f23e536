CREATE INDEX `rewrites_of` ON `rewrites` (`subject_id`);--> statement-breakpoint
CREATE INDEX `history_entries_user_kind` ON `history_entries` (`user_id`,`kind`,`at`,`id`);