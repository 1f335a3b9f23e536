import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, type Database } from '#db/connection.server.ts';
import { importLines } from '#db/schema.ts';
import { findWorkLog } from '../../work-logs/work-logs.server.ts';
import { minuteOf } from './alike.server.ts';
import { plainName } from './names.server.ts';
import type { Comparing, Found, Judge, KeptLine, LineField } from './comparing.ts';
import { changeOf, doubtOf } from './edits.server.ts';
import { lastingLog } from './own-rows.server.ts';
import { JOINED, PROBLEM, type StagedLine } from './staged.server.ts';

/**
 * The lines that came before, as they were. Each names the log that it became, whatever that is by now: changed,
 * invoiced or deleted. Lines whose log is not what they say (`digest` is null) count for nothing here.
 */

const COUNTS = 'k.digest is not null and k.work_log_id is not null';

type Key = 'digest' | 'raw';

const KEPT = (by: Key) => `select distinct k.work_log_id as log, k.rate_pence as rate, k.project,
    iif(k.source = :source, k.source_id, null) as sourceId, w.created_by as person,
    w.hourly_rate_pence as rateNow
  from import_lines k left join work_logs w on w.id = k.work_log_id
  where k.${by} = :key and ${COUNTS} order by 1`;

/** The logs of lines with the same words, or the same cells, that are no other line's by now. */
function listKept(by: Key, key: string, { db, source, lists, taken }: Comparing): KeptLine[] {
  // Kept while a file is compared, or each of a thousand equal lines would read all of it.
  const list = `${by} ${key}`;
  const all = lists.get(list) ?? prepared<KeptLine>(db, KEPT(by)).all({ key, source });
  const left = all.filter(({ log }) => !taken.has(log));
  lists.set(list, left);
  return left;
}

const isNoOther = <Value>(one: Value | null, other: Value | null) =>
  one === null || other === null || one === other;

/** Those of the same words. Where ids tell lines apart, another id is another line. */
function listAlike({ digest, sourceId }: StagedLine, comparing: Comparing): KeptLine[] {
  const alike = listKept('digest', digest, comparing);
  return alike.filter((kept) => !comparing.hasItsIds || isNoOther(kept.sourceId, sourceId));
}

const isSamePerson = ({ personName, personId }: StagedLine, { person }: KeptLine) =>
  personName === null || isNoOther(personId, person);

const asLog = (kept: KeptLine | undefined) => (kept === undefined ? null : { log: kept.log });

/** Knows lines that came with the same words. Unless `exactly`, either may lack its rate or project. */
export function findKept(exactly: boolean): Judge {
  const isSame = exactly ? Object.is : isNoOther;
  return (line, comparing) =>
    asLog(
      listAlike(line, comparing).find(
        (kept) =>
          isSame(kept.rate, line.ratePence) &&
          isSame(kept.project, line.project) &&
          isSamePerson(line, kept),
      ),
    );
}

/** Knows a line that came with the very same cells, however they are read by now. */
export function findRaw({ raw }: StagedLine, comparing: Comparing): Found | null {
  return asLog(listKept('raw', raw, comparing)[0]);
}

/** A line whose words came before, but for its project, its rate or who logged it: that is asked, unless it was answered. */
export function judgeLike(line: StagedLine, comparing: Comparing): Found | null {
  const { db, again } = comparing;
  const [kept] = again === 'other' ? [] : listAlike(line, comparing);
  if (kept === undefined) return null;
  const hasOtherRate = !isNoOther(kept.rate, line.ratePence) && kept.rateNow !== line.ratePence;
  const others = [
    isNoOther(kept.project, line.project) ? [] : ['project'],
    hasOtherRate ? ['rate'] : [],
    isSamePerson(line, kept) ? [] : ['person'],
  ].flat();
  if (others.length === 0 || again === 'same') {
    return asSaid(db, line, kept.log, hasOtherRate ? ['rate'] : []);
  }
  const but = new Intl.ListFormat('en-GB').format(others);
  const why = `It is like a line that came before (log ${kept.log}) but for its ${but}.`;
  return asked(kept.log, why);
}

const asked = (log: number, why: string): Found => ({
  log,
  isAsked: true,
  doubt: `${why} Choose whether it is the same work.`,
});

function asSaid(db: Database, line: StagedLine, logId: number, says: LineField[]): Found {
  const log = says.length === 0 ? null : findWorkLog({ db }, logId);
  if (log === null) return { log: logId };
  const isChanged = Object.keys(changeOf(line, log, says)).length > 0;
  return { log: logId, isChanged, says, doubt: doubtOf(line, log, isChanged) };
}

const SAME_IDS = `select count(*) > 0 and count(distinct r.source_id)
    <= 2 * count(distinct iif(k.digest = r.digest, r.source_id, null))
  from (select source_id, digest from import_rows
    where import_id = :id and problem is null and source_id is not null order by line limit 1000) r
  join import_lines k on k.source = :source and k.source_id = r.source_id and ${COUNTS}`;

/** Whether the ids of a file are those from before: at most of them, the same words stand. */
export function hasIdsFromBefore(db: Database, importId: number, source: string | null): boolean {
  return prepared<number>(db, SAME_IDS).pluck().get({ id: importId, source }) === 1;
}

type Came = Stored<typeof importLines.$inferSelect> &
  Pick<StagedLine, 'client' | 'workType' | 'date'> & { workLogId: number };

const CHOSEN = `json_array(choices ->> 'projects', choices ->> 'workTypes', choices ->> 'tags')`;
const CHOSEN_ALIKE = `select id from imports
  where ${CHOSEN} = (select ${CHOSEN} from imports where id = ?)`;

/** The imports for whose files the same was chosen of projects, work types and tags. */
export const listChosenAlike = (db: Database, importId: number) =>
  new Set(prepared<number>(db, CHOSEN_ALIKE).pluck().all(importId));

const BY_ID = `select ${columnsOf(importLines, 'k').text}
  from import_lines k where k.source = :source and k.source_id = :sourceId and ${COUNTS}
  order by k.import_id desc, k.line desc limit 1`;

/** The line that came last with the id of this one; null: none, or several lines of this file have it. */
function findById({ sourceId }: StagedLine, { db, source, twice }: Comparing): Came | null {
  if (sourceId === null || twice.has(sourceId)) return null;
  return prepared<Came>(db, BY_ID).get({ source, sourceId }) ?? null;
}

/** What a line is by its id: the log of this id, to be changed as the line changed since it came; null: it never came. */
export function judgeById(line: StagedLine, comparing: Comparing): Found | null {
  const came = findById(line, comparing);
  if (came === null) return null;
  // Its own words being the same, what was chosen for the file may make others of them.
  const isTold = line.digest !== came.digest || comparing.chosenAlike.has(came.importId);
  return asSaid(comparing.db, line, came.workLogId, differing(line, came, isTold));
}

/** What a line says otherwise than it did when it came; `isTold`: also by its names and text. */
function differing(line: StagedLine, came: Came, isTold: boolean): LineField[] {
  const says: LineField[] = [];
  const isTimed = line.hasTime === 1 && came.hasTime === 1;
  if (isTold && plainName(line.clientWord) !== plainName(came.client)) says.push('client');
  if (isTold && plainName(line.typeWord) !== plainName(came.workType)) says.push('workType');
  if (!isNoOther(line.project, came.project)) says.push('job');
  if (isTimed ? minuteOf(line.date) !== minuteOf(came.date) : line.day !== came.day)
    says.push('date');
  if (line.minutes !== came.minutes) says.push('duration');
  if (isTold && line.description !== came.description) says.push('description');
  if (line.billable !== came.billable) says.push('billable');
  if (!isNoOther(line.ratePence, came.ratePence)) says.push('rate');
  // Of hardware, all else being equal.
  if (line.isHardware === 1 && line.digest !== came.digest) says.push('items');
  return says;
}

/** Asks of a line whose id was another line's, or is that of a log here, and that is like neither; null: neither. */
export function judgeOtherId(line: StagedLine, comparing: Comparing): Found | null {
  const { db, taken, isForeign } = comparing;
  const came = findById(line, comparing)?.workLogId ?? null;
  const log = came ?? (isForeign ? null : lastingLog(db, line));
  if (log === null || taken.has(log)) return null;
  const why =
    came === null
      ? `Its id is that of log ${log} here, which says something else.`
      : `A line with its id came before (log ${log}), and said something else.`;
  return asked(log, why);
}

const TWICE = `select source_id from import_rows where import_id = :id and source_id is not null
  group by 1 having count(*) > 1`;

/** The ids that several lines of a file have, and so tell none of them. */
export const listIdsTwice = (db: Database, id: number) =>
  new Set(prepared<string>(db, TWICE).pluck().all({ id }));

/**
 * In the order of its key. The log of a line that is asked about is another's. An id that several lines have tells none
 * of them.
 */
const KEEP = `insert into import_lines (import_id, line, source, source_id, digest, raw, work_log_id, note,
    client, project, work_type, date, day, has_time, minutes, description, rate_pence, billable,
    seconds, amount_pence)
  select :id, line, :source,
    iif(is_kept and source_id not in (${TWICE}), source_id, null),
    iif(is_kept, digest, null), iif(is_kept, raw, null), iif(is_asked, null, known_log),
    coalesce(why, iif(is_kept, null, :left)),
    client, project, type, date, day, has_time, minutes, description, rate_pence, billable,
    seconds, amount_pence
  from (select r.*, coalesce(c.name, r.stated_client) as client, t.name as type, ${PROBLEM} as why,
      r.problem is null and r.doubt is null and r.known_log is not null
        and (not r.is_changed or r.says <> '') as is_kept
    from ${JOINED} where r.import_id = :id)
  order by line`;

const LEFT = 'What changed in the file was not taken over.';

/** Keeps the lines of a file as they came, each with its log. In the transaction that makes the logs. */
export function keepLines(db: Database, importId: number, source: string | null): void {
  prepared(db, KEEP).run({ id: importId, source, left: LEFT });
}

const HAS_SHEET = 'select 1 from import_lines where import_id = ? and line > 0 limit 1';

/** Whether the lines of an import are kept as they came, to be compared with what is here. */
export function hasSheet(db: Database, importId: number): boolean {
  return prepared(db, HAS_SHEET).get(importId) !== undefined;
}
