import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, instant, version } from './columns.ts';
import { users } from './people.ts';
import { clients, jobs, workTypes } from './work.ts';

/**
 * Timers that run, one a person, and the time of stopped ones that could not become work logs yet:
 * their drafts. A timer that became a log, or was discarded, has no row.
 */
export const timers = sqliteTable(
  'timers',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientId: integer('client_id').references(() => clients.id),
    workTypeId: integer('work_type_id').references(() => workTypes.id, { onDelete: 'set null' }),
    jobId: integer('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    description: text('description').notNull().default(''),
    startedAt: instant('started_at').notNull(),
    /** Null: it runs. */
    stoppedAt: instant('stopped_at'),
    /** Since when it is paused; null: it is not. A draft never is. */
    pausedAt: instant('paused_at'),
    /** How long it was paused before; negative where the clock was put back meanwhile. */
    pausedMilliseconds: integer('paused_milliseconds').notNull().default(0),
    version: version(),
  },
  (table) => [
    uniqueIndex('timers_running')
      .on(table.userId)
      .where(sql`stopped_at is null`),
    index('timers_user').on(table.userId, table.startedAt),
    index('timers_work_type').on(table.workTypeId),
    check('timers_description', sql`length(${table.description}) <= 10000`),
  ],
);

export type Timer = typeof timers.$inferSelect;
