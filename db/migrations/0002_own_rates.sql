ALTER TABLE `work_logs` ADD `has_own_rate` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Written by hand.
-- Of older logs nobody knows who chose the rate: one that no rule gives today was a person's choice.
UPDATE work_logs SET has_own_rate = 1
WHERE NOT is_hardware AND NOT EXISTS (
	SELECT 1 FROM clients c, work_types t
	WHERE c.id = work_logs.client_id AND t.id = work_logs.work_type_id
		AND work_logs.hourly_rate_pence IN (
			coalesce(nullif(c.standard_rate_pence, 0), nullif(t.hourly_rate_pence, 0), 6000),
			coalesce(nullif(c.discounted_rate_pence, 0), nullif(t.hourly_rate_pence, 0), 6000)
		)
);
--> statement-breakpoint
-- As before, with the new column: saveEditedLog and the API's If-Match (api.work-log.ts) rely on this.
DROP TRIGGER `work_logs_version`;
--> statement-breakpoint
CREATE TRIGGER `work_logs_version` AFTER UPDATE ON `work_logs`
WHEN (
		old.client_id, old.work_type_id, old.is_hardware, old.duration, old.description,
		old.hourly_rate_pence, old.has_own_rate, old.total_pence, old.billable, old.date, old.day,
		old.is_invoiced, old.xero_invoice_id, old.xero_invoice_number
	) IS NOT (
		new.client_id, new.work_type_id, new.is_hardware, new.duration, new.description,
		new.hourly_rate_pence, new.has_own_rate, new.total_pence, new.billable, new.date, new.day,
		new.is_invoiced, new.xero_invoice_id, new.xero_invoice_number
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.id;
END;
