import { createHash } from 'node:crypto';
import { prepared, type Database } from '#db/connection.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import { storableText } from '../../lib/text.ts';
import type { NamedWorkLog, WorkLogChange } from '../../work-logs/work-logs.ts';
import {
  findWorkLog,
  getWorkLog,
  updateWorkLog,
  type WorkLogServices,
} from '../../work-logs/work-logs.server.ts';
import { toItemColumns } from '../../work-logs/hardware/hardware-items.ts';
import { itemsText, minuteOf } from './alike.server.ts';
import type { WorkColumns } from './reading/products.ts';
import { listLines, stagedItems, stepsOfLines, type StagedLine } from './staged.server.ts';

/**
 * Lines that say something else than their logs, which is an edit: rows of our own file of work logs, which name
 * theirs by id, and lines that changed where they come from (`came.server.ts`).
 */

const OWN = `import_rows r
  join import_names c on c.id = r.client_name join import_names t on t.id = r.work_type_name
  where r.import_id = :id and r.problem is null and r.own_id is not null`;

const SAMPLE = 1_000;

const LAST_ID = `select coalesce(max(seq), 0) from sqlite_sequence where name = 'work_logs'`;
const UNDONE = (logId: string) => `exists (select 1 from imports m
  join import_records i on i.import_id = m.id and i.kind = 'work-log' and i.record_id = ${logId}
  where m.status = 'undone')`;

/** Of a log that is deleted, the history says what it was. */
const RESEMBLING = `with sampled as (
    select r.own_id, r.digest, r.date, r.minutes, r.description, c.record_id as client,
      t.record_id as type from ${OWN} order by r.line limit ${SAMPLE}),
  logs as (
    select s.*, w.client_id, w.work_type_id, w.date as began, w.duration, w.description as text
    from sampled s join work_logs w on w.id = s.own_id
    union all
    select s.*, h.before ->> 'clientId', h.before ->> 'workTypeId',
      unixepoch(h.before ->> 'date') * 1000, h.before ->> 'duration', h.before ->> 'description'
    from sampled s join history_entries h on h.id = (select max(id) from history_entries
      where kind = 'work-log' and record_id = s.own_id and action = 'deleted')
    where s.own_id not in (select id from work_logs) and not ${UNDONE('s.own_id')})
  select count(*) as logs, count(*) filter (
    where (client is client_id) + (type is work_type_id) + (abs(date - began) < 43200000)
        + (minutes is duration) + (description is text) >= 3
      and (not exists (select 1 from import_lines k where k.digest = logs.digest)
        or exists (select 1 from import_lines k
          where k.digest = logs.digest and k.work_log_id = own_id))) as alike
  from logs`;

/**
 * Whether the ids of a file are those of logs here: of most, three of client, work type, day, minutes and text are
 * the same.
 */
export function hasOurIds(db: Database, importId: number): boolean {
  const found = prepared<{ logs: number; alike: number }>(db, RESEMBLING).get({ id: importId });
  return found !== undefined && found.logs > 0 && found.alike * 2 >= found.logs;
}

const FOREIGN = `select 1 from import_rows where import_id = ? and own_id > (${LAST_ID}) limit 1`;

/** Whether a file has the id of a log that never was here: it is another installation's. */
export function hasForeignIds(db: Database, importId: number): boolean {
  return prepared(db, FOREIGN).get(importId) !== undefined;
}

/** What of its log a line can say. */
export type LineField =
  | 'client'
  | 'workType'
  | 'job'
  | 'date'
  | 'duration'
  | 'description'
  | 'billable'
  | 'rate'
  | 'items';

/**
 * What a line is: a log, perhaps to be changed in what the line says of it, or why it cannot become that; `isAsked`:
 * whether it is that log at all.
 */
export type Found = {
  log: number;
  isChanged?: boolean;
  says?: LineField[];
  doubt?: string | null;
  isAsked?: boolean;
};

/** What the rows of our own file say of their logs: what they have columns for. */
export function saidBy(columns: WorkColumns): LineField[] {
  const mayLack = (['description', 'billable', 'rate'] as const).filter(
    (field) => columns[field] !== undefined,
  );
  return ['client', 'workType', 'job', 'date', 'duration', 'items', ...mayLack];
}

const WAS_CALLED = `select 1 from history_entries
  where kind = :kind and record_id = :id and before ->> 'name' = :name limit 1`;

/** What a row says of its log; a name that the log's client or work type had before it was renamed here is none. */
function saidOf(db: Database, row: StagedLine, log: NamedWorkLog, says: LineField[]): LineField[] {
  const wasCalled = (kind: string, id: number, name: string) =>
    prepared(db, WAS_CALLED).get({ kind, id, name }) !== undefined;
  const isOld = row.clientId !== log.clientId && wasCalled('client', log.clientId, row.clientWord);
  const isOldType =
    row.workTypeId !== log.workTypeId && wasCalled('work-type', log.workTypeId, row.typeWord);
  return says.filter(
    (field) => !(isOld && field === 'client') && !(isOldType && field === 'workType'),
  );
}

/** What a row of a file with our ids is; null: a line like any other, of an id that no log here had. */
export function judgeOwn(
  db: Database,
  row: StagedLine,
  { columns, twice, timeZone }: { columns: LineField[]; twice: Set<string>; timeZone: string },
): Found | null {
  const { ownId } = row;
  if (ownId === null) return null;
  const log = findWorkLog({ db }, ownId);
  if (log === null) return lastingLog(db, row) === null ? null : { log: ownId };
  const says = saidOf(db, row, log, columns);
  const differs = (from: NamedWorkLog) => Object.keys(changeOf(row, from, says)).length > 0;
  const isOld = differs(log) && listStates(db, log, timeZone).some((was) => !differs(was));
  if (isOld) return { log: log.id, says: [] };
  const isChanged = differs(log);
  const isTwice = isChanged && twice.has(String(ownId));
  const doubt = doubtOf(row, log, isChanged, isTwice) ?? doubtOfInvoice(row, log);
  return { log: log.id, isChanged, says, doubt };
}

const STATES = `select after from history_entries
  where kind = 'work-log' and record_id = ? and after is not null order by id desc`;

/** What a log was after each of its changes, as the history has it, of what a row can say. */
function listStates(db: Database, log: NamedWorkLog, timeZone: string): NamedWorkLog[] {
  type Kept = 'clientId' | 'workTypeId' | 'duration' | 'description' | 'billable';
  type State = Pick<NamedWorkLog, Kept> & Record<'date' | 'hourlyRate', string>;
  const states = prepared<string>(db, STATES).pluck().all(log.id);
  return states.map((json) => {
    const state = JSON.parse(json) as State & { job?: { name: string } | null };
    const date = new Date(state.date);
    return {
      ...{ ...log, ...state, date, day: dayOf(date, timeZone), jobName: state.job?.name ?? null },
      hourlyRatePence: Math.round(Number(state.hourlyRate) * 100),
    };
  });
}

const TWICE = `select source_id from import_rows where import_id = ? and source_id is not null
  group by source_id having count(*) > 1`;

/** The ids that several rows of a file have: one of them was copied, perhaps to be a new log. */
export function listIdsTwice(db: Database, importId: number): Set<string> {
  return new Set(prepared<string>(db, TWICE).pluck().all(importId));
}

const WAS_HERE = `select 1 where :id <= (${LAST_ID}) and not ${UNDONE(':id')}`;

/** The log that a row names, also one that was deleted; null: none, or it went when its import was undone. */
export function lastingLog(db: Database, { ownId }: StagedLine): number | null {
  return ownId !== null && prepared(db, WAS_HERE).get({ id: ownId }) !== undefined ? ownId : null;
}

function doubtOfInvoice({ isInvoiced }: StagedLine, log: NamedWorkLog): string | null {
  return isInvoiced && !log.isInvoiced
    ? `Log ${log.id} is not invoiced here, and the file of an import cannot make it so.`
    : null;
}

/** Why a log cannot become what a line says, as a sentence; null: it can. */
export function doubtOf(
  row: StagedLine,
  log: NamedWorkLog,
  isChanged: boolean,
  isTwice = false,
): string | null {
  const name = `Log ${log.id}`;
  if (Boolean(row.isHardware) !== log.isHardware) {
    return `${name} is for ${log.isHardware ? 'hardware' : 'time'}, and stays that.`;
  }
  if (isTwice) {
    return `${name} stands in this file more than once. Empty the id of a line that is another log.`;
  }
  const items = row.items === null ? null : itemsText(stagedItems(row.items).map(toItemColumns));
  if (items !== null && items !== itemsText(log.hardwareItems)) {
    return `${name} has other items here. Change them on its page.`;
  }
  if (isChanged && (log.isInvoiced || log.isClaimed)) {
    return `${name} is on an invoice, so it stays as it is, and this line says something else.`;
  }
  return null;
}

/**
 * What a row says otherwise than its log, of what it `says`; a client, job or work type that is to be made has the
 * id 0.
 */
export function changeOf(
  row: StagedLine,
  log: NamedWorkLog,
  said: readonly string[] = (row.says ?? '').split(','),
): WorkLogChange {
  const says = (field: LineField) => said.includes(field);
  const change: WorkLogChange = {};
  if (says('client') && row.clientId !== log.clientId) change.clientId = row.clientId ?? 0;
  if (says('workType') && row.workTypeId !== log.workTypeId) {
    change.workTypeId = row.workTypeId ?? 0;
  }
  if (
    says('job') &&
    row.jobName !== null &&
    (change.clientId !== undefined || row.jobName !== (log.jobName ?? ''))
  ) {
    change.jobId = row.jobName === '' ? null : (row.jobId ?? 0);
  }
  const isMoved = Object.keys(change).length > 0;
  if (says('date') && row.hasTime && minuteOf(row.date) !== minuteOf(log.date.getTime())) {
    change.date = { instant: new Date(row.date) };
  }
  if (says('date') && !row.hasTime && row.day !== log.day) change.date = { day: row.day };
  if (says('description') && row.description !== storableText(log.description)) {
    change.description = row.description;
  }
  if (says('billable') && Boolean(row.billable) !== log.billable) change.billable = !log.billable;
  if (log.isHardware) return change;
  if (says('duration') && row.minutes !== log.duration) change.duration = row.minutes;
  // Another client, work type or job would have the rules give the rate, and the row says it.
  const { ratePence } = row;
  const rate = says('rate') ? ratePence : log.hourlyRatePence;
  if (ratePence !== null && rate !== null && (isMoved || rate !== log.hourlyRatePence)) {
    change.hourlyRate = rate;
  }
  return change;
}

const CHANGED = `r.is_changed and r.doubt is null and r.says <> ''`;
const KEYS = `select concat_ws(':', r.line, w.version, coalesce(c.record_id, 0), coalesce(t.record_id, 0))
  from import_rows r
  join work_logs w on w.id = r.known_log
  join import_names c on c.id = r.client_name join import_names t on t.id = r.work_type_name
  where r.import_id = ? and ${CHANGED} order by r.line`;

/** What stands for each edit of a file, of its log as it is now: another text once that is another. */
const keysOf = (db: Database, importId: number) => prepared<string>(db, KEYS).pluck().all(importId);

const hashOf = (keys: string[]) => createHash('sha256').update(keys.join(' ')).digest('base64url');

/** What stands for all of them. */
export const editsOf = (db: Database, importId: number) => hashOf(keysOf(db, importId));

const LEAVE = `update import_rows set says = '' where import_id = :id and is_changed
  and line not in (select value from json_each(:lines))`;

/**
 * Leaves the edits of a file that were not chosen (`Choices.edits`). False, and nothing is changed: what was chosen is
 * another edit by now.
 */
export function leaveOthers(db: Database, importId: number, edits: string | null): boolean {
  const chosen = new Set(edits?.split(' '));
  const keys = keysOf(db, importId);
  if (chosen.has('all') || chosen.has(hashOf(keys))) return true;
  const taken = keys.filter((key) => chosen.has(key));
  if (taken.length < chosen.size) return false;
  const lines = JSON.stringify(taken.map((key) => Number.parseInt(key)));
  prepared(db, LEAVE).run({ id: importId, lines });
  return true;
}

/** The first edits of an import, at most so many, each with its log and what stands for it. */
export function listEdits(db: Database, importId: number, most: number) {
  const keys = new Map(keysOf(db, importId).map((key) => [Number.parseInt(key), key]));
  return listLines(db, importId, { which: CHANGED, most }).flatMap((row) => {
    const log = row.knownLog === null ? null : findWorkLog({ db }, row.knownLog);
    const key = keys.get(row.line);
    return log === null || key === undefined ? [] : [{ row, log, key }];
  });
}

/**
 * Changes the logs of all edits that are not left, as any edit does, in the caller's transaction. Throws 409 for one that
 * cannot be.
 */
export function applyEdits(services: WorkLogServices, importId: number): void {
  for (const rows of stepsOfLines(services.db, importId, CHANGED)) {
    for (const row of rows) applyEdit(services, row);
  }
}

function applyEdit(services: WorkLogServices, row: StagedLine): void {
  const { knownLog } = row;
  if (knownLog === null) return;
  ofLine(row.line, () =>
    updateWorkLog(services, knownLog, changeOf(row, getWorkLog(services, knownLog))),
  );
}

/** Does what a line says. Throws 409 with the line where that cannot be. */
export function ofLine<Result>(line: number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    throw conflict(`Not imported because of line ${line}. ${error.message}`);
  }
}
