import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { FORGOTTEN_REASONS } from '../words.ts';
import { id, instant, isOneOf } from './columns.ts';

/**
 * What a person decided to leave as it is, of all that may be forgotten: it is not listed again for
 * the same reason and record.
 */
export const leftFindings = sqliteTable(
  'left_findings',
  {
    id: id(),
    reason: text('reason', { enum: FORGOTTEN_REASONS }).notNull(),
    /** Which record: the id of a log or a task, a day, or a client's id and a month. */
    subject: text('subject').notNull(),
    /** What it was, in words, as it stood then. */
    name: text('name').notNull(),
    /** What it stood for, net of VAT; null: not known. */
    amountPence: integer('amount_pence'),
    leftAt: instant('left_at').notNull(),
  },
  (table) => [
    uniqueIndex('left_findings_subject').on(table.reason, table.subject),
    check('left_findings_reason', isOneOf(table.reason, FORGOTTEN_REASONS)),
  ],
);

export type LeftFinding = typeof leftFindings.$inferSelect;
