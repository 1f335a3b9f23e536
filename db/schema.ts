import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

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

export type User = typeof users.$inferSelect;
export type Client = typeof clients.$inferSelect;
export type WorkType = typeof workTypes.$inferSelect;
export type WorkLog = typeof workLogs.$inferSelect;
