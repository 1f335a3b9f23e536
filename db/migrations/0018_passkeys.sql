CREATE TABLE `passkey_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`holder_hash` text NOT NULL,
	`made_at_uptime` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expires_at` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`user_handle` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `history_erasures` (
	`entry_id` integer NOT NULL,
	`batch` integer NOT NULL,
	`kept_hash` text NOT NULL,
	`left_hash` text NOT NULL,
	PRIMARY KEY(`entry_id`, `batch`)
);
--> statement-breakpoint
-- Written by hand.
-- As before, but for who a removed person was: that may be taken out of an entry once, with a word about it.
DROP TRIGGER `history_entries_stay`;
--> statement-breakpoint
CREATE TRIGGER `history_entries_stay` BEFORE UPDATE ON `history_entries`
WHEN NOT EXISTS (SELECT 1 FROM history_erasures e WHERE e.entry_id = old.id AND e.left_hash = '')
	OR new.id <> old.id OR new.at <> old.at OR new.user_id IS NOT old.user_id OR new.kind <> old.kind
	OR new.record_id IS NOT old.record_id OR new.action <> old.action OR new.hash IS NOT old.hash
BEGIN
	SELECT raise(abort, 'an entry of the history cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `history_entries_erasures_stay` BEFORE UPDATE ON `history_erasures`
WHEN old.left_hash <> '' OR new.entry_id <> old.entry_id OR new.batch <> old.batch OR new.kept_hash <> old.kept_hash
BEGIN
	SELECT raise(abort, 'an erasure of the history cannot be changed');
END;
--> statement-breakpoint
CREATE TRIGGER `history_entries_erasures_kept` BEFORE DELETE ON `history_erasures`
BEGIN
	SELECT raise(abort, 'an erasure of the history cannot be deleted');
END;
