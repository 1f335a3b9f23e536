import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { FILE_IMPORT_STATUSES, IMPORT_NAME_KINDS, IMPORT_RECORD_KINDS } from '../words.ts';
import { flag, id, instant, isOneOf } from './columns.ts';
import { users } from './people.ts';

// Files that come in (docs/decisions/0034-import.md).

/** A file that was sent in, and how far it is. */
export const imports = sqliteTable(
  'imports',
  {
    id: id(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The file's name as its sender had it. */
    fileName: text('file_name').notNull(),
    /** The name of the file in `DATA_DIR/imports`, for as long as it is there. */
    storedAs: text('stored_as').notNull(),
    status: text('status', { enum: FILE_IMPORT_STATUSES }).notNull(),
    /** Which kind of file it is, by its header (`FileFormat`); null until it was read. */
    format: text('format'),
    /** JSON: what a person chose for it (`Choices`). */
    choices: text('choices').notNull(),
    /** JSON: what was found in it (`Survey`); null until it was read. */
    survey: text('survey'),
    linesRead: integer('lines_read').notNull().default(0),
    newCount: integer('new_count').notNull().default(0),
    knownCount: integer('known_count').notNull().default(0),
    /** Rows of our own file that say something else than their logs. */
    changedCount: integer('changed_count').notNull().default(0),
    problemCount: integer('problem_count').notNull().default(0),
    /** Rows that are no work, such as breaks. */
    leftOutCount: integer('left_out_count').notNull().default(0),
    /** A sentence for people: why it failed. */
    message: text('message'),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('imports_status', isOneOf(table.status, FILE_IMPORT_STATUSES)),
    index('imports_status').on(table.status, table.startedAt),
  ],
);

/** The names of clients, work types and people that a file has, and which record each means. */
export const importNames = sqliteTable(
  'import_names',
  {
    id: integer('id').primaryKey(),
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: IMPORT_NAME_KINDS }).notNull(),
    name: text('name').notNull(),
    isHardware: flag('is_hardware').notNull().default(false),
    /** Null: it is made; for a person, it is nobody here. */
    recordId: integer('record_id'),
    /** Why it means nothing yet: a sentence for people; null where it does. */
    problem: text('problem'),
  },
  (table) => [
    index('import_names_import').on(table.importId),
    check('import_names_kind', isOneOf(table.kind, IMPORT_NAME_KINDS)),
  ],
);

/**
 * The lines of a file, read and ready to be compared and written, or with what is wrong with them.
 * They go when the import has ended.
 */
export const importRows = sqliteTable(
  'import_rows',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    /** A sentence for people; then the other columns hold nothing. */
    problem: text('problem'),
    /** JSON: the cells of a line with a problem, by column, to be mended. */
    cells: text('cells'),
    /** Of a line of work: what stands for its words, without its rate (`digestOf`). */
    digest: text('digest'),
    /** What stands for its cells as they came, however they are read (`rawOf`). */
    raw: text('raw'),
    /** The log that a row of our own file names. */
    ownId: integer('own_id'),
    /** The id of the line where it comes from, and its project there. */
    sourceId: text('source_id'),
    project: text('project'),
    isKnown: flag('is_known').notNull().default(false),
    /** Of a known line: the log that it is, or was until that was deleted here. */
    knownLog: integer('known_log'),
    /** Whether it says something else than the log that it names. */
    isChanged: flag('is_changed').notNull().default(false),
    /** Of a changed line: what it says of its log, by names of `LineField` with commas between. */
    says: text('says'),
    /** A sentence for people: why that log cannot become what it says. */
    doubt: text('doubt'),
    /** Whether that is asked once for the file: is it the same work? */
    isAsked: flag('is_asked').notNull().default(false),
    clientName: integer('client_name'),
    workTypeName: integer('work_type_name'),
    /** Null: the file has no column for who logged it, so it is whoever imports it. */
    personName: integer('person_name'),
    /** Null: the file has no column of jobs; empty: none. */
    jobName: text('job_name'),
    isHardware: flag('is_hardware').notNull().default(false),
    date: instant('date'),
    day: text('day'),
    /** False: the file says the day alone, so it is compared by its day. */
    hasTime: flag('has_time').notNull().default(false),
    minutes: integer('minutes'),
    description: text('description'),
    /** Null: the file does not say, so the rules do. */
    ratePence: integer('rate_pence'),
    billable: flag('billable'),
    isInvoiced: flag('is_invoiced'),
    invoiceNumber: text('invoice_number'),
    /** How long it took as the file states it, and what of it is to be billed there; null: not stated. */
    seconds: integer('seconds'),
    amountPence: integer('amount_pence'),
    /** Of a line with a problem: its client, as far as that can be read. */
    statedClient: text('stated_client'),
    /** JSON: a client or a work type, as its form would send it; of hardware, its items (`stagedItems`). */
    record: text('record'),
  },
  (table) => [primaryKey({ columns: [table.importId, table.line] })],
);

/** Which records an import made. */
export const importRecords = sqliteTable(
  'import_records',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: IMPORT_RECORD_KINDS }).notNull(),
    recordId: integer('record_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.kind, table.recordId] }),
    check('import_records_kind', isOneOf(table.kind, IMPORT_RECORD_KINDS)),
  ],
);

/**
 * The lines of files as they came, each with the log that it became or was, also when that is changed or deleted
 * since: the same line again adds nothing, and the sheet of its import says what the file said.
 */
export const importLines = sqliteTable(
  'import_lines',
  {
    /** No reference, for which all lines would be looked through whenever a look is forgotten. */
    importId: integer('import_id').notNull(),
    /** Below 0: of it only the digest, the log and the rate were kept. */
    line: integer('line').notNull(),
    /** Which kind of file it came in (`FileFormat`), and its id there. */
    source: text('source'),
    sourceId: text('source_id'),
    /** Null: it did not become what it says, so it is not looked for when lines come again. */
    digest: text('digest'),
    /** What stands for its cells as they came, however they were read. */
    raw: text('raw'),
    /** No reference: the id of a deleted log is never used again. */
    workLogId: integer('work_log_id'),
    /** A sentence for people: why it became no log, or not what it says. */
    note: text('note'),
    client: text('client'),
    project: text('project'),
    workType: text('work_type'),
    date: instant('date'),
    day: text('day'),
    hasTime: flag('has_time'),
    minutes: integer('minutes'),
    description: text('description'),
    /** Null: the file had no rate. */
    ratePence: integer('rate_pence'),
    billable: flag('billable'),
    /** How long it took as the file states it, and what of it is to be billed there; null: not stated. */
    seconds: integer('seconds'),
    amountPence: integer('amount_pence'),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index('import_lines_digest').on(table.digest),
    index('import_lines_raw').on(table.raw),
    index('import_lines_log').on(table.workLogId),
    index('import_lines_source')
      .on(table.source, table.sourceId)
      .where(sql`source_id is not null`),
  ],
);

/** Which columns a person chose for a header that no product we know writes. */
export const importColumns = sqliteTable('import_columns', {
  /** JSON: the names in the header. */
  header: text('header').primaryKey(),
  /** JSON (`ColumnChoice`). */
  columns: text('columns').notNull(),
});

export type ImportRow = typeof imports.$inferSelect;
