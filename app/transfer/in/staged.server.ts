import { setImmediate } from 'node:timers/promises';
import { prepared, type Database } from '#db/connection.server.ts';
import type { ImportNameKind } from '#db/words.ts';
import type { Services } from '../../context.server.ts';
import { eq } from 'drizzle-orm';
import { imports, type ImportRow } from '#db/schema.ts';
import { notFound } from '../../lib/errors.ts';
import { readChoices } from './choices.ts';
import { addToDay } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { withoutSigns } from '../../lib/text.ts';
import { FULL_DAY, LONG_LOG } from '../../work-logs/work-logs.ts';

/** The lines of a file that was read: counted, listed, and cleared when the import has ended. */

/** SQL for what is wrong with a line `r`: its own problem, or, where it is not here already, that of a name. */
const PROBLEM =
  'coalesce(r.problem, r.doubt, iif(r.is_known and not r.is_changed, null, coalesce(c.problem, t.problem)))';
const JOINED = `import_rows r left join import_names c on c.id = r.client_name
  left join import_names t on t.id = r.work_type_name`;

const COUNTS = `select count(*) filter (where problem is null and not is_known) as newCount,
    count(*) filter (where problem is null and is_known and not is_changed) as knownCount,
    count(*) filter (where problem is null and is_changed) as changedCount,
    count(problem) as problemCount
  from (select ${PROBLEM} as problem, r.is_known, r.is_changed from ${JOINED} where r.import_id = ?)`;

/** How many lines are new, are here already, say something else than their logs, and have a problem. */
type Counts = {
  newCount: number;
  knownCount: number;
  changedCount: number;
  problemCount: number;
};

/** Counts the lines of an import. */
export function countStaged(db: Database, importId: number): Counts {
  const counts = prepared<Counts>(db, COUNTS).get(importId);
  return counts ?? { newCount: 0, knownCount: 0, changedCount: 0, problemCount: 0 };
}

const DELETED = `select count(*) from import_rows r where import_id = ? and is_known
  and known_log is not null and not exists (select 1 from work_logs where id = r.known_log)`;

/** How many lines are here only as logs that were deleted. */
export function countDeleted(db: Database, importId: number): number {
  return Number(prepared(db, DELETED).pluck().get(importId));
}

/** A line with a problem. */
type Problem = { line: number; message: string };

const PROBLEMS = (cells = '') => `select r.line, ${PROBLEM} as message ${cells} from ${JOINED}
  where r.import_id = ? and ${PROBLEM} is not null and r.line > ? order by r.line limit ?`;

/** The most problems that are listed at once. */
const MOST_PROBLEMS = 10_000;

type Part = { after?: number; most?: number };

/** The lines with a problem that come after a line, at most `most`. */
export function listProblems(
  db: Database,
  importId: number,
  { after = 0, most = MOST_PROBLEMS }: Part = {},
): Problem[] {
  return prepared<Problem>(db, PROBLEMS()).all(importId, after, most);
}

/** How much of cells is on one page, in characters. */
const MOST_CELLS = 250_000;

/** The same with their cells, JSON, where they can be mended; fewer where these are long. */
export function listMendable(
  db: Database,
  importId: number,
  { after = 0, most = MOST_PROBLEMS }: Part,
) {
  const problems: (Problem & { cells: string | null })[] = [];
  let length = 0;
  const lines = prepared<(typeof problems)[number]>(db, PROBLEMS(', r.cells'));
  for (const problem of lines.iterate(importId, after, most)) {
    problems.push(problem);
    length += problem.cells?.length ?? 0;
    if (length > MOST_CELLS) break;
  }
  return problems;
}

/** A name of the file: what it means, and how many lines have it. */
type StagedName = {
  kind: ImportNameKind;
  name: string;
  isHardware: number;
  recordId: number | null;
  problem: string | null;
  lines: number;
};

const USED_NAMES = `with used as (
    select client_name as id, count(*) as lines from import_rows where import_id = :id group by 1
    union all
    select work_type_name, count(*) from import_rows where import_id = :id group by 1
    union all
    select person_name, count(*) from import_rows where import_id = :id group by 1)
  select n.kind, n.name, n.is_hardware as isHardware, n.record_id as recordId, n.problem, used.lines,
    count(*) over () as count
  from import_names n join used on used.id = n.id`;
const STAGED_NAMES = `select * from (${USED_NAMES} order by n.problem is null limit :most)
  order by kind, name = '' desc, problem is null, recordId is not null, name collate nocase`;

const NAMES_MEANT = `select kind, name, is_hardware as isHardware, record_id as recordId, problem
  from import_names where import_id = ?`;

/** All names in a file, with what they mean. */
export function listNamesMeant(db: Database, importId: number): Omit<StagedName, 'lines'>[] {
  return prepared<StagedName>(db, NAMES_MEANT).all(importId);
}

/** At most `most` of the names in a file, those with a problem before others, and how many there are. */
export function listStagedNames(
  db: Database,
  importId: number,
  most: number,
): { names: StagedName[]; count: number } {
  const names = prepared<StagedName & { count: number }>(db, STAGED_NAMES).all({
    id: importId,
    most,
  });
  return { names, count: names[0]?.count ?? 0 };
}

/** A hardware log that is to be made, with its items as JSON (`StagedItems`). */
type StagedHardware = { line: number; day: string; client: string; items: string };

const HARDWARE = `from ${JOINED} where r.import_id = :id and r.is_hardware and not r.is_known
  and ${PROBLEM} is null`;

/** The first `most` hardware logs that a file would make, and how many there are. */
export function listStagedHardware(
  db: Database,
  importId: number,
  most: number,
): { logs: StagedHardware[]; count: number } {
  const rows = `select r.line, r.day, c.name as client, r.record as items ${HARDWARE}
    order by r.line limit :most`;
  return {
    logs: prepared<StagedHardware>(db, rows).all({ id: importId, most }),
    count: Number(prepared(db, `select count(*) ${HARDWARE}`).pluck().get({ id: importId })),
  };
}

const STEP = 2_000;
const KEEP = `update import_rows set problem = found.problem
  from (select r.line, ${PROBLEM} as problem from ${JOINED}
    where r.import_id = :id and r.problem is null) found
  where import_id = :id and import_rows.line = found.line and found.problem is not null`;
const HAS_PROBLEM = `select 1 from import_names where import_id = :id and problem is not null
  union all select 1 from import_rows where import_id = :id and doubt is not null limit 1`;
const CLEAR = (all: boolean) => `delete from import_rows where import_id = :id and line in (
  select line from import_rows where import_id = :id ${all ? '' : 'and problem is null'} limit ${STEP})`;
const CLEAR_NAMES = 'delete from import_names where import_id = ?';

/**
 * Takes away the lines of an import, in steps, but for those with a problem; `all`: these too, since it is read
 * again.
 */
export async function clearStaged(
  { db, longWrites }: Pick<Services, 'db' | 'longWrites'>,
  importId: number,
  all = false,
): Promise<void> {
  await longWrites.over();
  const of = { id: importId };
  if (!all && prepared(db, HAS_PROBLEM).get(of)) prepared(db, KEEP).run(of);
  while (prepared(db, CLEAR(all)).run({ id: importId }).changes > 0) {
    await setImmediate();
    await longWrites.over();
  }
  prepared(db, CLEAR_NAMES).run(importId);
}

/** The row of an import: found, and changed. */

/** One import by its id, or null. */
export function findImport({ db }: Pick<Services, 'db'>, id: number): ImportRow | null {
  return db.select().from(imports).where(eq(imports.id, id)).get() ?? null;
}

/** One import. Throws 404. */
export function getImport(services: Pick<Services, 'db'>, id: number): ImportRow {
  const row = findImport(services, id);
  if (row === null) throw notFound('The import');
  return row;
}

/** An import that was begun. Throws 404 for a file that somebody only looks at. */
export function getBegunImport(services: Pick<Services, 'db'>, id: number): ImportRow {
  const row = getImport(services, id);
  const isLook =
    row.status === 'waiting' ||
    (row.status === 'reading' && !readChoices(row.choices).writesAtOnce);
  if (isLook) throw notFound('The import');
  return row;
}

/** Changes the row of an import. */
export function setImport(
  { db }: Pick<Services, 'db'>,
  id: number,
  values: Partial<ImportRow>,
): void {
  db.update(imports).set(values).where(eq(imports.id, id)).run();
}

/** What confirms the doubtful lines of a file, all at once. */
export const CONFIRM_FILE = 'doubtful';

const NEW = 'import_id = :id and problem is null and not is_known';
const LINES = `select count(*) filter (where minutes > ${LONG_LOG}) as long,
  count(*) filter (where day < :yearAgo) as old from import_rows where ${NEW}`;
const DAYS = `select count(*) from (select 1 from import_rows where ${NEW}
  group by person_name, day having sum(minutes) > ${FULL_DAY})`;
const NAMES = `select name from import_names
  where import_id = :id and kind = 'client' and record_id is null and problem is null
  union select record ->> 'name' from import_rows where ${NEW} and minutes is null and not is_hardware`;

/** What of a file would be asked about if somebody typed it in, as a sentence; null: nothing. */
export function doubtsOfFile(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: number,
): string | null {
  const yearAgo = addToDay(clock().toISOString().slice(0, 10), -366);
  const lines = prepared<{ long: number; old: number }>(db, LINES).get({ id, yearAgo });
  const days = Number(prepared(db, DAYS).pluck().get({ id }));
  const known = new Set(prepared<string>(db, 'select name from clients').pluck().all());
  const here = new Set([...known].map(withoutSigns));
  const isTwin = (name: string | null) =>
    name !== null && !known.has(name) && here.has(withoutSigns(name));
  const names = prepared<string | null>(db, NAMES).pluck().all({ id });
  const twins = names.filter(isTwin).length;
  const found = [
    [lines?.old ?? 0, 'more than a year old'],
    [lines?.long ?? 0, 'of more than 16 hours'],
    [days, 'days of a person with more than 24 hours'],
    [twins, 'new clients with the name of one that is here, but for punctuation'],
  ] as const;
  const said = found.flatMap(([count, what]) =>
    count > 0 ? [`${formatCount(count)} ${what}`] : [],
  );
  return said.length === 0 ? null : `The file has lines that are doubtful: ${said.join(', ')}.`;
}
