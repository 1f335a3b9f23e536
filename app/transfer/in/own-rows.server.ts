import { prepared, type Database } from '#db/connection.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import type { NamedWorkLog } from '../../work-logs/work-logs.ts';
import { findWorkLog } from '../../work-logs/work-logs.server.ts';
import type { Comparing, Found, LineField } from './comparing.ts';
import { changeOf, doubtOf } from './edits.server.ts';
import type { WorkColumns } from './reading/products.ts';
import { JOINED, type StagedLine } from './staged.server.ts';

/** Rows of our own file of work logs, which name theirs by id. */

const SAMPLE = 1_000;

const LAST_ID = `select coalesce(max(seq), 0) from sqlite_sequence where name = 'work_logs'`;
const UNDONE = (logId: string) => `exists (select 1 from imports m
  join import_records i on i.import_id = m.id and i.kind = 'work-log' and i.record_id = ${logId}
  where m.status = 'undone')`;

/** Of a log that is deleted, the history says what it was. */
const RESEMBLING = `with sampled as (
    select r.own_id, r.digest, r.date, r.minutes, r.description, c.record_id as client,
      t.record_id as type from ${JOINED}
    where r.import_id = :id and r.problem is null and r.own_id is not null
    order by r.line limit ${SAMPLE}),
  logs as (
    select s.*, w.client_id, w.work_type_id, w.date as began, w.duration, w.description as text
    from sampled s join work_logs w on w.id = s.own_id
    union all
    select s.*, h.before ->> 'clientId', h.before ->> 'workTypeId',
      unixepoch(h.before ->> 'date') * 1000, h.before ->> 'duration', h.before ->> 'description'
    from sampled s join history_entries h on h.id = (select max(id) from history_entries
      where kind = 'work-log' and record_id = s.own_id and action = 'deleted')
    where s.own_id not in (select id from work_logs) and not ${UNDONE('s.own_id')})
  select count(*) > 0 and count(*) <= 2 * count(*) filter (
    where (client is client_id) + (type is work_type_id) + (abs(date - began) < 43200000)
        + (minutes is duration) + (description is text) >= 3
      and (not exists (select 1 from import_lines k where k.digest = logs.digest)
        or exists (select 1 from import_lines k
          where k.digest = logs.digest and k.work_log_id = own_id)))
  from logs`;

/**
 * Whether the ids of a file are those of logs here: of most, three of client, work type, day, minutes and text are
 * the same.
 */
export function hasOurIds(db: Database, importId: number): boolean {
  return prepared<number>(db, RESEMBLING).pluck().get({ id: importId }) === 1;
}

const FOREIGN = `select 1 from import_rows where import_id = ? and own_id > (${LAST_ID}) limit 1`;

/** Whether a file has the id of a log that never was here: it is another installation's. */
export function hasForeignIds(db: Database, importId: number): boolean {
  return prepared(db, FOREIGN).get(importId) !== undefined;
}

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
function saidOf(row: StagedLine, log: NamedWorkLog, { db, columns }: Comparing): LineField[] {
  const wasCalled = (kind: string, id: number, name: string) =>
    prepared(db, WAS_CALLED).get({ kind, id, name }) !== undefined;
  const isOld = row.clientId !== log.clientId && wasCalled('client', log.clientId, row.clientWord);
  const isOldType =
    row.workTypeId !== log.workTypeId && wasCalled('work-type', log.workTypeId, row.typeWord);
  return columns.filter(
    (field) => !(isOld && field === 'client') && !(isOldType && field === 'workType'),
  );
}

/** What a row of a file with our ids is; null: a line like any other, of an id that no log here had. */
export function judgeOwn(row: StagedLine, comparing: Comparing): Found | null {
  const { db, twice, timeZone } = comparing;
  const { ownId } = row;
  if (ownId === null) return null;
  const log = findWorkLog({ db }, ownId);
  if (log === null) return lastingLog(db, row) === null ? null : { log: ownId };
  const says = saidOf(row, log, comparing);
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

/**
 * Whether a log with this id ever was here. A restore passes over ids that were never given, so the last id does not
 * tell: the history has to know the log, or to begin with a later one, as one does whose old entries are forgotten.
 */
const WAS_HERE = `select 1 where :id <= (${LAST_ID}) and not ${UNDONE(':id')}
  and (exists (select 1 from history_entries where kind = 'work-log' and record_id = :id)
    or :id < coalesce((select record_id from history_entries
      where kind = 'work-log' and action = 'created' order by at, id limit 1), :id + 1))`;

/** The log that a row names, also one that was deleted; null: none, or it went when its import was undone. */
export function lastingLog(db: Database, { ownId }: StagedLine): number | null {
  return ownId !== null && prepared(db, WAS_HERE).get({ id: ownId }) !== undefined ? ownId : null;
}

function doubtOfInvoice({ isInvoiced }: StagedLine, log: NamedWorkLog): string | null {
  return isInvoiced && !log.isInvoiced
    ? `Log ${log.id} is not invoiced here, and the file of an import cannot make it so.`
    : null;
}
