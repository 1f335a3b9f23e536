-- Written by hand.
-- VAT is rounded in app/lib/vat.ts alone: what writes items writes the VAT in a log's total with them.
DROP TRIGGER `work_logs_included_vat_added`;
--> statement-breakpoint
DROP TRIGGER `work_logs_included_vat_changed`;
--> statement-breakpoint
DROP TRIGGER `work_logs_included_vat_removed`;
--> statement-breakpoint
DROP TRIGGER `invoices_settled`;
--> statement-breakpoint
-- As before, but that releaseInvoice itself writes the VAT in the logs of an invoice that had none.
CREATE TRIGGER `invoices_settled` AFTER UPDATE OF `state` ON `invoices`
WHEN old.state <> new.state
BEGIN
	UPDATE work_logs SET is_invoiced = 1, xero_invoice_id = new.xero_invoice_id,
		xero_invoice_number = new.xero_invoice_number, updated_at = new.updated_at
	WHERE new.state = 'created'
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
	UPDATE work_logs SET included_vat_pence = 0
	WHERE new.state = 'created' AND included_vat_pence > 0
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live AND NOT has_vat);
	-- For the trigger `invoices_billed`.
	UPDATE invoices SET net_pence = net_pence WHERE new.state = 'created' AND id = new.id;
	UPDATE work_logs SET billed_more_pence = 0
	WHERE new.state = 'released'
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
	UPDATE work_logs SET is_invoiced = 0, xero_invoice_id = NULL, xero_invoice_number = NULL,
		updated_at = new.updated_at
	WHERE new.state = 'released'
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
	UPDATE invoice_logs SET is_live = 0
	WHERE new.state IN ('failed', 'released') AND invoice_id = new.id;
END;
