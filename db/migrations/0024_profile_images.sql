CREATE TABLE `profile_images` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- Written by hand: what was kept before is an address of the identity provider's. The next sign-in brings the picture.
UPDATE `users` SET `profile_image_url` = NULL WHERE `profile_image_url` IS NOT NULL;
