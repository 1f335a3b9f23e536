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
import {
  BILLING_PER,
  BILLING_ROUNDINGS,
  INVOICE_DATES,
  INVOICE_LINES,
  INVOICE_PER,
  TAX_CODES,
  TOTAL_UNITS,
  type BillingStep,
  type VatTreatment,
} from '../words.ts';
import { id, instant, flag, version, isOneOf, DAY, looksLike, timestamps } from './columns.ts';
import { users } from './people.ts';

// Clients, kinds of work, and the work that was logged.

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
    /** How time is rounded on invoices (`invoices/lines/groups.ts`), in minutes. */
    billingStep: integer('billing_step').$type<BillingStep>().notNull().default(1),
    billingRounding: text('billing_rounding', { enum: BILLING_ROUNDINGS }).notNull().default('up'),
    billingPer: text('billing_per', { enum: BILLING_PER }).notNull().default('log'),
    invoicePer: text('invoice_per', { enum: INVOICE_PER }).notNull().default('month'),
    vatTreatment: text('vat_treatment').$type<VatTreatment>().notNull().default('organisation'),
    invoiceDate: text('invoice_date', { enum: INVOICE_DATES }).notNull().default('today'),
    /** When invoices are due (`lib/due-in.ts`); null: as Xero says. */
    dueIn: text('due_in'),
    lines: text('lines', { enum: INVOICE_LINES }).notNull().default('log'),
    /** The fewest minutes that a log is billed as, before rounding. */
    smallestMinutes: integer('smallest_minutes'),
    /** The template of the client's own for a line's description; null: the one of all. */
    lineText: text('line_text'),
    /** What the client's invoices are referred to by, as it was last given. */
    poNumber: text('po_number'),
    /** What the client calls the work for them, such as a cost centre. */
    reference: text('reference'),
    /** What is good to know about the client; never on an invoice. */
    notes: text('notes'),
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
    /** What its items are called where they are no hardware, such as “Expenses”; null: hardware, or time. */
    itemsName: text('items_name'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    index('work_types_name').on(sql`${table.name} collate nocase`, table.id),
    check('work_types_rate', sql`${table.hourlyRatePence} >= 0`),
  ],
);

/** The jobs that clients have: projects, sites, tickets. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: id(),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id),
    name: text('name').notNull(),
    poNumber: text('po_number'),
    /** In pence; null, or 0: the client's or the work type's. */
    hourlyRatePence: integer('hourly_rate_pence'),
    /** Null: none was agreed. */
    budgetMinutes: integer('budget_minutes'),
    /** False: done, so not offered any more. */
    isOpen: flag('is_open').notNull().default(true),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('jobs_client_name').on(table.clientId, table.name),
    check('jobs_rate', sql`coalesce(${table.hourlyRatePence}, 0) >= 0`),
    check('jobs_budget', sql`coalesce(${table.budgetMinutes}, 1) > 0`),
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
    /**
     * Whether the rate was a person's own choice, not one that the rules gave when it was made: a
     * repetition keeps such a rate.
     */
    hasOwnRate: flag('has_own_rate').notNull().default(false),
    totalPence: integer('total_pence').notNull(),
    /**
     * The VAT that is part of the total, since items' prices include it; what writes items writes it. Of an invoiced log, what
     * its invoice made of that; of others it counts only where the organisation splits VAT (db/split-vat.server.ts).
     */
    includedVatPence: integer('included_vat_pence').notNull().default(0),
    /**
     * What its invoice bills for it above its net, or below: by rounding, changes in Xero and credit notes. Triggers
     * keep it; 0 of what is on no invoice of ours.
     */
    billedMorePence: integer('billed_more_pence').notNull().default(0),
    billable: flag('billable').notNull().default(true),
    date: instant('date').notNull(),
    /** The day of `date` in the business time zone, `yyyy-MM-dd`: totals are kept by it. */
    day: text('day').notNull(),
    isInvoiced: flag('is_invoiced').notNull().default(false),
    xeroInvoiceId: text('xero_invoice_id'),
    xeroInvoiceNumber: text('xero_invoice_number'),
    /** Who made it; null: not known, or deleted since. */
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    /** One of its client's jobs. */
    jobId: integer('job_id').references(() => jobs.id),
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
    // The same of all clients, the oldest first: what has waited for long.
    index('work_logs_unbilled_date')
      .on(table.date, table.id)
      .where(sql`is_invoiced = 0 and billable = 1`),
    // The logs that nobody is to pay for.
    index('work_logs_not_billable')
      .on(table.clientId, table.date)
      .where(sql`billable = 0`),
    // The few logs whose total includes VAT, for sums of that VAT.
    index('work_logs_included_vat')
      .on(
        table.day,
        table.clientId,
        table.workTypeId,
        table.isInvoiced,
        table.billable,
        table.includedVatPence,
      )
      .where(sql`included_vat_pence > 0`),
    // The few logs of hardware, in the list's order, for the file of their items.
    index('work_logs_hardware')
      .on(table.date, table.id)
      .where(sql`is_hardware = 1`),
    // The logs of a job, in the list's order.
    index('work_logs_job_date')
      .on(table.jobId, table.date, table.id)
      .where(sql`job_id is not null`),
    // Finds out whether any log still uses a work type before it is erased.
    index('work_logs_work_type').on(table.workTypeId),
    // Finds a person's logs when the person is deleted.
    index('work_logs_created_by').on(table.createdBy),
    check('work_logs_day', looksLike(table.day, DAY)),
    // Totals are kept by these flags: a log with any other number would be missing from them.
    check('work_logs_flags', sql`${table.isInvoiced} in (0, 1) and ${table.billable} in (0, 1)`),
    check('work_logs_duration', sql`${table.duration} between 0 and 6000`),
    check('work_logs_money', sql`${table.hourlyRatePence} >= 0 and ${table.totalPence} >= 0`),
  ],
);

/** The items of hardware logs: what is sold by the piece, the mile or the call, and not by the hour. */
export const hardwareItems = sqliteTable(
  'hardware_items',
  {
    id: id(),
    workLogId: integer('work_log_id')
      .notNull()
      .references(() => workLogs.id, { onDelete: 'cascade' }),
    itemName: text('item_name').notNull(),
    description: text('description').notNull().default(''),
    /** In ten-thousandths: 12.5 is 125000. */
    quantityInPlaces: integer('quantity_in_places').notNull(),
    /** In ten-thousandths of a pound, which are hundredths of a penny: £0.0125 is 125. */
    unitPriceInPlaces: integer('unit_price_in_places').notNull(),
    vatIncluded: flag('vat_included').notNull(),
    /** Hundredths of a per cent: 2000 is 20%. */
    vatRateHundredths: integer('vat_rate_hundredths').notNull(),
    taxCode: text('tax_code', { enum: TAX_CODES }).notNull(),
    ...timestamps(),
  },
  (table) => [
    index('hardware_items_work_log').on(table.workLogId, table.id),
    check('hardware_items_quantity', sql`${table.quantityInPlaces} between 1 and 1000000000`),
    check('hardware_items_unit_price', sql`${table.unitPriceInPlaces} >= 0`),
    check('hardware_items_vat_rate', sql`${table.vatRateHundredths} between 0 and 10000`),
    check('hardware_items_tax_code', isOneOf(table.taxCode, TAX_CODES)),
  ],
);

/** What logs are counted by, and what is counted of them. */
const totals = () => ({
  clientId: integer('client_id').notNull(),
  unit: text('unit', { enum: TOTAL_UNITS }).notNull(),
  /** `yyyy-MM-dd`, `yyyy-MM`, or empty for all time. */
  period: text('period').notNull(),
  isInvoiced: flag('is_invoiced').notNull(),
  logs: integer('logs').notNull(),
  minutes: integer('minutes').notNull(),
  totalPence: integer('total_pence').notNull(),
  billablePence: integer('billable_pence').notNull(),
  /** The VAT that is part of `totalPence`, and of `billablePence`. */
  vatPence: integer('vat_pence').notNull().default(0),
  billableVatPence: integer('billable_vat_pence').notNull().default(0),
  /** What of `billablePence` is hardware, which no minutes brought. */
  hardwarePence: integer('hardware_pence').notNull().default(0),
  /** The sum of the logs' own. */
  billedMorePence: integer('billed_more_pence').notNull().default(0),
});

/**
 * Counts and sums of work logs by day, by month and for all time, for each client and (as client 0)
 * for all clients. Triggers update them with every write to `work_logs`, so that totals are as
 * quick with a million logs as with a hundred.
 */
export const workLogTotals = sqliteTable(
  'work_log_totals',
  {
    ...totals(),
    billableMinutes: integer('billable_minutes').notNull().default(0),
    billableLogs: integer('billable_logs').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.unit, table.period, table.isInvoiced] }),
  ],
);

/** The same of each work type, kept by the same triggers. */
export const workTypeTotals = sqliteTable(
  'work_type_totals',
  {
    workTypeId: integer('work_type_id').notNull(),
    ...totals(),
    billableMinutes: integer('billable_minutes').notNull(),
    billableLogs: integer('billable_logs').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.workTypeId, table.clientId, table.unit, table.period, table.isInvoiced],
    }),
  ],
);

/**
 * The same of who made the logs (0: nobody knows), for each work type and client and (as 0) for all of
 * them, by day and by month.
 */
export const personTotals = sqliteTable(
  'person_totals',
  {
    personId: integer('person_id').notNull(),
    workTypeId: integer('work_type_id').notNull(),
    ...totals(),
    billableMinutes: integer('billable_minutes').notNull(),
    billableLogs: integer('billable_logs').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.personId,
        table.workTypeId,
        table.clientId,
        table.unit,
        table.period,
        table.isInvoiced,
      ],
    }),
  ],
);

/**
 * What a search adds up, by the log's place in the list (db/search-index.server.ts): side by side,
 * where the rows of the logs themselves lie far apart. Triggers keep it, with the index of words
 * `work_log_words`.
 */
export const workLogPlaces = sqliteTable('work_log_places', {
  place: integer('place').primaryKey(),
  minutes: integer('minutes').notNull(),
  totalPence: integer('total_pence').notNull(),
});

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

/** What was done to many logs at once, for as long as it can be undone (`work-logs/many/undo-many.server.ts`). */
export const changedWorkLogs = sqliteTable(
  'changed_work_logs',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** JSON: what was done, to which logs, and what of each was other before; once undone, what that came to. */
    contents: text('contents').notNull(),
    doneAt: instant('done_at').notNull(),
  },
  (table) => [
    index('changed_work_logs_done_at').on(table.doneAt),
    index('changed_work_logs_user').on(table.userId),
  ],
);

export type Client = typeof clients.$inferSelect;
export type WorkType = typeof workTypes.$inferSelect;
export type Job = typeof jobs.$inferSelect;
export type WorkLog = typeof workLogs.$inferSelect;
export type HardwareItem = typeof hardwareItems.$inferSelect;
