import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { prepared, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { inTransaction } from './stage.server.ts';
import {
  countHardwareLike,
  itemsOf,
  listTimeLike,
  type Alike,
  type Period,
  type StagedWork,
} from './alike.server.ts';
import { createInstants } from './instants.ts';
import { plainName } from './names.server.ts';
import { addToDay } from '../../lib/calendar.ts';

/** A staged line of work whose client and work type are here already. */
type Row = StagedWork & { line: number; date: number; day: string; hasTime: number };

/** How many lines are read, and marked, at once. */
const STEP = 500;
/** How many are compared before others get their turn: some hundredths of a second where the code has not run for a while. */
const TURN = 100;

const ROWS = (rated: boolean) => `
  select r.line, c.record_id as clientId, t.record_id as workTypeId, r.date, r.day,
    r.has_time as hasTime, r.minutes, r.description, r.rate_pence as ratePence,
    iif(r.is_hardware, r.record, null) as items
  from import_rows r
  join import_names c on c.id = r.client_name join import_names t on t.id = r.work_type_name
  where r.import_id = ? and r.line > ? and r.problem is null
    and c.record_id is not null and t.record_id is not null
    and r.rate_pence is ${rated ? 'not ' : ''}null
  order by r.line limit ${STEP}`;

const KNOWN = 'update import_rows set is_known = 1 where import_id = ? and line = ?';
const UNKNOWN = 'update import_rows set is_known = 0 where import_id = ? and is_known';

/**
 * How many lines were found to be the same work already, by a hash of 52 bits: a number takes a third of
 * the memory of a text, and two of a million lines are mixed up once in ten thousand files.
 */
type Taken = Map<number, number>;

/**
 * Marks the lines that are here already: for each log of the same client, work type, date, minutes,
 * description and rate, or of the same hardware items, one line. A line whose file says no rate is any
 * of the others, so these come last. Between groups of lines the caller may let others have their turn.
 */
function* compareLines(db: Database, importId: number, timeZone: string): Generator<void> {
  inTransaction(db, () => prepared(db, UNKNOWN).run(importId));
  const taken: Taken = new Map();
  const periodOf = createPeriods(timeZone);
  for (const rated of [true, false]) {
    let after = 0;
    for (;;) {
      const rows = prepared<Row>(db, ROWS(rated)).all(importId, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.line;
      const known: Row[] = [];
      for (const [at, row] of rows.entries()) {
        if (at > 0 && at % TURN === 0) yield;
        if (isKnown(db, row, periodOf(row), taken)) known.push(row);
      }
      inTransaction(db, () => {
        for (const { line } of known) prepared(db, KNOWN).run(importId, line);
      });
      yield;
    }
  }
}

function isKnown(db: Database, row: Row, period: Period, taken: Taken): boolean {
  const { clientId, workTypeId, minutes, description, ratePence, items } = row;
  const { from } = period;
  if (items !== null) {
    const work = JSON.stringify([clientId, from, workTypeId, description, itemsOf(items)]);
    return take(taken, work, countHardwareLike(db, { ...row, items }, period));
  }
  const alike = listTimeLike(db, row, period);
  if (alike.length === 0) return false;
  const work = JSON.stringify([clientId, workTypeId, from, minutes, description]);
  const logs = (of: Alike[]) => of.reduce((sum, one) => sum + one.logs, 0);
  if (ratePence !== null) {
    const rated = alike.filter(({ rate }) => rate === ratePence);
    return take(taken, `${ratePence} ${work}`, logs(rated));
  }
  // What lines with a rate have taken already is no longer there for one without.
  const rates = [...new Set(alike.map(({ rate }) => rate))];
  const ofRated = rates.reduce((sum, rate) => sum + (taken.get(hashOf(`${rate} ${work}`)) ?? 0), 0);
  return take(taken, work, logs(alike) - ofRated);
}

/** Takes one of so many logs that are alike; gives whether one was left. */
function take(taken: Taken, what: string, most: number): boolean {
  const key = hashOf(what);
  const before = taken.get(key) ?? 0;
  if (before >= most) return false;
  taken.set(key, before + 1);
  return true;
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
