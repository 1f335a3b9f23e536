import { setImmediate } from 'node:timers/promises';
import { prepared, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { gatherTwins } from '../../lib/twins.ts';
import { findAlike } from './alike.server.ts';
import {
  findKept,
  findRaw,
  hasIdsFromBefore,
  judgeById,
  judgeLike,
  judgeOtherId,
  listChosenAlike,
  listIdsTwice,
} from './came.server.ts';
import type { Comparing, Found, Judge } from './comparing.ts';
import { getImport, type Import } from './import-row.server.ts';
import { plainName } from './names.server.ts';
import { isOfClients, isOfRecords } from './reading/formats.ts';
import { hasForeignIds, hasOurIds, judgeOwn, saidBy } from './own-rows.server.ts';
import { inTransaction } from './reading/stage.server.ts';
import { stepsOfLines } from './staged.server.ts';

/** How many are compared before others get their turn: some hundredths of a second where the code has not run for a while. */
const TURN = 100;

const KNOWN = `update import_rows set is_known = 1, known_log = :log, is_changed = :isChanged,
    says = :says, doubt = :doubt, is_asked = :isAsked
  where import_id = :id and line = :line`;
const UNKNOWN = `update import_rows set is_known = 0, known_log = null, is_changed = 0, says = null,
    doubt = null, is_asked = 0
  where import_id = ? and is_known`;

/** Lines that are compared with the same work, in this order: with a time of day or for a whole day, with a rate or without. */
const GROUPS = [
  'r.has_time and r.rate_pence is not null',
  'r.has_time and r.rate_pence is null',
  'not r.has_time and r.rate_pence is not null',
  'not r.has_time and r.rate_pence is null',
];

/**
 * Marks the lines that are here already, each as a log of its own: by ids, those of our own file or those with which
 * lines came before; then by the cells and the words with which they came; then as the same work. A line without a
 * time of day is any of its day, and one without a rate any of the others, so these come last, and after them what is
 * asked. Others get their turn between groups of lines.
 */
function* compareLines(
  { db, config }: CompareServices,
  { id: importId, format: source, survey, choices: { again } }: Import,
): Generator<void> {
  inTransaction(db, () => prepared(db, UNKNOWN).run(importId));
  const wasSource = hasIdsFromBefore(db, importId, source);
  const isForeign = source !== 'work-logs' || wasSource || hasForeignIds(db, importId);
  const isOurs = hasOurIds(db, importId) || (again === 'same' && !isForeign);
  const hasItsIds = !isOurs && (wasSource || again === 'same');
  const comparing: Comparing = {
    ...{ db, importId, source, again, isForeign, hasItsIds },
    timeZone: config.timeZone,
    taken: new Set(),
    twice: listIdsTwice(db, importId),
    columns: saidBy(survey?.columns ?? {}),
    chosenAlike: listChosenAlike(db, importId),
    lists: new Map(),
  };
  const mark = (which: string, judge: Judge) => markLines(comparing, which, judge);
  const unknown = 'not r.is_known';
  const withId = `${unknown} and r.source_id is not null`;
  if (isOurs) yield* mark('r.own_id is not null', judgeOwn);
  if (hasItsIds) yield* mark(withId, judgeById);
  yield* mark(unknown, findRaw);
  for (const exactly of [true, false]) yield* mark(unknown, findKept(exactly));
  for (const group of GROUPS) yield* mark(`${unknown} and ${group}`, findAlike);
  yield* mark(unknown, judgeLike);
  if (again === 'ask' && !isOurs && !wasSource) yield* mark(withId, judgeOtherId);
}

/** Goes through lines, a step at a time, and marks those that `judge` knows; `which`: SQL for a condition of a line `r`. */
function* markLines(comparing: Comparing, which: string, judge: Judge): Generator<void> {
  const { db, importId, taken } = comparing;
  for (const lines of stepsOfLines(db, importId, which)) {
    const known: (Found & { line: number })[] = [];
    for (const [at, line] of lines.entries()) {
      if (at > 0 && at % TURN === 0) yield;
      const is = judge(line, comparing);
      if (is === null) continue;
      // With an answer it may be another's.
      if (!is.isAsked) taken.add(is.log);
      known.push({ ...is, line: line.line });
    }
    inTransaction(db, () => {
      for (const { log, line, isChanged = false, doubt = null, ...is } of known) {
        const flags = { isChanged: Number(isChanged), isAsked: Number(is.isAsked ?? false) };
        const says = is.says?.join(',') ?? null;
        prepared(db, KNOWN).run({ id: importId, log, line, doubt, says, ...flags });
      }
    });
    yield;
  }
}

const OWN_NAMES = `select line, record ->> 'name' as name from import_rows
  where import_id = ? and problem is null order by line`;

/**
 * Judges the lines of clients or work types: whether the name is here, or else the twin of a client's (lib/twins.ts).
 * In our own file a name is here as often as in it, since two may have one name; in another program's list it is one
 * client's, however often it stands there.
 */
export function judgeNames(db: Database, { id, format }: Pick<Import, 'id' | 'format'>) {
  const isList = format === 'client-list';
  const table = isOfClients(format) ? 'clients' : 'work_types';
  const here = prepared<{ name: string }>(db, `select name from ${table}`).all();
  const twins = gatherTwins(isOfClients(format) ? here : []);
  const left = new Map<string, number>();
  for (const { name } of here) left.set(plainName(name), (left.get(plainName(name)) ?? 0) + 1);
  const lines = prepared<{ line: number; name: string }>(db, OWN_NAMES).all(id);
  return lines.map(({ line, name }) => {
    const count = left.get(plainName(name)) ?? 0;
    const isKnown = count > 0;
    const twin = isKnown ? null : (twins.find(name)?.name ?? null);
    if (isList) left.set(plainName(name), 1);
    else if (isKnown) left.set(plainName(name), count - 1);
    if (isList && !isKnown && twin === null) twins.add({ name });
    return { line, name, isKnown, twin };
  });
}

function compareNames(db: Database, row: Import): void {
  const { id } = row;
  const lines = judgeNames(db, row);
  inTransaction(db, () => {
    prepared(db, UNKNOWN).run(id);
    for (const { line, isKnown, twin } of lines) {
      if (!isKnown && (twin === null || row.choices.twins !== 'existing')) continue;
      const flags = { isChanged: 0, isAsked: 0 };
      prepared(db, KNOWN).run({ id, line, log: null, says: null, doubt: null, ...flags });
    }
  });
}

type CompareServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

/** Marks what of a file that was read is here already, letting others have their turn. */
export async function compareFile(
  services: CompareServices & Pick<Services, 'longWrites'>,
  importId: number,
  signal: AbortSignal,
): Promise<void> {
  const { longWrites } = services;
  await longWrites.over();
  for (const step of steps(services, importId)) {
    if (signal.aborted) return;
    await setImmediate(step);
    await longWrites.over();
  }
}

/** Does what {@link compareFile} does, at once: within the transaction that writes. */
export function compareNow(services: CompareServices, importId: number): void {
  Array.from(steps(services, importId));
}

function* steps(services: CompareServices, importId: number): Generator<void> {
  const row = getImport(services, importId);
  if (isOfRecords(row.format)) compareNames(services.db, row);
  else yield* compareLines(services, row);
}
