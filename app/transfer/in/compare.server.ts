import { setImmediate } from 'node:timers/promises';
import { prepared, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { inTransaction } from './reading/stage.server.ts';
import {
  listHardwareLike,
  listTimeLike,
  type Period,
  type StagedWork,
  findKept,
  type DigestedRow,
} from './alike.server.ts';
import { plainName } from './names.server.ts';
import {
  hasOurIds,
  judgeOwn,
  listIdsTwice,
  OWN_ROWS,
  type Found,
  type OwnRow,
} from './own-rows.server.ts';
import { addToDay, startOfBusinessDay } from '../../lib/calendar.ts';

/** A staged line of work whose client and work type are here already. */
type Row = StagedWork & { line: number; date: number; day: string; hasTime: number };

const STEP = 500;
/** How many are compared before others get their turn: some hundredths of a second where the code has not run for a while. */
const TURN = 100;

/** Lines that are compared together: with a rate or without, with a time of day or for a whole day. */
type Lines = { isRated: number; hasTime: number };

const GROUPS = `select distinct rate_pence is not null as isRated, has_time as hasTime from import_rows
  where import_id = ? and problem is null and not is_known order by has_time desc, isRated desc`;

const ROWS = ({ isRated, hasTime }: Lines) => `
  select r.line, c.record_id as clientId, t.record_id as workTypeId, r.date, r.day,
    r.has_time as hasTime, r.minutes, r.description, r.rate_pence as ratePence,
    iif(r.is_hardware, r.record, null) as items
  from import_rows r
  join import_names c on c.id = r.client_name join import_names t on t.id = r.work_type_name
  where r.import_id = :id and r.line > :after and r.problem is null and not r.is_known
    and c.record_id is not null and t.record_id is not null
    and r.rate_pence is ${isRated ? 'not ' : ''}null and ${hasTime ? '' : 'not '}r.has_time
  order by r.line limit :most`;

const DIGESTED = `select line, digest, rate_pence as ratePence from import_rows
  where import_id = :id and line > :after and problem is null and not is_known
  order by line limit :most`;

const KNOWN = `update import_rows set is_known = 1, known_log = :log, is_changed = :isChanged,
    doubt = :doubt
  where import_id = :id and line = :line`;
const UNKNOWN = `update import_rows set is_known = 0, known_log = null, is_changed = 0, doubt = null
  where import_id = ? and is_known`;

/**
 * Marks the lines that are here already, each as a log of its own: by the ids of our own file, then what came before
 * in a file, then the same work. A line without a time of day is any of its day, and one without a rate any of the
 * others, so these come last. Others get their turn between groups of lines.
 */
function* compareLines({ db, config }: CompareServices, importId: number): Generator<void> {
  inTransaction(db, () => prepared(db, UNKNOWN).run(importId));
  const comparing = { db, importId, taken: new Set<number>() };
  const { taken } = comparing;
  if (hasOurIds(db, importId)) {
    const twice = listIdsTwice(db, importId);
    const rows = prepared<OwnRow>(db, OWN_ROWS());
    yield* markLines(comparing, rows, (row) => judgeOwn(db, row, twice));
  }
  for (const exactly of [true, false]) {
    const rows = prepared<DigestedRow>(db, DIGESTED);
    yield* markLines(comparing, rows, (row) => found(findKept(db, row, { taken, exactly })));
  }
  for (const group of prepared<Lines>(db, GROUPS).all(importId)) {
    yield* markLines(comparing, prepared<Row>(db, ROWS(group)), (row) =>
      found(findAlike(db, row, { period: periodOf(row, config.timeZone), taken })),
    );
  }
}

const found = (log: number | null): Found | null => (log === null ? null : { log });

type Page = { id: number; after: number; most: number };

type Comparing = { db: Database; importId: number; taken: Set<number> };

/** Goes through lines, a step at a time, and marks those that `judge` knows. */
function* markLines<Line extends { line: number }>(
  { db, importId, taken }: Comparing,
  lines: { all: (page: Page) => Line[] },
  judge: (line: Line) => Found | null,
): Generator<void> {
  for (let after = 0; ;) {
    const rows = lines.all({ id: importId, after, most: STEP });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.line;
    const known: (Found & { line: number })[] = [];
    for (const [at, row] of rows.entries()) {
      if (at > 0 && at % TURN === 0) yield;
      const is = judge(row);
      if (is === null) continue;
      taken.add(is.log);
      known.push({ ...is, line: row.line });
    }
    inTransaction(db, () => {
      for (const { log, line, isChanged = false, doubt = null } of known) {
        prepared(db, KNOWN).run({ id: importId, log, line, isChanged: Number(isChanged), doubt });
      }
    });
    yield;
  }
}

/** A log that is like a line and no other line yet; null: there is none. */
function findAlike(
  db: Database,
  row: Row,
  { period, taken }: { period: Period; taken: ReadonlySet<number> },
): number | null {
  const { items, ratePence } = row;
  const alike =
    items === null
      ? listTimeLike(db, row, period)
      : listHardwareLike(db, { ...row, items }, period);
  const log = alike.find(
    ({ id, rate }) => !taken.has(id) && (ratePence === null || rate === ratePence),
  );
  return log?.id ?? null;
}

const MINUTE = 60_000;

function periodOf({ date, day, hasTime }: Row, timeZone: string): Period {
  if (hasTime) {
    const from = Math.floor(date / MINUTE) * MINUTE;
    return { from, until: from + MINUTE };
  }
  const startOf = (of: string) => startOfBusinessDay(of, timeZone).getTime();
  return { from: startOf(day), until: startOf(addToDay(day, 1)) };
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
      prepared(db, KNOWN).run({ id: importId, line, log: null, isChanged: 0, doubt: null });
    }
  });
}

type Compared = { importId: number; format: string };

type CompareServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

/** Marks what is here already, letting others have their turn. */
export async function compareFile(
  services: CompareServices & Pick<Services, 'longWrites'>,
  compared: Compared,
  signal: AbortSignal,
): Promise<void> {
  const { longWrites } = services;
  await longWrites.over();
  for (const step of steps(services, compared)) {
    if (signal.aborted) return;
    await setImmediate(step);
    await longWrites.over();
  }
}

/** Does what {@link compareFile} does, at once: within the transaction that writes. */
export function compareNow(services: CompareServices, compared: Compared): void {
  Array.from(steps(services, compared));
}

function* steps(services: CompareServices, { importId, format }: Compared): Generator<void> {
  if (format === 'clients') compareNames(services.db, importId, 'clients');
  else if (format === 'work-types') compareNames(services.db, importId, 'work_types');
  else yield* compareLines(services, importId);
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
