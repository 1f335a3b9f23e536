import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { prepared, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { inTransaction } from './reading/stage.server.ts';
import {
  countHardwareLike,
  itemsOf,
  listTimeLike,
  type Period,
  type StagedWork,
} from './alike.server.ts';
import { createInstants } from './reading/instants.ts';
import { plainName } from './names.server.ts';
import { addToDay } from '../../lib/calendar.ts';

/** A staged line of work whose client and work type are here already. */
type Row = StagedWork & { line: number; date: number; day: string; hasTime: number };

/** How many lines are read, and marked, at once. */
const STEP = 500;
/** How many are compared before others get their turn: some hundredths of a second where the code has not run for a while. */
const TURN = 100;

/** Lines that are compared together: with a rate or without, with a time of day or for a whole day. */
type Lines = { isRated: number; hasTime: number };

const GROUPS = `select distinct rate_pence is not null as isRated, has_time as hasTime from import_rows
  where import_id = ? and problem is null order by has_time desc, isRated desc`;

const ROWS = ({ isRated, hasTime }: Lines) => `
  select r.line, c.record_id as clientId, t.record_id as workTypeId, r.date, r.day,
    r.has_time as hasTime, r.minutes, r.description, r.rate_pence as ratePence,
    iif(r.is_hardware, r.record, null) as items
  from import_rows r
  join import_names c on c.id = r.client_name join import_names t on t.id = r.work_type_name
  where r.import_id = ? and r.line > ? and r.problem is null
    and c.record_id is not null and t.record_id is not null
    and r.rate_pence is ${isRated ? 'not ' : ''}null and ${hasTime ? '' : 'not '}r.has_time
  order by r.line limit ${STEP}`;

const KNOWN = 'update import_rows set is_known = 1 where import_id = ? and line = ?';
const UNKNOWN = 'update import_rows set is_known = 0 where import_id = ? and is_known';

/**
 * How many logs of a rate were found to be lines already, by work and by minute or day, as a hash of
 * 52 bits: a number takes a third of the memory of a text, and two of a million lines are mixed up once
 * in ten thousand files.
 */
type Taken = Map<number, number>;

/**
 * Marks the lines that are here already: for each log of the same client, work type, date, minutes,
 * description and rate, or of the same hardware items, one line. A line without a time of day is any of
 * its day, and one without a rate any of the others, so these come last. Between groups of lines the
 * caller may let others have their turn.
 */
function* compareLines(db: Database, importId: number, timeZone: string): Generator<void> {
  inTransaction(db, () => prepared(db, UNKNOWN).run(importId));
  const taken: Taken = new Map();
  const periodOf = createPeriods(timeZone);
  const groups = prepared<Lines>(db, GROUPS).all(importId);
  // Only lines for a whole day need to know what was taken of it.
  const countsDays = groups.some(({ hasTime }) => !hasTime);
  for (const group of groups) {
    let after = 0;
    for (;;) {
      const rows = prepared<Row>(db, ROWS(group)).all(importId, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.line;
      const known: Row[] = [];
      for (const [at, row] of rows.entries()) {
        if (at > 0 && at % TURN === 0) yield;
        if (isKnown(db, row, { period: periodOf(row), taken, countsDays })) known.push(row);
      }
      inTransaction(db, () => {
        for (const { line } of known) prepared(db, KNOWN).run(importId, line);
      });
      yield;
    }
  }
}

type Comparing = { period: Period; taken: Taken; countsDays: boolean };

/** Takes one of the logs that are like a line; gives whether one was left. */
function isKnown(db: Database, row: Row, { period, taken, countsDays }: Comparing): boolean {
  const { clientId, workTypeId, minutes, description, ratePence, items, day, hasTime } = row;
  const alike = alikeTo(db, row, period);
  if (alike.size === 0) return false;
  const what = items === null ? minutes : itemsOf(items);
  const work = JSON.stringify([clientId, workTypeId, what, description]);
  const keyOf = (rate: number, when: string | number) => hashOf(`${rate} ${when} ${work}`);
  const when = hasTime ? period.from : day;
  const found = [...alike].find(
    ([rate, logs]) =>
      (ratePence === null || rate === ratePence) && (taken.get(keyOf(rate, when)) ?? 0) < logs,
  );
  if (found === undefined) return false;
  const [rate] = found;
  take(taken, keyOf(rate, when));
  // What a line with a time has taken is no longer there for one of its day.
  if (hasTime && countsDays) take(taken, keyOf(rate, day));
  return true;
}

const take = (taken: Taken, key: number) => taken.set(key, (taken.get(key) ?? 0) + 1);

/** How many logs are like a line, by their rates; hardware has none. */
function alikeTo(db: Database, row: Row, period: Period): Map<number, number> {
  const { items } = row;
  const logs = new Map<number, number>();
  if (items !== null) {
    const count = countHardwareLike(db, { ...row, items }, period);
    return count === 0 ? logs : logs.set(0, count);
  }
  for (const one of listTimeLike(db, row, period)) {
    logs.set(one.rate, (logs.get(one.rate) ?? 0) + one.logs);
  }
  return logs;
}

function hashOf(text: string): number {
  const digest = createHash('sha1').update(text).digest();
  return digest.readUIntBE(0, 6) * 16 + ((digest[6] ?? 0) & 15);
}

const MINUTE = 60_000;

/** The minute of a line that has a time, else its whole day. */
function createPeriods(timeZone: string): (row: Row) => Period {
  const toInstants = createInstants(timeZone);
  return ({ date, day, hasTime }) => {
    if (hasTime) {
      const from = Math.floor(date / MINUTE) * MINUTE;
      return { from, until: from + MINUTE };
    }
    const start = (of: string) =>
      (toInstants(of, 0)[0] ?? toInstants(of, 3_600)[0])?.getTime() ?? date;
    return { from: start(day), until: start(addToDay(day, 1)) };
  };
}

const OWN_NAMES = `select line, record ->> 'name' as name from import_rows
  where import_id = ? and problem is null order by line`;

/** Marks the lines of our clients or work types whose name is here as often. */
function compareNames(db: Database, importId: number, table: 'clients' | 'work_types'): void {
  const left = new Map<string, number>();
  for (const name of prepared<string>(db, `select name from ${table}`).pluck().all()) {
    left.set(plainName(name), (left.get(plainName(name)) ?? 0) + 1);
  }
  inTransaction(db, () => {
    prepared(db, UNKNOWN).run(importId);
    for (const { line, name } of prepared<{ line: number; name: string }>(db, OWN_NAMES).all(
      importId,
    )) {
      const count = left.get(plainName(name)) ?? 0;
      if (count === 0) continue;
      left.set(plainName(name), count - 1);
      prepared(db, KNOWN).run(importId, line);
    }
  });
}

/** How a file is compared. */
export type Compared = { importId: number; format: string; timeZone: string };

/** Marks what is here already, letting others have their turn. */
export async function compareFile(
  { db, longWrites }: Pick<Services, 'db' | 'longWrites'>,
  compared: Compared,
  signal: AbortSignal,
): Promise<void> {
  await longWrites.over();
  for (const step of steps(db, compared)) {
    if (signal.aborted) return;
    await setImmediate(step);
    await longWrites.over();
  }
}

/** Does what {@link compareFile} does, at once: within the transaction that writes. */
export function compareNow(db: Database, compared: Compared): void {
  Array.from(steps(db, compared));
}

function* steps(db: Database, { importId, format, timeZone }: Compared): Generator<void> {
  if (format !== 'clients' && format !== 'work-types') {
    yield* compareLines(db, importId, timeZone);
    return;
  }
  compareNames(db, importId, format === 'clients' ? 'clients' : 'work_types');
}

const LAST_ENTRY = 'select coalesce(max(id), 0) as id from history_entries';
const CHANGED = `select 1 from history_entries
  where id > ? and kind in ('work-log', 'client', 'work-type') limit 1`;

/** Where the trail stands: what was compared before is still true while {@link hasChangedSince} is false. */
export function lastChange(db: Database): number {
  return prepared<{ id: number }>(db, LAST_ENTRY).get()?.id ?? 0;
}

/** Whether a client, a work type or a log changed since. */
export function hasChangedSince(db: Database, change: number): boolean {
  return prepared(db, CHANGED).get(change) !== undefined;
}
