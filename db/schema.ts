import { sql, type SQL } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
  type AnySQLiteColumn,
} from 'drizzle-orm/sqlite-core';
import {
  BATCH_STATUSES,
  DECISIONS,
  IMPORT_STATUSES,
  INVOICE_STATES,
  INVOICE_STATUSES,
  PENDING_STATUSES,
  REWRITING_SUBJECTS,
  RUN_STATUSES,
  TAX_CODES,
  TOTAL_UNITS,
} from './words.ts';

/**
 * Money is integer pence, durations are integer minutes, instants are integer
 * milliseconds since 1970 in UTC. The id of a deleted row is never used again (AUTOINCREMENT).
 */
const id = () => integer('id').primaryKey({ autoIncrement: true });
const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });
const flag = (name: string) => integer(name, { mode: 'boolean' });
/** Raised by triggers with every change of the row; for a work log, also of its hardware items. */
const version = () => integer('version').notNull().default(1);
/** A check: the column holds one of these words. */
const isOneOf = (column: AnySQLiteColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;
/** A check for emails: they are compared letter by letter, so all are stored in lower case. */
const isLowerCase = (column: AnySQLiteColumn): SQL => sql`${column} = lower(${column})`;
/** Patterns for a day (`yyyy-MM-dd`) and a month (`yyyy-MM`). */
const DIGITS = '[0-9][0-9]';
const DAY = `${DIGITS}${DIGITS}-${DIGITS}-${DIGITS}`;
const MONTH = `${DIGITS}${DIGITS}-${DIGITS}`;
const looksLike = (column: AnySQLiteColumn, pattern: string): SQL =>
  sql`${column} glob ${sql.raw(`'${pattern}'`)}`;
const timestamps = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** Everybody who has signed in and was not deleted since. */
export const users = sqliteTable(
  'users',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    check('users_email_case', isLowerCase(table.email)),
  ],
);

/** The emails that may sign in. */
export const approvedEmails = sqliteTable(
  'approved_emails',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('approved_emails_email').on(table.email),
    check('approved_emails_email_case', isLowerCase(table.email)),
  ],
);

/** The sessions of signed-in users. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the random id in the cookie, so that the file alone opens no session. */
    idHash: text('id_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

/** The unused sign-in links, for an installation without an identity provider. */
export const signInLinks = sqliteTable(
  'sign_in_links',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    /** May have been taken off the approved list since; using the link is then refused. */
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sign_in_links_expires_at').on(table.expiresAt)],
);

/** The clients whom work is billed to, with their hourly rates in pence. */
export const clients = sqliteTable(
  'clients',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email'),
    contactPerson: text('contact_person'),
    standardRatePence: integer('standard_rate_pence').notNull(),
    premiumRatePence: integer('premium_rate_pence').notNull(),
    discountedRatePence: integer('discounted_rate_pence'),
    isActive: flag('is_active').notNull().default(true),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    index('clients_name').on(sql`${table.name} collate nocase`, table.id),
    check(
      'clients_rates',
      sql`${table.standardRatePence} >= 0 and ${table.premiumRatePence} >= 0 and coalesce(${table.discountedRatePence}, 0) >= 0`,
    ),
  ],
);

/** The kinds of work, with their hourly rates in pence. */
export const workTypes = sqliteTable(
  'work_types',
  {
    id: id(),
    name: text('name').notNull(),
    hourlyRatePence: integer('hourly_rate_pence').notNull(),
    description: text('description'),
    isHardware: flag('is_hardware').notNull().default(false),
    /** False: deleted, so not offered any more, but kept for the logs that use it. */
    isActive: flag('is_active').notNull().default(true),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    index('work_types_name').on(sql`${table.name} collate nocase`, table.id),
    check('work_types_rate', sql`${table.hourlyRatePence} >= 0`),
  ],
);

/** The logged work: time, or hardware with its items. */
export const workLogs = sqliteTable(
  'work_logs',
  {
    id: id(),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id),
    workTypeId: integer('work_type_id')
      .notNull()
      .references(() => workTypes.id),
    /**
     * Whether it was made as a hardware log; a later change of its work type does not change this.
     */
    isHardware: flag('is_hardware').notNull().default(false),
    /** Minutes; 0 for a hardware log. */
    duration: integer('duration').notNull(),
    description: text('description').notNull().default(''),
    /**
     * Copied when the log is made; a later change of the client's or work type's rate has no
     * effect.
     */
    hourlyRatePence: integer('hourly_rate_pence').notNull(),
    totalPence: integer('total_pence').notNull(),
    billable: flag('billable').notNull().default(true),
    date: instant('date').notNull(),
    /** The day of `date` in the business time zone, `yyyy-MM-dd`: totals are kept by it. */
    day: text('day').notNull(),
    isInvoiced: flag('is_invoiced').notNull().default(false),
    xeroInvoiceId: text('xero_invoice_id'),
    xeroInvoiceNumber: text('xero_invoice_number'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    // One index for each combination of the list's filters, all in the list's order.
    index('work_logs_date').on(table.date, table.id),
    index('work_logs_client_date').on(table.clientId, table.date, table.id),
    index('work_logs_invoiced_date').on(table.isInvoiced, table.date, table.id),
    index('work_logs_client_invoiced_date').on(
      table.clientId,
      table.isInvoiced,
      table.date,
      table.id,
    ),
    // Logs to be invoiced, each client's oldest first.
    index('work_logs_unbilled')
      .on(table.clientId, table.date)
      .where(sql`is_invoiced = 0 and billable = 1`),
    // Finds out whether any log still uses a work type before it is erased.
    index('work_logs_work_type').on(table.workTypeId),
    check('work_logs_day', looksLike(table.day, DAY)),
    // Totals are kept by these flags: a log with any other number would be missing from them.
    check('work_logs_flags', sql`${table.isInvoiced} in (0, 1) and ${table.billable} in (0, 1)`),
    check('work_logs_duration', sql`${table.duration} between 0 and 6000`),
    check('work_logs_money', sql`${table.hourlyRatePence} >= 0 and ${table.totalPence} >= 0`),
  ],
);

/** The items of hardware logs. */
export const hardwareItems = sqliteTable(
  'hardware_items',
  {
    id: id(),
    workLogId: integer('work_log_id')
      .notNull()
      .references(() => workLogs.id, { onDelete: 'cascade' }),
    itemName: text('item_name').notNull(),
    description: text('description').notNull().default(''),
    quantity: integer('quantity').notNull(),
    unitPricePence: integer('unit_price_pence').notNull(),
    vatIncluded: flag('vat_included').notNull(),
    /** Hundredths of a per cent: 2000 is 20%. */
    vatRateHundredths: integer('vat_rate_hundredths').notNull(),
    taxCode: text('tax_code', { enum: TAX_CODES }).notNull(),
    ...timestamps(),
  },
  (table) => [
    index('hardware_items_work_log').on(table.workLogId, table.id),
    check('hardware_items_quantity', sql`${table.quantity} between 1 and 100000`),
    check('hardware_items_unit_price', sql`${table.unitPricePence} >= 0`),
    check('hardware_items_vat_rate', sql`${table.vatRateHundredths} between 0 and 10000`),
    check('hardware_items_tax_code', isOneOf(table.taxCode, TAX_CODES)),
  ],
);

/**
 * Counts and sums of work logs by day, by month and for all time, for each client and (as client 0)
 * for all clients. Triggers update them with every write to `work_logs`, so that totals are as
 * quick with a million logs as with a hundred.
 */
export const workLogTotals = sqliteTable(
  'work_log_totals',
  {
    clientId: integer('client_id').notNull(),
    unit: text('unit', { enum: TOTAL_UNITS }).notNull(),
    /** `yyyy-MM-dd`, `yyyy-MM`, or empty for all time. */
    period: text('period').notNull(),
    isInvoiced: flag('is_invoiced').notNull(),
    logs: integer('logs').notNull(),
    minutes: integer('minutes').notNull(),
    totalPence: integer('total_pence').notNull(),
    billablePence: integer('billable_pence').notNull(),
    billableMinutes: integer('billable_minutes').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.unit, table.period, table.isInvoiced] }),
  ],
);

/**
 * Completed Todoist tasks on their way to become work logs. Triggers enforce which state follows
 * which, and that only an entry in review can be changed. They also return an entry to review when
 * its log is deleted, and make it converted when its log is invoiced.
 */
export const pendingWorkLogs = sqliteTable(
  'pending_work_logs',
  {
    id: id(),
    todoistTaskId: text('todoist_task_id').notNull(),
    completedAt: instant('completed_at').notNull(),
    taskName: text('task_name').notNull(),
    description: text('description').notNull().default(''),
    projectId: text('project_id'),
    projectName: text('project_name'),
    /** JSON: the labels of the task, sorted. */
    labels: text('labels').notNull().default('[]'),
    /** Minutes. */
    duration: integer('duration'),
    clientId: integer('client_id').references(() => clients.id),
    workTypeId: integer('work_type_id').references(() => workTypes.id),
    /**
     * True while the client (below: the work type) is the import's suggestion, not a person's
     * choice.
     */
    isClientSuggested: flag('is_client_suggested').notNull().default(false),
    isWorkTypeSuggested: flag('is_work_type_suggested').notNull().default(false),
    billable: flag('billable').notNull().default(true),
    estimatedHourlyRatePence: integer('estimated_hourly_rate_pence').notNull(),
    status: text('status', { enum: PENDING_STATUSES }).notNull().default('pending_review'),
    workLogId: integer('work_log_id').references(() => workLogs.id),
    /** JSON: further details of the task from Todoist. */
    metadata: text('metadata').notNull().default('{}'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('pending_work_logs_completion').on(table.todoistTaskId, table.completedAt),
    // One index for each combination of the list's filters, all in the list's order.
    index('pending_work_logs_completed').on(table.completedAt, table.id),
    index('pending_work_logs_status_completed').on(table.status, table.completedAt, table.id),
    index('pending_work_logs_client_completed').on(table.clientId, table.completedAt, table.id),
    index('pending_work_logs_client_status_completed').on(
      table.clientId,
      table.status,
      table.completedAt,
      table.id,
    ),
    // The last choices for tasks of a project, which the import suggests for the next task.
    index('pending_work_logs_project').on(table.projectId, table.workLogId),
    // A log comes from at most one entry.
    uniqueIndex('pending_work_logs_work_log').on(table.workLogId),
    index('pending_work_logs_work_type').on(table.workTypeId),
    check('pending_work_logs_status', isOneOf(table.status, PENDING_STATUSES)),
    check(
      'pending_work_logs_work_log',
      sql`(${table.status} in ('confirmed', 'converted')) = (${table.workLogId} is not null)`,
    ),
    check(
      'pending_work_logs_duration',
      sql`${table.duration} is null or ${table.duration} between 1 and 6000`,
    ),
    check('pending_work_logs_rate', sql`${table.estimatedHourlyRatePence} >= 0`),
  ],
);

/** Imports from Todoist: what each has read so far, and how it ended. */
export const todoistImports = sqliteTable(
  'todoist_imports',
  {
    id: id(),
    /** Null: started by the schedule. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    since: instant('since').notNull(),
    until: instant('until').notNull(),
    status: text('status', { enum: IMPORT_STATUSES }).notNull(),
    tasksProcessed: integer('tasks_processed').notNull().default(0),
    newPendingLogs: integer('new_pending_logs').notNull().default(0),
    skippedDuplicates: integer('skipped_duplicates').notNull().default(0),
    /** A sentence for people: why it failed. */
    failure: text('failure'),
    /** A sentence for people: what an import that did not fail could not read. */
    note: text('note'),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [check('todoist_imports_status', isOneOf(table.status, IMPORT_STATUSES))],
);

/** The sign-in to Xero; one row at most. Tokens are sealed. */
export const xeroConnections = sqliteTable(
  'xero_connections',
  {
    id: integer('id').primaryKey(),
    accessToken: text('access_token').notNull(),
    refreshToken: text('refresh_token').notNull(),
    accessExpiresAt: instant('access_expires_at').notNull(),
    /** The organisation that invoices go to; null until one is chosen. */
    tenantId: text('tenant_id').references(() => xeroOrganisations.tenantId),
    /** When we found that Xero had ended the sign-in; null while it works. */
    endedAt: instant('ended_at'),
    connectedAt: instant('connected_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [check('xero_connections_one', sql`${table.id} = 1`)],
);

/**
 * A Xero organisation: what was read from Xero when it became active, and what people chose for it.
 */
export const xeroOrganisations = sqliteTable('xero_organisations', {
  tenantId: text('tenant_id').primaryKey(),
  /** The id of our connection to it in Xero; null when we are no longer connected. */
  connectionId: text('connection_id'),
  name: text('name').notNull(),
  shortCode: text('short_code'),
  currency: text('currency').notNull().default('GBP'),
  isVatRegistered: flag('is_vat_registered').notNull().default(false),
  /** JSON: the tax rates and accounts that Xero offers. */
  taxRates: text('tax_rates').notNull().default('[]'),
  accounts: text('accounts').notNull().default('[]'),
  /** JSON: Xero's own terms for sales, or null. */
  paymentTerms: text('payment_terms').notNull().default('null'),
  /** Chosen by a person: the account that sales are booked to, and the tax code of time. */
  accountCode: text('account_code'),
  timeTaxCode: text('time_tax_code'),
  /** When all of this was read from Xero; null until then. */
  readAt: instant('read_at'),
  updatedAt: instant('updated_at').notNull(),
});

/** Which contact of a Xero organisation stands for a client. */
export const clientContacts = sqliteTable(
  'client_contacts',
  {
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    tenantId: text('tenant_id').notNull(),
    contactId: text('contact_id').notNull(),
    contactName: text('contact_name').notNull(),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.tenantId] })],
);

/** A run: one press of "Create invoices", and how far it has got. */
export const invoiceRuns = sqliteTable(
  'invoice_runs',
  {
    id: id(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    tenantId: text('tenant_id').notNull(),
    status: text('status', { enum: RUN_STATUSES }).notNull(),
    /** When a pause ends. */
    resumeAt: instant('resume_at'),
    /** A sentence for people: why it is paused or stuck. */
    message: text('message'),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('invoice_runs_status', isOneOf(table.status, RUN_STATUSES)),
    index('invoice_runs_status').on(table.status),
  ],
);

/** An invoice, from the moment it claims its logs. Triggers enforce which state follows which. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: id(),
    runId: integer('run_id')
      .notNull()
      .references(() => invoiceRuns.id),
    tenantId: text('tenant_id').notNull(),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id),
    /** `yyyy-MM` in the business time zone. */
    month: text('month').notNull(),
    state: text('state', { enum: INVOICE_STATES }).notNull(),
    /** Our own reference. Xero stores it, and we look the invoice up by it. */
    reference: text('reference').notNull(),
    /**
     * The idempotency key of the last call that sent it; all invoices of that call share the key.
     */
    sendKey: text('send_key'),
    sentAt: instant('sent_at'),
    /** JSON: exactly what is sent to Xero, fixed when the logs were claimed. */
    contents: text('contents').notNull(),
    totalMinutes: integer('total_minutes').notNull(),
    totalPence: integer('total_pence').notNull(),
    /** Null when its logs have several work types. */
    workTypeName: text('work_type_name'),
    xeroInvoiceId: text('xero_invoice_id'),
    xeroInvoiceNumber: text('xero_invoice_number'),
    /** Its status in Xero when that was last read; null until the invoice is in Xero. */
    status: text('status', { enum: INVOICE_STATUSES }),
    /** A sentence for people: why it failed, or why its outcome is not known. */
    message: text('message'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('invoices_reference').on(table.reference),
    uniqueIndex('invoices_xero').on(table.tenantId, table.xeroInvoiceId),
    index('invoices_run').on(table.runId),
    index('invoices_state').on(table.state, table.id),
    index('invoices_client').on(table.clientId),
    // The invoices that were sent in one call.
    index('invoices_send_key').on(table.sendKey),
    index('invoices_ended')
      .on(table.id)
      .where(sql`${table.state} = 'created' and ${table.status} in ('deleted', 'voided')`),
    check('invoices_state', isOneOf(table.state, INVOICE_STATES)),
    check('invoices_status', isOneOf(table.status, INVOICE_STATUSES)),
    check('invoices_month', looksLike(table.month, MONTH)),
    check(
      'invoices_created',
      sql`${table.state} <> 'created' or ${table.xeroInvoiceId} is not null`,
    ),
    check('invoices_sending', sql`${table.state} <> 'sending' or ${table.sendKey} is not null`),
  ],
);

/** Which logs an invoice claims. A log has at most one live claim. */
export const invoiceLogs = sqliteTable(
  'invoice_logs',
  {
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id),
    /** A log with a live claim cannot be deleted; deleting a log deletes its ended claims. */
    workLogId: integer('work_log_id')
      .notNull()
      .references(() => workLogs.id, { onDelete: 'cascade' }),
    /** False once the invoice failed or was released; a trigger sets it. */
    isLive: flag('is_live').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceId, table.workLogId] }),
    // Finds all claims of a log when the log is deleted.
    index('invoice_logs_work_log').on(table.workLogId),
    uniqueIndex('invoice_logs_live')
      .on(table.workLogId)
      .where(sql`${table.isLive}`),
  ],
);

/** A batch: one press of "Rewrite with AI" for several descriptions, and how far it has got. */
export const rewritingBatches = sqliteTable(
  'rewriting_batches',
  {
    id: id(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** What kind of record the descriptions belong to. */
    subject: text('subject', { enum: REWRITING_SUBJECTS }).notNull(),
    /** The path of the screen that it was started on, to go back to. */
    back: text('back').notNull(),
    status: text('status', { enum: BATCH_STATUSES }).notNull(),
    /** Why it stopped, by name (`StopReason` in app/ai/batch/faults.ts). */
    stoppedBy: text('stopped_by'),
    startedAt: instant('started_at').notNull(),
  },
  (table) => [
    check('rewriting_batches_subject', isOneOf(table.subject, REWRITING_SUBJECTS)),
    check('rewriting_batches_status', isOneOf(table.status, BATCH_STATUSES)),
    index('rewriting_batches_started_at').on(table.startedAt),
  ],
);

/**
 * A description and what the AI service made of it. While it has neither `after` nor `error`, the
 * service is still to be asked. Until a person decides, nothing is written to its record.
 */
export const rewritings = sqliteTable(
  'rewritings',
  {
    id: id(),
    batchId: integer('batch_id')
      .notNull()
      .references(() => rewritingBatches.id, { onDelete: 'cascade' }),
    /** The work log or pending work log; it may have been deleted since. */
    subjectId: integer('subject_id').notNull(),
    /** Exactly the text that was sent, to tell whether the record's text has changed since. */
    before: text('before').notNull(),
    after: text('after'),
    /** A sentence for people: why there is no new text, or why it could not be used. */
    error: text('error'),
    decision: text('decision', { enum: DECISIONS }),
  },
  (table) => [
    uniqueIndex('rewritings_subject').on(table.batchId, table.subjectId),
    check('rewritings_decision', isOneOf(table.decision, DECISIONS)),
    check(
      'rewritings_accepted',
      sql`${table.decision} <> 'accepted' or ${table.after} is not null`,
    ),
  ],
);

/** A deleted log with its items, as JSON, for as long as the deletion can be undone. */
export const deletedWorkLogs = sqliteTable(
  'deleted_work_logs',
  {
    workLogId: integer('work_log_id').primaryKey(),
    contents: text('contents').notNull(),
    deletedAt: instant('deleted_at').notNull(),
  },
  (table) => [index('deleted_work_logs_deleted_at').on(table.deletedAt)],
);

/** The answers to requests that carried a one-time key; a replay gets the same answer. */
export const oneTimeKeys = sqliteTable(
  'one_time_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of what was asked: the same key with another request is refused. */
    fingerprint: text('fingerprint').notNull(),
    /** JSON. */
    answer: text('answer').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('one_time_keys_created_at').on(table.createdAt),
  ],
);

/** The product's own settings and those of the Settings screen, by name; secrets are sealed. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export type HardwareItem = typeof hardwareItems.$inferSelect;
export type User = typeof users.$inferSelect;
export type ApprovedEmail = typeof approvedEmails.$inferSelect;
export type Client = typeof clients.$inferSelect;
export type WorkType = typeof workTypes.$inferSelect;
export type WorkLog = typeof workLogs.$inferSelect;
export type PendingWorkLog = typeof pendingWorkLogs.$inferSelect;
export type TodoistImport = typeof todoistImports.$inferSelect;
export type XeroConnectionRow = typeof xeroConnections.$inferSelect;
export type XeroOrganisationRow = typeof xeroOrganisations.$inferSelect;
export type InvoiceRun = typeof invoiceRuns.$inferSelect;
export type Invoice = typeof invoices.$inferSelect;
export type RewritingBatch = typeof rewritingBatches.$inferSelect;
export type RewritingRow = typeof rewritings.$inferSelect;
