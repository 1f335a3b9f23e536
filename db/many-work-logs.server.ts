import { countInTotals, withoutTriggers } from './business-days.server.ts';
import { write, type Database } from './connection.server.ts';
import { recordMany } from './history/record-changes.server.ts';
import { forgetWords, indexWords } from './search-index.server.ts';

/**
 * Many work logs at once. What triggers keep row by row, totals, the index of words and the trail, is
 * brought up to date in one go each, in the same transaction: some thirty times as quick.
 */

/** The ids of logs that were made: from the first to the last; null when none was. */
export type MadeLogs = { first: number; last: number } | null;

/**
 * Runs an insert of logs, and of their items, which is given the id below the first new one and must
 * give the logs the ids that follow, and the totals and VAT of their items. Gives those that were made.
 */
export function addWorkLogs(db: Database, insert: (after: number) => number): MadeLogs {
  return withLargeCache(db, () => {
    const { $client } = db;
    const after = Number(
      $client.prepare(`select seq from sqlite_sequence where name = 'work_logs'`).pluck().get() ??
        0,
    );
    let made = 0;
    without(db, INSERT_TRIGGERS, () => {
      made = insert(after);
    });
    if (made === 0) return null;
    const ids = { first: after + 1, last: after + made };
    const condition = `between ${ids.first} and ${ids.last}`;
    countInTotals(db, `id ${condition}`, 1);
    indexWords(db, `id ${condition}`);
    recordMany($client, { kind: 'work-log', ids: condition, action: 'created' });
    return ids;
  });
}

/** Pages that SQLite keeps in memory meanwhile, in KiB: a dozen indexes are written to at random. */
const LARGE_CACHE = 8_000;

function withLargeCache<Result>(db: Database, run: () => Result): Result {
  const { $client } = db;
  const usual = Number($client.pragma('cache_size', { simple: true }));
  $client.pragma(`cache_size = -${LARGE_CACHE}`);
  try {
    return write(db, run);
  } finally {
    $client.pragma(`cache_size = ${usual}`);
  }
}

/** What follows an insert of logs and of their items. */
const INSERT_TRIGGERS = [
  'work_log_totals_%insert',
  'work_log_words_insert',
  'history_work_log_made',
  'work_logs_included_vat_added',
  'work_logs_version_item_added',
  'history_hardware_items_made',
];

/** What follows a deletion of logs, and with them of their items. */
const DELETE_TRIGGERS = [
  'work_log_totals_%delete',
  'work_log_words_delete',
  'history_work_log_deleted',
  'work_logs_included_vat_removed',
  'work_logs_version_item_removed',
  'history_hardware_items_deleted',
];

function without(db: Database, triggers: string[], run: () => void): void {
  triggers.reduce(
    (inner, like) => () => {
      withoutTriggers(db, like, inner);
    },
    run,
  )();
}

/** Deletes the logs that an SQL condition on their ids names; gives how many there were. */
export function deleteWorkLogs(db: Database, ids: string): number {
  return withLargeCache(db, () => {
    const condition = `id ${ids}`;
    recordMany(db.$client, { kind: 'work-log', ids, action: 'deleted' });
    countInTotals(db, condition, -1);
    forgetWords(db, condition);
    let changes = 0;
    without(db, DELETE_TRIGGERS, () => {
      changes = db.$client.prepare(`delete from work_logs where ${condition}`).run().changes;
    });
    return changes;
  });
}
