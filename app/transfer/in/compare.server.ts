import { setImmediate } from 'node:timers/promises';
import { prepared, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { findAlike, findKept } from './alike.server.ts';
import { plainName } from './names.server.ts';
import { hasOurIds, judgeOwn, listIdsTwice, type Found } from './own-rows.server.ts';
import { inTransaction } from './reading/stage.server.ts';
import { stepsOfLines, type StagedLine } from './staged.server.ts';

/** How many are compared before others get their turn: some hundredths of a second where the code has not run for a while. */
const TURN = 100;

const KNOWN = `update import_rows set is_known = 1, known_log = :log, is_changed = :isChanged,
    doubt = :doubt
  where import_id = :id and line = :line`;
const UNKNOWN = `update import_rows set is_known = 0, known_log = null, is_changed = 0, doubt = null
  where import_id = ? and is_known`;

/** Lines that are compared with the same work, in this order: with a time of day or for a whole day, with a rate or without. */
const GROUPS = [
  'r.has_time and r.rate_pence is not null',
  'r.has_time and r.rate_pence is null',
  'not r.has_time and r.rate_pence is not null',
  'not r.has_time and r.rate_pence is null',
];

/**
 * Marks the lines that are here already, each as a log of its own: by the ids of our own file, then what came before
 * in a file, then the same work. A line without a time of day is any of its day, and one without a rate any of the
 * others, so these come last. Others get their turn between groups of lines.
 */
function* compareLines({ db, config }: CompareServices, importId: number): Generator<void> {
  inTransaction(db, () => prepared(db, UNKNOWN).run(importId));
  const taken = new Set<number>();
  const comparing = { db, importId, taken };
  const { timeZone } = config;
  if (hasOurIds(db, importId)) {
    const twice = listIdsTwice(db, importId);
    yield* markLines(comparing, 'r.own_id is not null', (line) => judgeOwn(db, line, twice));
  }
  for (const exactly of [true, false]) {
    yield* markLines(comparing, 'not r.is_known', (line) =>
      found(findKept(db, line, { taken, exactly })),
    );
  }
  for (const group of GROUPS) {
    yield* markLines(comparing, `not r.is_known and ${group}`, (line) =>
      found(findAlike(db, line, { taken, timeZone })),
    );
  }
}

const found = (log: number | null): Found | null => (log === null ? null : { log });

type Comparing = { db: Database; importId: number; taken: Set<number> };

/** Goes through lines, a step at a time, and marks those that `judge` knows; `which`: SQL for a condition of a line `r`. */
function* markLines(
  { db, importId, taken }: Comparing,
  which: string,
  judge: (line: StagedLine) => Found | null,
): Generator<void> {
  for (const lines of stepsOfLines(db, importId, which)) {
    const known: (Found & { line: number })[] = [];
    for (const [at, line] of lines.entries()) {
      if (at > 0 && at % TURN === 0) yield;
      const is = judge(line);
      if (is === null) continue;
      taken.add(is.log);
      known.push({ ...is, line: line.line });
    }
    inTransaction(db, () => {
      for (const { log, line, isChanged = false, doubt = null } of known) {
        prepared(db, KNOWN).run({ id: importId, log, line, isChanged: Number(isChanged), doubt });
      }
    });
    yield;
  }
}

const OWN_NAMES = `select line, record ->> 'name' as name from import_rows
  where import_id = ? and problem is null order by line`;

/** Marks the lines of our clients or work types whose name is here as often. */
function compareNames(db: Database, importId: number, table: 'clients' | 'work_types'): void {
  const left = new Map<string, number>();
  for (const name of prepared<string>(db, `select name from ${table}`).pluck().all()) {
    left.set(plainName(name), (left.get(plainName(name)) ?? 0) + 1);
  }
  const lines = prepared<{ line: number; name: string }>(db, OWN_NAMES).all(importId);
  inTransaction(db, () => {
    prepared(db, UNKNOWN).run(importId);
    for (const { line, name } of lines) {
      const count = left.get(plainName(name)) ?? 0;
      if (count === 0) continue;
      left.set(plainName(name), count - 1);
      prepared(db, KNOWN).run({ id: importId, line, log: null, isChanged: 0, doubt: null });
    }
  });
}

type Compared = { importId: number; format: string | null };

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
