import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { IMPORT_STATUSES, PENDING_STATUSES } from '../words.ts';
import { id, instant, flag, version, isOneOf, timestamps } from './columns.ts';
import { users } from './people.ts';
import { clients, workTypes, workLogs } from './work.ts';

// Completed tasks in review, and the imports that brought them.

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
    // What waits and lacks something, in the order of the list.
    index('pending_work_logs_no_client')
      .on(table.completedAt, table.id)
      .where(sql`status = 'pending_review' and client_id is null`),
    index('pending_work_logs_no_work_type')
      .on(table.completedAt, table.id)
      .where(sql`status = 'pending_review' and work_type_id is null`),
    index('pending_work_logs_no_duration')
      .on(table.completedAt, table.id)
      .where(sql`status = 'pending_review' and duration is null`),
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

/** What the review's actions changed, so that each can be undone as a whole, for an hour. */
export const reviewUndos = sqliteTable(
  'review_undos',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** JSON: the entries as they were, and the versions that the action gave them. */
    contents: text('contents').notNull(),
    doneAt: instant('done_at').notNull(),
    /** Null while it was not undone. */
    undoneAt: instant('undone_at'),
  },
  (table) => [
    index('review_undos_done_at').on(table.doneAt),
    index('review_undos_user').on(table.userId),
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

export type PendingWorkLog = typeof pendingWorkLogs.$inferSelect;
export type TodoistImport = typeof todoistImports.$inferSelect;
