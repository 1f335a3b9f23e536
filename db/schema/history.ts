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
import { id, instant, isOneOf } from './columns.ts';

// Who did what: the trail, which is only ever added to (docs/decisions/0026-trail.md).

/**
 * What was done, an entry for each record that a transaction changed. Triggers refuse to change or
 * delete an entry, and give ids that only grow.
 */
export const historyEntries = sqliteTable(
  'history_entries',
  {
    id: id(),
    at: instant('at').notNull(),
    /**
     * Who did it, or asked for it; null: no person. No reference, since an entry stays as it is when
     * the person is deleted; the id is never used again.
     */
    userId: integer('user_id'),
    /** The name of the person at that time, or of the job. */
    by: text('by').notNull(),
    /** What kind of record (db/history/records.ts), and which; null where there is only one. */
    kind: text('kind').notNull(),
    recordId: integer('record_id'),
    /** `created`, `changed`, `deleted` or `restored`; other words may come. */
    action: text('action').notNull(),
    /**
     * JSON in the words of the record: of a change only the fields that changed, as they were; of a
     * deletion the whole record; else null.
     */
    before: text('before'),
    /** JSON: the whole record as it became; null when it was deleted. */
    after: text('after'),
    /** Of this entry and the hash before it (db/history/chain.server.ts); null before there was a chain. */
    hash: text('hash'),
  },
  (table) => [
    // One index for each way the trail is filtered, all in its order.
    index('history_entries_at').on(table.at, table.id),
    index('history_entries_kind').on(table.kind, table.at, table.id),
    index('history_entries_record').on(table.kind, table.recordId, table.at, table.id),
    index('history_entries_user').on(table.userId, table.at, table.id),
    index('history_entries_user_kind').on(table.userId, table.kind, table.at, table.id),
  ],
);

/**
 * Where the chain of entries begins: after those from before there was a chain, and after those that
 * were dropped since.
 */
export const historySeals = sqliteTable(
  'history_seals',
  {
    /** `begun` or `dropped`. */
    reason: text('reason').primaryKey(),
    /** The last entry before it. */
    entryId: integer('entry_id').notNull(),
    /** The hash of the chain up to that entry. */
    hash: text('hash').notNull(),
  },
  (table) => [check('history_seals_reason', isOneOf(table.reason, ['begun', 'dropped']))],
);

/**
 * The entries that were emptied of who a removed person was (docs/decisions/0044-people-removed.md), so that the
 * chain goes on over them.
 */
export const historyErasures = sqliteTable(
  'history_erasures',
  {
    entryId: integer('entry_id').notNull(),
    /** Those of one removal; the history has the hash of all of them. */
    batch: integer('batch').notNull(),
    /** The hash of the chain at this entry, when it still had its person. */
    keptHash: text('kept_hash').notNull(),
    /** The hash of what is left of it; empty while that is being written. */
    leftHash: text('left_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.batch] })],
);

/**
 * What the present transaction has touched: triggers note each record as it was before the first
 * touch, and `write` makes entries of them before it commits. Empty between transactions, unless
 * something else than the product writes to the database.
 */
export const historyTouched = sqliteTable(
  'history_touched',
  {
    id: integer('id').primaryKey(),
    /** `work-log:12`; a setting by its name, `settings:week.target`. */
    record: text('record').notNull(),
    /** JSON; null: it was not there. */
    before: text('before'),
    at: instant('at')
      .notNull()
      .default(sql`(strftime('%s', 'now') * 1000)`),
  },
  (table) => [
    uniqueIndex('history_touched_record').on(table.record),
    check('history_touched_record_named', sql`${table.record} like '%:%'`),
  ],
);

export type HistoryEntry = typeof historyEntries.$inferSelect;
