import { setImmediate } from 'node:timers/promises';
import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, type Database } from '#db/connection.server.ts';
import { importRows } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { addToDay } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { gatherTwins } from '../../lib/twins.ts';
import { timeTotal } from '../../lib/money.ts';
import { DEFAULT_STANDARD_RATE_PENCE } from '../../records/client-fields.ts';
import { FALLBACK_RATE_PENCE } from '../../records/fallback-rate.ts';
import { toItemColumns, type HardwareItemInput } from '../../work-logs/hardware/hardware-items.ts';
import { worthOf } from '../../work-logs/hardware/item-prices.ts';
import { rateForNewLog } from '../../work-logs/rates/rates.ts';
import { findImport } from './import-row.server.ts';
import { FULL_DAY, LONG_LOG } from '../../work-logs/work-logs.ts';

/** The lines of a file that was read: gone through, counted, listed, and cleared when the import has ended. */

/** What stands under another name in a list of lines, or not at all. */
const NOT_LISTED = ['problem', 'record', 'cells', 'clientName', 'workTypeName'] as const;
const LISTED = columnsOf(importRows, 'r', NOT_LISTED).text;

type Row = Stored<Omit<typeof importRows.$inferSelect, (typeof NOT_LISTED)[number]>>;

/** What a line has that has no problem of its own. */
type Read = 'digest' | 'raw' | 'date' | 'day' | 'minutes' | 'description' | 'billable';

/** A line of work without a problem of its own, as it is stored, and what its names mean. */
export type StagedLine = Omit<Row, Read> & { [Column in Read]: NonNullable<Row[Column]> } & {
  /** Null: not here yet, or not to be told. */
  clientId: number | null;
  workTypeId: number | null;
  /** What these are called here, or else in the file. */
  client: string;
  workType: string;
  /** What they are called in the file. */
  clientWord: string;
  typeWord: string;
  /** Null: none, or not here yet. */
  jobId: number | null;
  /** Of hardware: {@link stagedItems}. */
  items: string | null;
  /** Who logged it; null: nobody here. Where the file has no `personName`, it is whoever imports it. */
  personId: number | null;
  /** Why it cannot be imported, null: it can. */
  problem: string | null;
  /** The rates that are here: the client's, the work type's and the job's. */
  standardRate: number | null;
  typeRate: number | null;
  jobRate: number | null;
};

/** SQL for what is wrong with a line `r` of {@link JOINED}: its own problem, or, where it is not here already, that of a name. */
export const PROBLEM =
  'coalesce(r.problem, r.doubt, iif(r.is_known and not r.is_changed, null, coalesce(c.problem, t.problem)))';
/** SQL for the lines `r` of imports, with their clients `c` and work types `t`. */
export const JOINED = `import_rows r left join import_names c on c.id = r.client_name
  left join import_names t on t.id = r.work_type_name`;
/** SQL that joins to {@link JOINED} the clients `k`, work types `y` and jobs `j` that names mean, and for their rates. */
export const RATED = `left join clients k on k.id = c.record_id
  left join work_types y on y.id = t.record_id
  left join jobs j on j.client_id = c.record_id and j.name = r.job_name`;
export const RATES = `k.standard_rate_pence as standardRate, y.hourly_rate_pence as typeRate,
    j.hourly_rate_pence as jobRate`;

const LINES = (which: string) => `select ${LISTED},
    c.name as clientWord, t.name as typeWord, c.record_id as clientId, t.record_id as workTypeId,
    coalesce(k.name, c.name) as client, coalesce(y.name, t.name) as workType, j.id as jobId,
    ${RATES}, r.record as items, p.record_id as personId, ${PROBLEM} as problem
  from ${JOINED} ${RATED} left join import_names p on p.id = r.person_name
  where r.import_id = :id and r.problem is null and ${which} and r.line > :after
  order by r.line limit :most`;

/** Lines of an import after a line, at most so many; `which`: SQL for a condition of a line `r`. */
export function listLines(
  db: Database,
  id: number,
  { which, after = 0, most }: { which: string; after?: number; most: number },
): StagedLine[] {
  return prepared<StagedLine>(db, LINES(which)).all({ id, after, most });
}

const STEP = 500;

/** All of them, in steps, each of which is read when it is asked for. */
export function* stepsOfLines(db: Database, id: number, which: string): Generator<StagedLine[]> {
  for (let after = 0; ;) {
    const lines = listLines(db, id, { which, after, most: STEP });
    const last = lines.at(-1);
    if (last === undefined) return;
    after = last.line;
    yield lines;
  }
}

/** The items of a hardware log until it is made: quantities and prices in ten-thousandths, rates of VAT in hundredths of a per cent. */
export function stagedItems(json: string): HardwareItemInput[] {
  return (JSON.parse(json) as { items: HardwareItemInput[] }).items;
}

/** What the worth of a line depends on where it becomes a log. */
export type Priced = Pick<
  StagedLine,
  'minutes' | 'ratePence' | 'items' | 'standardRate' | 'typeRate' | 'jobRate'
>;

/** The rate of a line as a new log, by our rules where it has none, and what it comes to, in pence. */
export function priceOf({ minutes, ratePence, items, standardRate, typeRate, jobRate }: Priced) {
  if (items !== null) {
    return { rate: 0, total: worthOf(stagedItems(items).map(toItemColumns)).totalPence };
  }
  const client = { standardRatePence: standardRate ?? DEFAULT_STANDARD_RATE_PENCE };
  const workType = { hourlyRatePence: typeRate ?? FALLBACK_RATE_PENCE };
  const rate = ratePence ?? rateForNewLog(client, workType, { name: '', hourlyRatePence: jobRate });
  return { rate, total: timeTotal(minutes, rate) };
}

const COUNTS = `select count(*) filter (where problem is null and not is_known) as newCount,
    count(*) filter (where problem is null and is_known and not is_changed) as knownCount,
    count(*) filter (where problem is null and is_changed) as changedCount,
    count(problem) as problemCount
  from (select ${PROBLEM} as problem, r.is_known, r.is_changed from ${JOINED} where r.import_id = ?)`;

const NO_COUNTS = { newCount: 0, knownCount: 0, changedCount: 0, problemCount: 0 };

/** How many lines of an import are new, are here already, say something else than their logs, and have a problem. */
export function countStaged(db: Database, importId: number) {
  return prepared<typeof NO_COUNTS>(db, COUNTS).get(importId) ?? NO_COUNTS;
}

const NOTEWORTHY = `select count(*) filter (where r.known_log is not null and w.id is null) as deleted,
    count(*) filter (where r.problem is null and r.doubt is null and r.is_invoiced
      and not w.is_invoiced and w.billable) as billedThere,
    count(*) filter (where r.says = '' and not r.is_changed) as older,
    coalesce(max(r.is_asked), 0) as asked
  from import_rows r left join work_logs w on w.id = r.known_log where r.import_id = ?`;

/**
 * How many lines are here only as logs that were deleted, how many are invoiced where they come from and their logs here
 * are still to be billed, how many say what their logs were before these were changed here, and whether it is asked (1)
 * of some whether they are the same work as what came before.
 */
export function noteworthyIn(db: Database, importId: number) {
  const none = { deleted: 0, billedThere: 0, older: 0, asked: 0 };
  return prepared<typeof none>(db, NOTEWORTHY).get(importId) ?? none;
}

const PROBLEMS = (cells = '') => `select r.line, ${PROBLEM} as message ${cells} from ${JOINED}
  where r.import_id = ? and ${PROBLEM} is not null and r.line > ? order by r.line limit ?`;

const MOST_PROBLEMS = 10_000;

type Problem = { line: number; message: string };

/** The lines with a problem that come after a line, at most `most`. */
export function listProblems(db: Database, importId: number, after = 0, most = MOST_PROBLEMS) {
  return prepared<Problem>(db, PROBLEMS()).all(importId, after, most);
}

/** How much of cells is on one page, in characters. */
const MOST_CELLS = 250_000;

/** The same with their cells, JSON, where they can be mended; fewer where these are long. */
export function listMendable(db: Database, importId: number, after: number, most: number) {
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

const KEEP = `update import_rows set problem = found.problem
  from (select r.line, ${PROBLEM} as problem from ${JOINED}
    where r.import_id = :id and r.problem is null) found
  where import_id = :id and import_rows.line = found.line and found.problem is not null`;
const HAS_PROBLEM = `select 1 from import_names where import_id = :id and problem is not null
  union all select 1 from import_rows where import_id = :id and doubt is not null limit 1`;
const CLEAR = (all: boolean) => `delete from import_rows where import_id = :id and line in (
  select line from import_rows where import_id = :id ${all ? '' : 'and problem is null'} limit 2000)`;
const CLEAR_NAMES = 'delete from import_names where import_id = ?';

/**
 * Takes away the lines of an import but for those with a problem; `all`: these too, since it is read again. In steps, since
 * a file may have half a million lines, and others wait meanwhile.
 */
export async function clearStaged(
  { db, longWrites }: Pick<Services, 'db' | 'longWrites'>,
  importId: number,
  all = false,
): Promise<void> {
  await longWrites.over();
  const of = { id: importId };
  if (!all && prepared(db, HAS_PROBLEM).get(of)) prepared(db, KEEP).run(of);
  while (prepared(db, CLEAR(all)).run(of).changes > 0) {
    await setImmediate();
    await longWrites.over();
  }
  prepared(db, CLEAR_NAMES).run(importId);
}

/** What confirms the doubtful lines of a file, all at once. */
export const CONFIRM_FILE = 'doubtful';

const NEW = 'import_id = :id and problem is null and not is_known';
const DOUBTFUL = `select count(*) filter (where minutes > ${LONG_LOG}) as long,
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
  const lines = prepared<{ long: number; old: number }>(db, DOUBTFUL).get({ id, yearAgo });
  const days = Number(prepared(db, DAYS).pluck().get({ id }));
  const isAsked = findImport({ db }, id)?.choices.twins === null;
  const here = gatherTwins(prepared<{ name: string }>(db, 'select name from clients').all());
  const names = isAsked ? prepared<string | null>(db, NAMES).pluck().all({ id }) : [];
  const twins = names.filter((name) => name !== null && here.find(name) !== null).length;
  const say = (count: number, what: string) => (count > 0 ? [`${formatCount(count)} ${what}`] : []);
  const said = [
    ...say(lines?.old ?? 0, 'more than a year old'),
    ...say(lines?.long ?? 0, 'of more than 16 hours'),
    ...say(days, 'days of a person with more than 24 hours'),
    ...say(twins, 'new clients with the name of one that is here, but for punctuation'),
  ];
  return said.length === 0 ? null : `The file has lines that are doubtful: ${said.join(', ')}.`;
}
