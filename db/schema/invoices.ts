import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { INVOICE_STATES, INVOICE_STATUSES, RUN_STATUSES } from '../words.ts';
import { id, instant, flag, isOneOf, MONTH, looksLike, timestamps } from './columns.ts';
import { users } from './people.ts';
import { clients, workLogs } from './work.ts';

/**
 * SQL: whether nobody owes an invoice any more and nobody paid it, so that its logs may be released. It was deleted
 * or voided, or credit notes settled all of it; Xero then calls it paid.
 */
export const IS_ENDED = `(status in ('deleted', 'voided')
  or status = 'paid' and total_pence > 0 and credit_notes_pence >= total_pence)`;

// The connection to Xero, and the invoices with the logs that they claim.

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
  /** JSON: from which days work that had one of its tax codes has another (`VatChange`), by day. */
  vatChanges: text('vat_changes').notNull().default('[]'),
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
    /** The tax code that sales to the contact have by themselves, as it was last read; null without one. */
    taxCode: text('tax_code'),
    /** When invoices to the contact are due, as JSON (`PaymentTerms`), as last read; null without own terms. */
    paymentTerms: text('payment_terms'),
    /** The tax code of the contact over which a person kept the client's own VAT. */
    vatKeptOver: text('vat_kept_over'),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.tenantId] })],
);

/**
 * Calls that make contacts in Xero, from before each is sent until its outcome is known; those of
 * the last hour.
 */
export const contactCalls = sqliteTable(
  'contact_calls',
  {
    /** The idempotency key of the call. */
    sendKey: text('send_key').primaryKey(),
    tenantId: text('tenant_id').notNull(),
    /** JSON: the contacts in their order, each with the client that it is for. */
    contacts: text('contacts').notNull(),
    sentAt: instant('sent_at').notNull(),
    /** Whether the call was sent again, so that a refusal says nothing of the first one. */
    isRepeated: flag('is_repeated').notNull().default(false),
  },
  (table) => [index('contact_calls_tenant').on(table.tenantId, table.sentAt)],
);

/** The calls to Xero of each day, and what Xero said is left of its limit for a day. */
export const xeroCallDays = sqliteTable(
  'xero_call_days',
  {
    tenantId: text('tenant_id').notNull(),
    /** `yyyy-MM-dd` in the business time zone. */
    day: text('day').notNull(),
    calls: integer('calls').notNull(),
    /** Null: Xero has not said. */
    dayLeft: integer('day_left'),
    toldAt: instant('told_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day] })],
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
    /** The month of its work, `yyyy-MM` in the business time zone; of several, the last. */
    month: text('month').notNull(),
    /** The first month of its work, `yyyy-MM`; null when that is `month`. */
    firstMonth: text('first_month'),
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
    /** What the customer pays, VAT included; below, its two parts. */
    totalPence: integer('total_pence').notNull(),
    /** Null when its logs have several work types. */
    workTypeName: text('work_type_name'),
    xeroInvoiceId: text('xero_invoice_id'),
    xeroInvoiceNumber: text('xero_invoice_number'),
    /** Its status in Xero when that was last read; null until the invoice is in Xero. */
    status: text('status', { enum: INVOICE_STATUSES }),
    /** A sentence for people: why it failed, or why its outcome is not known. */
    message: text('message'),
    netPence: integer('net_pence').notNull().default(0),
    vatPence: integer('vat_pence').notNull().default(0),
    /** That of its amounts in Xero when it was last read; it is always sent in pounds. */
    currency: text('currency').notNull().default('GBP'),
    /** The invoice's own date, and the day on which it is due, `yyyy-MM-dd`. */
    issuedDay: text('issued_day').notNull().default(''),
    dueDay: text('due_day'),
    /** What was taken off it as it was made, `10%` or `£50.00`, which some of its lines say; null for nothing. */
    discount: text('discount'),
    /** What is left to pay, was paid and was credited when it was last read; null until then. */
    amountDuePence: integer('amount_due_pence'),
    amountPaidPence: integer('amount_paid_pence'),
    amountCreditedPence: integer('amount_credited_pence'),
    /** What of the amount credited is by credit notes, which make less of what was billed, and no payment. */
    creditNotesPence: integer('credit_notes_pence').notNull().default(0),
    /**
     * What it bills, net, less what credit notes took off; nothing once it is voided, deleted or in another currency.
     * Triggers keep it, and share it over its logs; null until it is made.
     */
    billedPence: integer('billed_pence'),
    /** The day on which the last of it was paid, `yyyy-MM-dd`; null while something is due. */
    paidDay: text('paid_day'),
    /** When Xero last changed it, by Xero's clock: an older answer never replaces a newer one. */
    ledgerUpdatedAt: instant('ledger_updated_at'),
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
      .where(sql`${table.state} = 'created' and ${sql.raw(IS_ENDED)}`),
    // Answers the sums of the list: the rows themselves hold long contents.
    index('invoices_sums')
      .on(
        table.clientId,
        table.issuedDay,
        table.status,
        table.dueDay,
        table.netPence,
        table.vatPence,
        table.totalPence,
        table.amountDuePence,
        table.state,
        table.currency,
        table.billedPence,
      )
      .where(sql`${table.state} in ('created', 'released')`),
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

/**
 * Invoices that somebody takes back (deletes or voids in the accounting system), from before the call until it is known
 * what came of it. An invoice whose taking back is over, but did not happen, says why until it is tried again.
 */
export const invoiceTakeBacks = sqliteTable('invoice_take_backs', {
  invoiceId: integer('invoice_id')
    .primaryKey()
    .references(() => invoices.id),
  userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
  sentAt: instant('sent_at').notNull(),
  /** When the accounting system is asked what came of it; null: it did not happen. */
  lookAt: instant('look_at'),
  /** A sentence for people: why it did not happen, or is not known yet. */
  message: text('message'),
});

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
    /** What its lines bill for the log, net, as they were sent; null where that is not known. */
    netPence: integer('net_pence'),
    /** False where the organisation was not registered for VAT: then the log's price is net as a whole. */
    hasVat: flag('has_vat').notNull().default(true),
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

/**
 * An invoice of ours as the accounting system had it when it was last read: its contact and lines
 * (`LedgerInvoice`), for its page and for the reconciliation.
 */
export const ledgerInvoices = sqliteTable('ledger_invoices', {
  invoiceId: integer('invoice_id')
    .primaryKey()
    .references(() => invoices.id),
  /** JSON. */
  contents: text('contents').notNull(),
  readAt: instant('read_at').notNull(),
});

/** How far the changes of an organisation's invoices have been read. */
export const ledgerReads = sqliteTable('ledger_reads', {
  tenantId: text('tenant_id').primaryKey(),
  /** What changed from this moment on is still to be read, by the clock of Xero. */
  since: instant('since'),
  /** The page that comes next; above 1 while a long reading goes on. */
  page: integer('page').notNull().default(1),
  /** When the reading that goes on began, by the clock of Xero: the next one asks from here. */
  begunAt: instant('begun_at'),
  /** By our clock: when a reading began that ended well, and when the last one began. */
  currentAt: instant('current_at'),
  triedAt: instant('tried_at').notNull(),
  failedAt: instant('failed_at'),
  /** A sentence for people: why the last one failed; null when it did not. */
  message: text('message'),
});

/**
 * Invoices in the accounting system that carry this installation's mark and that the database does not know, as after
 * the restore of an older backup. None is made for their clients until each is taken up or put aside.
 */
export const unmatchedInvoices = sqliteTable(
  'unmatched_invoices',
  {
    id: id(),
    tenantId: text('tenant_id').notNull(),
    xeroInvoiceId: text('xero_invoice_id').notNull(),
    /** JSON: the invoice (`LedgerInvoice`) as it was last read. */
    contents: text('contents').notNull(),
    /** When a person said that no work here is on it; null: nobody did. */
    putAsideAt: instant('put_aside_at'),
    ...timestamps(),
  },
  (table) => [uniqueIndex('unmatched_invoices_xero').on(table.tenantId, table.xeroInvoiceId)],
);

/** What the last comparison of an organisation's invoices with the accounting system found. */
export const ledgerChecks = sqliteTable('ledger_checks', {
  tenantId: text('tenant_id').primaryKey(),
  /** JSON: the differences (`Difference`). */
  differences: text('differences').notNull().default('[]'),
  /** How many invoices of ours were compared. */
  compared: integer('compared').notNull().default(0),
  /** When a comparison last ended well; null: never. */
  checkedAt: instant('checked_at'),
  triedAt: instant('tried_at').notNull(),
  /** A sentence for people: why the last one failed; null when it did not. */
  message: text('message'),
});

export type XeroConnectionRow = typeof xeroConnections.$inferSelect;
export type XeroOrganisationRow = typeof xeroOrganisations.$inferSelect;
export type InvoiceRun = typeof invoiceRuns.$inferSelect;
export type Invoice = typeof invoices.$inferSelect;
export type UnmatchedInvoice = typeof unmatchedInvoices.$inferSelect;
export type LedgerRead = typeof ledgerReads.$inferSelect;
export type ContactCallRow = typeof contactCalls.$inferSelect;
