CREATE TABLE `invoice_take_backs` (
	`invoice_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer,
	`sent_at` integer NOT NULL,
	`look_at` integer,
	`message` text,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
