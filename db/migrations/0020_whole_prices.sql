-- Unit prices were read from Xero with two places, and kept so, and lines with more of them counted as changed there.
-- The next reading asks for all invoices once more, with four.
UPDATE `ledger_reads` SET `since` = NULL, `page` = 1, `begun_at` = NULL;
