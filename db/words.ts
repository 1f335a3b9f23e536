/** The words that columns hold. Plain lists, which a page may use in the browser as well. */

/** The tax codes an item can have (docs/specification.md, "Hardware"). */
export const TAX_CODES = ['OUTPUT2', 'OUTPUT', 'ZERORATED', 'EXEMPTINPUT'] as const;
export type TaxCode = (typeof TAX_CODES)[number];

/** Where a pending work log stands (docs/specification.md, "Todoist Import"). */
export const PENDING_STATUSES = [
  'pending_review',
  'confirmed',
  'converted',
  'rejected',
  'archived',
] as const;
export type PendingStatus = (typeof PENDING_STATUSES)[number];

/** How an import from Todoist goes. */
export const IMPORT_STATUSES = ['running', 'done', 'failed'] as const;

/** How a run of invoices goes. `running`: by itself; `paused`: until a time; `stuck`: until a person acts. */
export const RUN_STATUSES = ['running', 'paused', 'stuck', 'done'] as const;

/**
 * Where an invoice stands. `claimed`: certainly not in Xero; `sending`: it may be there, and only
 * Xero can tell; `created`: it is; `failed`: Xero refused it, its logs are free; `released`: it was
 * deleted or voided in Xero, its logs are free.
 */
export const INVOICE_STATES = ['claimed', 'sending', 'created', 'failed', 'released'] as const;

/** What an invoice is to the people who look at it, whatever the ledger calls it. */
export const INVOICE_STATUSES = [
  'draft',
  'ready',
  'sent',
  'paid',
  'deleted',
  'voided',
  'unknown',
] as const;

/** What a batch of rewritings is about. */
export const REWRITING_SUBJECTS = ['work_log', 'pending_work_log'] as const;

/** How a batch of rewritings goes. `running`: by itself; `stopped`: until a person lets it go on. */
export const BATCH_STATUSES = ['running', 'stopped', 'done'] as const;

/** What a person decided of a rewriting. */
export const DECISIONS = ['accepted', 'kept'] as const;

/** What totals of work logs are kept by. */
export const TOTAL_UNITS = ['day', 'month', 'ever'] as const;
