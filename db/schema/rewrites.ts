import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { BATCH_STATUSES, DECISIONS, REWRITE_SUBJECTS } from '../words.ts';
import { id, instant, isOneOf } from './columns.ts';
import { users } from './people.ts';

// Descriptions that the AI service rewrote, many at a time.

/** A batch: one press of "Rewrite with AI" for several descriptions, and how far it has got. */
export const rewriteBatches = sqliteTable(
  'rewrite_batches',
  {
    id: id(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** What kind of record the descriptions belong to. */
    subject: text('subject', { enum: REWRITE_SUBJECTS }).notNull(),
    /** The path of the screen that it was started on, to go back to. */
    back: text('back').notNull(),
    status: text('status', { enum: BATCH_STATUSES }).notNull(),
    /** Why it stopped (`Stop` in app/ai/client/ai-error.ts). */
    stoppedBy: text('stopped_by'),
    startedAt: instant('started_at').notNull(),
  },
  (table) => [
    check('rewrite_batches_subject', isOneOf(table.subject, REWRITE_SUBJECTS)),
    check('rewrite_batches_status', isOneOf(table.status, BATCH_STATUSES)),
    index('rewrite_batches_started_at').on(table.startedAt),
  ],
);

/**
 * A description and what the AI service made of it. While it has neither `after` nor `error`, the
 * service is still to be asked. Until a person decides, nothing is written to its record.
 */
export const rewrites = sqliteTable(
  'rewrites',
  {
    id: id(),
    batchId: integer('batch_id')
      .notNull()
      .references(() => rewriteBatches.id, { onDelete: 'cascade' }),
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
    uniqueIndex('rewrites_subject').on(table.batchId, table.subjectId),
    // For the page of an invoice, and for the preview, which ask what became of single texts.
    index('rewrites_of').on(table.subjectId),
    check('rewrites_decision', isOneOf(table.decision, DECISIONS)),
    check('rewrites_accepted', sql`${table.decision} <> 'accepted' or ${table.after} is not null`),
  ],
);

export type RewriteBatch = typeof rewriteBatches.$inferSelect;
export type RewriteRow = typeof rewrites.$inferSelect;
