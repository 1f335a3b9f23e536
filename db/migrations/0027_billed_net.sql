DROP INDEX `invoices_sums`;--> statement-breakpoint
ALTER TABLE `invoices` ADD `billed_pence` integer;--> statement-breakpoint
CREATE INDEX `invoices_sums` ON `invoices` (`client_id`,`issued_day`,`status`,`due_day`,`net_pence`,`vat_pence`,`total_pence`,`amount_due_pence`,`state`,`currency`,`billed_pence`) WHERE "invoices"."state" in ('created', 'released');--> statement-breakpoint
ALTER TABLE `person_totals` ADD `billed_more_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_log_totals` ADD `billed_more_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_logs` ADD `billed_more_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_type_totals` ADD `billed_more_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoice_logs` ADD `net_pence` integer;--> statement-breakpoint
ALTER TABLE `invoice_logs` ADD `has_vat` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- Written by hand.
-- What an invoice bills, net. storeReading and releaseInvoice set only what the ledger says, and rely on this.
CREATE TRIGGER `invoices_billed` AFTER UPDATE OF `status`, `net_pence`, `total_pence`, `credit_notes_pence`, `currency` ON `invoices`
WHEN old.state = 'created' AND new.state = 'created'
BEGIN
	UPDATE invoices SET billed_pence = iif(
		coalesce(new.status, '') IN ('voided', 'deleted') OR new.currency <> 'GBP', 0,
		-- Of a credit, as much is net as of the invoice, rounded half up.
		new.net_pence - coalesce(cast((2 * new.credit_notes_pence * new.net_pence + new.total_pence) / (2 * new.total_pence) AS integer), 0))
	WHERE id = new.id;
END;
--> statement-breakpoint
-- Shares that over the invoice's logs to the penny, in proportion to what its lines bill for each, the largest
-- remainders first: the reports' rows add up to their total. Kept as what is above or below the log's own net.
CREATE TRIGGER `invoices_billed_shared` AFTER UPDATE OF `billed_pence` ON `invoices`
WHEN new.billed_pence IS NOT old.billed_pence
BEGIN
	UPDATE work_logs SET billed_more_pence = share.pence - (total_pence - included_vat_pence)
	FROM (
		SELECT work_log_id, pence + (row_number() OVER (ORDER BY rest DESC, work_log_id) <= new.billed_pence - sum(pence) OVER ()) AS pence
		FROM (
			SELECT work_log_id, cast(new.billed_pence * weight / whole AS integer) AS pence, new.billed_pence * weight % whole AS rest
			FROM (
				SELECT work_log_id, iif(sum(net) OVER () = 0, 1, net) AS weight, coalesce(nullif(sum(net) OVER (), 0), count(*) OVER ()) AS whole
				FROM (
					SELECT l.work_log_id, coalesce(l.net_pence, w.total_pence - w.included_vat_pence) AS net
					FROM invoice_logs l CROSS JOIN work_logs w ON w.id = l.work_log_id
					WHERE l.invoice_id = new.id AND l.is_live))))
		AS share
	WHERE work_logs.id = share.work_log_id;
END;
--> statement-breakpoint
-- Keeps the sums of it. A log on an invoice changes in nothing else that totals are kept by, and has none before it
-- is marked as invoiced, and after it was released: so only this changes.
CREATE TRIGGER `work_log_totals_billed` AFTER UPDATE OF `billed_more_pence` ON `work_logs`
WHEN old.billed_more_pence <> new.billed_more_pence
BEGIN
	UPDATE work_log_totals SET billed_more_pence = billed_more_pence + new.billed_more_pence - old.billed_more_pence
	WHERE client_id IN (0, new.client_id) AND unit IN ('day', 'month', 'ever')
		AND period IN (new.day, substr(new.day, 1, 7), '') AND is_invoiced = new.is_invoiced;
	UPDATE work_type_totals SET billed_more_pence = billed_more_pence + new.billed_more_pence - old.billed_more_pence
	WHERE work_type_id = new.work_type_id AND client_id IN (0, new.client_id) AND unit IN ('day', 'month', 'ever')
		AND period IN (new.day, substr(new.day, 1, 7), '') AND is_invoiced = new.is_invoiced;
	UPDATE person_totals SET billed_more_pence = billed_more_pence + new.billed_more_pence - old.billed_more_pence
	WHERE person_id = coalesce(new.created_by, 0) AND work_type_id IN (0, new.work_type_id) AND client_id IN (0, new.client_id)
		AND unit IN ('day', 'month') AND period IN (new.day, substr(new.day, 1, 7)) AND is_invoiced = new.is_invoiced;
END;
--> statement-breakpoint
DROP TRIGGER `invoices_settled`;
--> statement-breakpoint
-- markCreated, markFailed, markRefused and releaseInvoice set only the state, and rely on this to mark the logs as
-- invoiced or to free them. Where the invoice has no VAT, a log's price is net as a whole, whatever its items say.
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
	-- As `work_logs_included_vat_added` does.
	UPDATE work_logs SET included_vat_pence = (
		SELECT coalesce(sum(quantity * unit_price_pence
			- (quantity * unit_price_pence * 20000 + 10000 + vat_rate_hundredths) / ((10000 + vat_rate_hundredths) * 2)), 0)
		FROM hardware_items WHERE work_log_id = work_logs.id AND vat_included)
	WHERE new.state = 'released'
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live AND NOT has_vat);
	UPDATE invoice_logs SET is_live = 0
	WHERE new.state IN ('failed', 'released') AND invoice_id = new.id;
END;
--> statement-breakpoint
DROP TRIGGER `person_totals_deleted`;
--> statement-breakpoint
-- The logs of a person who is deleted are nobody's from then on.
CREATE TRIGGER `person_totals_deleted` BEFORE DELETE ON `users` BEGIN
	INSERT INTO `person_totals` (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`, `billable_logs`, `vat_pence`, `billable_vat_pence`, `hardware_pence`, `billed_more_pence`)
	SELECT 0, work_type_id, client_id, unit, period, is_invoiced, logs, minutes, total_pence, billable_pence, billable_minutes, billable_logs, vat_pence, billable_vat_pence, hardware_pence, billed_more_pence
	FROM person_totals WHERE person_id = old.id
	ON CONFLICT (`person_id`, `work_type_id`, `client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes,
		billable_logs = billable_logs + excluded.billable_logs,
		vat_pence = vat_pence + excluded.vat_pence,
		billable_vat_pence = billable_vat_pence + excluded.billable_vat_pence,
		hardware_pence = hardware_pence + excluded.hardware_pence,
		billed_more_pence = billed_more_pence + excluded.billed_more_pence;
	DELETE FROM person_totals WHERE person_id = old.id;
END;
--> statement-breakpoint
-- What older invoices say of their logs: whether they have VAT, and what each line bills, shared over its logs.
UPDATE invoice_logs SET has_vat = 0
WHERE invoice_id IN (SELECT id FROM invoices WHERE NOT coalesce(json_extract(contents, '$.hasVat'), 1));
--> statement-breakpoint
UPDATE invoice_logs AS l SET net_pence = s.pence
FROM (
	SELECT invoice_id, work_log_id, sum(coalesce(net * worked / nullif(whole, 0), 0)) AS pence
	FROM (
		SELECT i.id AS invoice_id, w.id AS work_log_id, w.total_pence AS worked,
			sum(w.total_pence) OVER (PARTITION BY i.id, o.key) AS whole,
			json_extract(i.contents, '$.lines[' || o.key || '].netPence') AS net
		FROM invoices i, json_each(i.contents, '$.origins') o, json_each(o.value) j, work_logs w
		WHERE w.id = j.value)
	GROUP BY invoice_id, work_log_id
) AS s
WHERE l.invoice_id = s.invoice_id AND l.work_log_id = s.work_log_id;
--> statement-breakpoint
UPDATE work_logs SET included_vat_pence = 0
WHERE is_invoiced AND included_vat_pence > 0
	AND id IN (SELECT work_log_id FROM invoice_logs WHERE is_live AND NOT has_vat);
--> statement-breakpoint
UPDATE invoices SET billed_pence = 0 WHERE state = 'released';
--> statement-breakpoint
-- As far as is known; the triggers above do the rest. The next reading asks for all invoices once more.
UPDATE invoices SET credit_notes_pence = coalesce(amount_credited_pence, 0) WHERE state = 'created';
--> statement-breakpoint
UPDATE `ledger_reads` SET `since` = NULL, `page` = 1, `begun_at` = NULL;
