/**
 * The fixed words that columns may hold. Plain lists, so that pages can use them in the browser,
 * too.
 */

/** The tax codes an item can have (docs/specification.md, "Hardware"). */
export const TAX_CODES = ['OUTPUT2', 'OUTPUT', 'ZERORATED', 'EXEMPTINPUT'] as const;
export type TaxCode = (typeof TAX_CODES)[number];

/** The steps, in minutes, that billed time can be rounded to; 1 rounds nothing. */
export const BILLING_STEPS = [1, 6, 10, 15, 30] as const;
export type BillingStep = (typeof BILLING_STEPS)[number];
export const BILLING_ROUNDINGS = ['up', 'nearest'] as const;
/** What is rounded: each log, or the logs of a day with one work type and one rate together. */
export const BILLING_PER = ['log', 'day'] as const;
/** Whether a client's months are invoiced one by one, all together, or each job's. */
export const INVOICE_PER = ['month', 'period', 'job'] as const;
/** The date of a client's invoices: the day on which they are made, or the last day of their month. */
export const INVOICE_DATES = ['today', 'month-end'] as const;
/** What makes a line of an invoice: a log, or all of a day and work type, of a work type, of a job, or of the invoice. */
export const INVOICE_LINES = ['log', 'day', 'type', 'job', 'one'] as const;
/** How a client's time is taxed. `organisation`: as the organisation in the accounting system says for all. */
export const VAT_TREATMENTS = ['organisation', 'zero', 'exempt', 'outside', 'reverse'] as const;
/** One of these words, or `rate:` and the code of one of the organisation's rates. */
export type VatTreatment = (typeof VAT_TREATMENTS)[number] | `rate:${string}`;

/** What a token of a program may do; `propose`: what it writes waits in review, and it reads nothing. */
export const TOKEN_SCOPES = ['read', 'log', 'review', 'invoice', 'all', 'propose'] as const;
export type Scope = (typeof TOKEN_SCOPES)[number];

/** The states of a pending work log (docs/specification.md, "Todoist Import"). */
export const PENDING_STATUSES = [
  'pending_review',
  'confirmed',
  'converted',
  'rejected',
  'archived',
] as const;
export type PendingStatus = (typeof PENDING_STATUSES)[number];

/** The states of an import from Todoist. */
export const IMPORT_STATUSES = ['running', 'done', 'failed'] as const;

/**
 * The states of a run of invoices. `running`: goes on by itself; `paused`: until a known time;
 * `stuck`: until a person acts.
 */
export const RUN_STATUSES = ['running', 'paused', 'stuck', 'done'] as const;

/**
 * The states of an invoice. `claimed`: certainly not in Xero; `sending`: may be in Xero, and only
 * Xero can tell; `created`: in Xero; `failed`: not made, and its logs are free again;
 * `released`: deleted, voided or credited in full in Xero, and its logs are free again.
 */
export const INVOICE_STATES = ['claimed', 'sending', 'created', 'failed', 'released'] as const;

/** The status of an invoice as people see it, whatever the accounting system calls it. */
export const INVOICE_STATUSES = [
  'draft',
  'ready',
  'sent',
  'paid',
  'deleted',
  'voided',
  'unknown',
] as const;

/** The records whose descriptions a batch rewrites. */
export const REWRITE_SUBJECTS = ['work_log', 'pending_work_log'] as const;

/** The states of a batch. `running`: goes on by itself; `stopped`: until a person lets it go on. */
export const BATCH_STATUSES = ['running', 'stopped', 'done'] as const;

/** What a person decided about a rewrite: to take the new text, or to keep the old one. */
export const DECISIONS = ['accepted', 'kept'] as const;

/** The periods that totals of work logs are kept for. */
export const TOTAL_UNITS = ['day', 'month', 'ever'] as const;

/** Why something may be forgotten (docs/specification.md, "Forgotten work"). */
export const FORGOTTEN_REASONS = [
  'old-log',
  'no-invoice',
  'in-review',
  'not-billable',
  'missing',
  'short-day',
] as const;
export type ForgottenReason = (typeof FORGOTTEN_REASONS)[number];

/**
 * The states of a file that is brought in. `reading`: it is looked through; `waiting`: for a person,
 * who has seen what it holds; `writing`: its records are made, in one transaction.
 */
export const FILE_IMPORT_STATUSES = [
  'reading',
  'waiting',
  'writing',
  'done',
  'failed',
  'undone',
] as const;
export type FileImportStatus = (typeof FILE_IMPORT_STATUSES)[number];

/** What a name in an imported file may be the name of. */
export const IMPORT_NAME_KINDS = ['client', 'work-type', 'person'] as const;
export type ImportNameKind = (typeof IMPORT_NAME_KINDS)[number];
/** What such a file makes. */
export const IMPORT_RECORD_KINDS = ['client', 'job', 'work-type', 'work-log'] as const;
