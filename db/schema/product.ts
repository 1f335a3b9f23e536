import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from './columns.ts';
import { users } from './people.ts';

// What the product keeps for itself: answers to repeated requests, and settings.

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
