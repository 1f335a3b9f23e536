CREATE TABLE `left_findings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reason` text NOT NULL,
	`subject` text NOT NULL,
	`name` text NOT NULL,
	`amount_pence` integer,
	`left_at` integer NOT NULL,
	CONSTRAINT "left_findings_reason" CHECK("left_findings"."reason" in ('old-log', 'no-invoice', 'in-review', 'not-billable', 'missing', 'short-day'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `left_findings_subject` ON `left_findings` (`reason`,`subject`);--> statement-breakpoint
CREATE INDEX `work_logs_unbilled_date` ON `work_logs` (`date`,`id`) WHERE is_invoiced = 0 and billable = 1;--> statement-breakpoint
CREATE INDEX `work_logs_not_billable` ON `work_logs` (`client_id`,`date`) WHERE billable = 0;