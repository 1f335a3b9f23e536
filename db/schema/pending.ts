import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { IMPORT_STATUSES, PENDING_STATUSES } from '../words.ts';
import { id, instant, flag, version, isOneOf, timestamps } from './columns.ts';
import { users } from './people.ts';
import { clients, jobs, workTypes, workLogs } from './work.ts';

// Completed tasks in review, the rules for them, and the imports that brought them.

// Written out, since a parameter would keep SQLite from using these indexes.
const isDecided = sql`decision is not null`;
const isWaiting = sql`status = 'pending_review'`;

/**
 * Completed Todoist tasks, and what other programs told of, on their way to become work logs. Triggers enforce which state follows
 * which, and that only an entry in review can be changed. They also return an entry to review when
 * its log is deleted, and make it converted when its log is invoiced.
 */
export const pendingWorkLogs = sqliteTable(
  'pending_work_logs',
  {
    id: id(),
    /** Of what another program told (`source`): JSON of source and id, which no task of Todoist is called. */
    todoistTaskId: text('todoist_task_id').notNull(),
    /** The name of the program that told of the work, such as `git`; null: Todoist. */
    source: text('source'),
    /** What that program calls it: it is taken once. */
    sourceId: text('source_id'),
    completedAt: instant('completed_at').notNull(),
    taskName: text('task_name').notNull(),
    description: text('description').notNull().default(''),
    /** The words by which tasks of one name are found (`nameKey`); null until they were worked out. */
    nameKey: text('name_key'),
    /** True when the instant was told second hand, so that another telling may differ by seconds. */
    isRetold: flag('is_retold').notNull().default(false),
    projectId: text('project_id'),
    projectName: text('project_name'),
    /** Null also where no client had a job when the task was read: then nobody asks for sections. */
    sectionName: text('section_name'),
    /** JSON: the labels of the task, sorted. */
    labels: text('labels').notNull().default('[]'),
    /** Minutes. */
    duration: integer('duration'),
    clientId: integer('client_id').references(() => clients.id),
    workTypeId: integer('work_type_id').references(() => workTypes.id),
    /** One of its client's jobs. */
    jobId: integer('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    /** JSON: the fields that hold a suggestion, each with its reason (`Suggestions`). */
    suggestions: text('suggestions').notNull().default('{}'),
    /** JSON: the fields that a person set, emptied ones too: nothing is suggested for them. */
    setByPerson: text('set_by_person').notNull().default('[]'),
    /** Grows with each choice or confirmation by a person; null before the first. */
    decision: integer('decision'),
    /** The inactive client that would be suggested. */
    inactiveClientId: integer('inactive_client_id').references(() => clients.id),
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
    uniqueIndex('pending_work_logs_source')
      .on(table.source, table.sourceId)
      .where(sql`source is not null`),
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
    // What people chose last for a task, a name and a project, which is suggested for the next one.
    index('pending_work_logs_decided').on(table.decision).where(isDecided),
    index('pending_work_logs_decided_task')
      .on(table.todoistTaskId, table.decision)
      .where(isDecided),
    index('pending_work_logs_decided_name').on(table.nameKey, table.decision).where(isDecided),
    index('pending_work_logs_decided_project').on(table.projectId, table.decision).where(isDecided),
    // The waiting entries that a choice is suggested for at once.
    index('pending_work_logs_waiting_name').on(table.nameKey).where(isWaiting),
    index('pending_work_logs_waiting_project').on(table.projectId).where(isWaiting),
    index('pending_work_logs_inactive_client')
      .on(table.inactiveClientId)
      .where(sql`inactive_client_id is not null`),
    // Entries of earlier versions, whose key is worked out at the next start.
    index('pending_work_logs_no_key')
      .on(table.id)
      .where(sql`name_key is null`),
    // A log comes from at most one entry.
    uniqueIndex('pending_work_logs_work_log').on(table.workLogId),
    index('pending_work_logs_work_type').on(table.workTypeId),
    index('pending_work_logs_job')
      .on(table.jobId)
      .where(sql`job_id is not null`),
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

/**
 * What always holds for tasks: those of a project, with a label, with words in their name get a
 * client, a work type and so on, or are archived. The first rule that fits counts, by `position`.
 */
export const rules = sqliteTable(
  'rules',
  {
    id: id(),
    position: integer('position').notNull(),
    project: text('project'),
    label: text('label'),
    words: text('words'),
    clientId: integer('client_id').references(() => clients.id),
    workTypeId: integer('work_type_id').references(() => workTypes.id),
    /** One of the client's jobs. */
    jobId: integer('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    /** Minutes. */
    duration: integer('duration'),
    description: text('description'),
    billable: flag('billable'),
    archive: flag('archive'),
    version: version(),
    ...timestamps(),
  },
  (table) => [
    index('rules_position').on(table.position),
    index('rules_work_type').on(table.workTypeId),
    check(
      'rules_condition',
      sql`coalesce(${table.project}, ${table.label}, ${table.words}) is not null`,
    ),
    check('rules_duration', sql`${table.duration} is null or ${table.duration} between 1 and 6000`),
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
export type Rule = typeof rules.$inferSelect;
