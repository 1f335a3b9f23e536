-- What is only suggested keeps no client and no work type: a deletion relies on it, and fails of its foreign key
-- where a person set it. What else is suggested follows at the end of the transaction.
CREATE TRIGGER `clients_suggested` BEFORE DELETE ON `clients`
BEGIN
	UPDATE pending_work_logs SET suggestions = json_remove(suggestions, '$.clientId'), client_id = NULL
	WHERE client_id = old.id AND status = 'pending_review' AND suggestions -> '$.clientId' IS NOT NULL;
	UPDATE pending_work_logs SET inactive_client_id = NULL
	WHERE inactive_client_id = old.id AND status = 'pending_review';
END;
--> statement-breakpoint
CREATE TRIGGER `work_types_suggested` BEFORE DELETE ON `work_types`
BEGIN
	UPDATE pending_work_logs SET suggestions = json_remove(suggestions, '$.workTypeId'), work_type_id = NULL
	WHERE work_type_id = old.id AND status = 'pending_review' AND suggestions -> '$.workTypeId' IS NOT NULL;
END;
