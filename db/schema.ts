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
import { TAX_CODES } from '../app/lib/tax-codes.ts';

/**
 * Money is integer pence, durations are integer minutes, instants are integer
 * milliseconds since 1970 in UTC. Ids are never used again (AUTOINCREMENT).
 */
const id = () => integer('id').primaryKey({ autoIncrement: true });
const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });
const flag = (name: string) => integer(name, { mode: 'boolean' });
const timestamps = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

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
  (table) => [uniqueIndex('users_email').on(table.email)],
);

export const approvedEmails = sqliteTable(
  'approved_emails',
  {
    id: id(),
    /** Lower case. */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('approved_emails_email').on(table.email)],
);

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

export const signInLinks = sqliteTable(
  'sign_in_links',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sign_in_links_expires_at').on(table.expiresAt)],
);

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

export const workTypes = sqliteTable(
  'work_types',
  {
    id: id(),
    name: text('name').notNull(),
    hourlyRatePence: integer('hourly_rate_pence').notNull(),
    description: text('description'),
    isHardware: flag('is_hardware').notNull().default(false),
    /** False: deleted from the pickers, kept for the logs that name it. */
    isActive: flag('is_active').notNull().default(true),
    ...timestamps(),
  },
  (table) => [
    index('work_types_name').on(sql`${table.name} collate nocase`, table.id),
    check('work_types_rate', sql`${table.hourlyRatePence} >= 0`),
  ],
);

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
    /** Minutes; 0 for a hardware log. */
    duration: integer('duration').notNull(),
    description: text('description').notNull().default(''),
    /** Copied when the log is made; a later change of client or work type does not reach it. */
    hourlyRatePence: integer('hourly_rate_pence').notNull(),
    totalPence: integer('total_pence').notNull(),
    billable: flag('billable').notNull().default(true),
    date: instant('date').notNull(),
    /** The day of `date` in the business time zone, `yyyy-MM-dd`: what totals are kept by. */
    day: text('day').notNull(),
    isInvoiced: flag('is_invoiced').notNull().default(false),
    xeroInvoiceId: text('xero_invoice_id'),
    xeroInvoiceNumber: text('xero_invoice_number'),
    ...timestamps(),
  },
  (table) => [
    // One index for each way the list is filtered, all in the order in which it is paged.
    index('work_logs_date').on(table.date, table.id),
    index('work_logs_client_date').on(table.clientId, table.date, table.id),
    index('work_logs_invoiced_date').on(table.isInvoiced, table.date, table.id),
    index('work_logs_client_invoiced_date').on(
      table.clientId,
      table.isInvoiced,
      table.date,
      table.id,
    ),
    // Whether any log still names a work type, before it is erased.
    index('work_logs_work_type').on(table.workTypeId),
    check('work_logs_duration', sql`${table.duration} between 0 and 6000`),
    check('work_logs_money', sql`${table.hourlyRatePence} >= 0 and ${table.totalPence} >= 0`),
  ],
);

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
    check(
      'hardware_items_tax_code',
      sql`${table.taxCode} in ('OUTPUT2', 'OUTPUT', 'ZERORATED', 'EXEMPTINPUT')`,
    ),
  ],
);

/**
 * Counts and sums of work logs by day and by month, for each client and (client 0) for all.
 * Triggers of the database keep them, whoever writes to `work_logs`, so that the totals of a
 * filter cost the same with a million logs as with a hundred.
 */
export const workLogTotals = sqliteTable(
  'work_log_totals',
  {
    clientId: integer('client_id').notNull(),
    unit: text('unit', { enum: ['day', 'month'] }).notNull(),
    /** `yyyy-MM-dd` or `yyyy-MM`. */
    period: text('period').notNull(),
    isInvoiced: flag('is_invoiced').notNull(),
    logs: integer('logs').notNull(),
    minutes: integer('minutes').notNull(),
    totalPence: integer('total_pence').notNull(),
    billablePence: integer('billable_pence').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.unit, table.period, table.isInvoiced] }),
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

/** What the product keeps of itself, by name. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export type HardwareItem = typeof hardwareItems.$inferSelect;
export type User = typeof users.$inferSelect;
export type Client = typeof clients.$inferSelect;
export type WorkType = typeof workTypes.$inferSelect;
export type WorkLog = typeof workLogs.$inferSelect;
