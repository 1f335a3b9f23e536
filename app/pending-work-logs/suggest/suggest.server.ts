import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, write, type Database } from '#db/connection.server.ts';
import { followChanges } from '#db/history/record-changes.server.ts';
import type { Change } from '#db/history/records.ts';
import { pendingWorkLogs, type PendingWorkLog } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { prepareCondition, prepareSubject, type RuleCondition } from '../rules/match-rule.ts';
import type { Knowledge } from './evidence.ts';
import { readKnowledge } from './knowledge.server.ts';
import { nameKey } from './names.ts';
import { fillIn, type Filled, type Subject } from './suggest.ts';
import { toSuggestionsText, type PersonField, type Suggestions } from './suggestions.ts';

type Suggesting = Pick<Services, 'db' | 'clock'>;

const COLUMNS = columnsOf(pendingWorkLogs, 'w', ['metadata']);
type Row = Stored<Omit<PendingWorkLog, 'metadata'>>;

const WAITING = `select ${COLUMNS.text} from pending_work_logs w`;
const IN_REVIEW = `status = 'pending_review'`;

/** Which waiting entries to look at, each by an index of its own. */
const BY = {
  id: `${WAITING} where id = ? and ${IN_REVIEW}`,
  task: `${WAITING} indexed by pending_work_logs_completion where todoist_task_id = ? and ${IN_REVIEW}`,
  name: `${WAITING} indexed by pending_work_logs_waiting_name where name_key = ? and ${IN_REVIEW}`,
  project: `${WAITING} indexed by pending_work_logs_waiting_project where project_id = ? and ${IN_REVIEW}`,
  client: `${WAITING} indexed by pending_work_logs_client_status_completed where client_id = ? and ${IN_REVIEW}`,
  inactive: `${WAITING} indexed by pending_work_logs_inactive_client where inactive_client_id = ? and ${IN_REVIEW}`,
  type: `${WAITING} indexed by pending_work_logs_work_type where work_type_id = ? and ${IN_REVIEW}`,
  newest: `${WAITING} indexed by pending_work_logs_status_completed
    where ${IN_REVIEW} order by completed_at desc limit ?`,
} as const;

type TaskRow = { id: number; taskName: string; projectName: string | null; labels: string };
const TASKS = `
  select id, task_name as taskName, project_name as projectName, labels
  from pending_work_logs indexed by pending_work_logs_status_completed where ${IN_REVIEW}`;

// It raises the version itself: the trigger that does would write each row once more.
const FILL = `
  update pending_work_logs set description = ?, duration = ?, client_id = ?, work_type_id = ?,
    job_id = ?, billable = ?, estimated_hourly_rate_pence = ?, suggestions = ?, inactive_client_id = ?,
    updated_at = ?, version = version + 1
  where id = ?`;
/** Says that a person put an entry back, of which nobody set anything else. */
const KEEP = `update pending_work_logs set set_by_person = '["status"]' where id = ?`;
const ARCHIVE = `update pending_work_logs set status = 'archived', updated_at = ? where id = ?`;

/** In the JSON of the trail: the fields of each kind of record that suggestions depend on. */
const FIELDS = {
  client: ['name', 'isActive'],
  'work-type': ['name', 'isActive', 'isHardware'],
  job: ['name', 'isOpen'],
  rule: [],
  'pending-work-log': ['clientId', 'workTypeId', 'jobId', 'duration'],
} as const;
type Kind = keyof typeof FIELDS;
const KINDS: ReadonlySet<string> = new Set(Object.keys(FIELDS));

/** Has suggestions follow whatever they depend on from now on, in the transaction of each change. */
export function keepSuggesting(services: Suggesting): void {
  const { db } = services;
  followChanges(db.$client, {
    kinds: KINDS,
    tell: (changes) => {
      const rows = new Map<number, Row>();
      for (const { by, key } of placesOf(db, changes)) {
        for (const row of prepared<Row>(db, BY[by]).all(key)) rows.set(row.id, row);
      }
      for (const row of fittingRows(db, changes.flatMap(conditionsOf))) rows.set(row.id, row);
      fillRows(services, rows.values(), new Set(changes.flatMap(keptIn)));
    },
  });
}

/** The most entries that a new name is compared with, the newest. */
const MOST_NAMED = 2_000;

type Place = { by: keyof typeof BY; key: string | number };

/** Where waiting entries depend on these changes, each place once. */
function placesOf(db: Database, changes: Change[]): Iterable<Place> {
  const places = changes.flatMap((change) => placesOfOne(db, change));
  return new Map(places.map((place) => [`${place.by} ${place.key}`, place])).values();
}

function placesOfOne(db: Database, change: Change): Place[] {
  const id = change.id ?? 0;
  const newest: Place = { by: 'newest', key: MOST_NAMED };
  switch (change.kind as Kind) {
    case 'client':
      // Those that it is suggested for or would be, and those that its name may fit.
      return isOther(change)
        ? [{ by: 'client', key: id }, { by: 'inactive', key: id }, newest]
        : [];
    case 'work-type':
      return isOther(change) ? [{ by: 'type', key: id }, newest] : [];
    case 'job': {
      const now = change.after === null ? null : (JSON.parse(change.after) as object);
      const { clientId } = { ...change.before, ...now } as { clientId: number };
      return isOther(change) ? [{ by: 'client', key: clientId }] : [];
    }
    case 'pending-work-log':
      return [{ by: 'id', key: id }, ...(isChoice(change) ? placesLike(db, id) : [])];
    case 'rule':
      return [];
  }
}

/** Whether what suggestions depend on differs in a record, or it was made or deleted. */
function isOther({ kind, before, after }: Change): boolean {
  return before === null || after === null || FIELDS[kind as Kind].some((name) => name in before);
}

/** Whether a change of an entry is one that others learn from: a choice or a confirmation, or the undo of one. */
function isChoice(change: Change): boolean {
  const { before, after } = change;
  if (before === null || after === null) return false;
  const moved = [before.status, (JSON.parse(after) as { status: string }).status];
  return isOther(change) || (moved.includes('pending_review') && moved.includes('confirmed'));
}

/** The entry that somebody chose something for, or put back as it was: no rule takes it away for that. */
function keptIn({ kind, id, before }: Change): number[] {
  const isKept = kind === 'pending-work-log' && before !== null && !('taskName' in before);
  return isKept && id !== null ? [id] : [];
}

const LIKE = `
  select todoist_task_id as task, name_key as name, project_id as project
  from pending_work_logs where id = ?`;

/** The task, the name and the project of an entry, whose other entries learn from it. */
function placesLike(db: Database, id: number): Place[] {
  const like = prepared<Record<'task' | 'name' | 'project', string | null>>(db, LIKE).get(id);
  return (['task', 'name', 'project'] as const).flatMap((by) => {
    const key = like?.[by];
    return key ? [{ by, key }] : [];
  });
}

function conditionsOf({ kind, before, after }: Change): RuleCondition[] {
  if (kind !== 'rule') return [];
  const now = after === null ? null : (JSON.parse(after) as RuleCondition);
  const was = before && ({ ...now, ...before } as RuleCondition);
  return [was, now].filter((condition) => condition !== null);
}

function fittingRows(db: Database, conditions: RuleCondition[]): Row[] {
  if (conditions.length === 0) return [];
  const all = conditions.map(prepareCondition);
  const ids: number[] = [];
  for (const { id, ...task } of prepared<TaskRow>(db, TASKS).iterate()) {
    const subject = prepareSubject({ ...task, labels: JSON.parse(task.labels) as string[] });
    if (all.some((fits) => fits(subject))) ids.push(id);
  }
  return ids.flatMap((id) => prepared<Row>(db, BY.id).get(id) ?? []);
}

/** Works these out anew. Where a rule archives, they leave the queue, unless they are kept or a person set something. */
function fillRows({ db, clock }: Suggesting, rows: Iterable<Row>, kept: ReadonlySet<number>): void {
  let knowledge: Knowledge | undefined;
  for (const row of rows) {
    const subject = subjectOf(row);
    const filled = fillIn(subject, (knowledge ??= readKnowledge(db)));
    if (!isAlike(row, subject, filled)) {
      prepared(db, FILL).run(
        filled.description,
        filled.duration,
        filled.clientId,
        filled.workTypeId,
        filled.jobId,
        filled.billable ? 1 : 0,
        filled.estimatedHourlyRatePence,
        toSuggestionsText(filled.suggestions),
        filled.inactiveClientId,
        clock().getTime(),
        row.id,
      );
    }
    if (filled.isArchived && subject.setByPerson.length === 0) {
      if (kept.has(row.id)) prepared(db, KEEP).run(row.id);
      else prepared(db, ARCHIVE).run(clock().getTime(), row.id);
    }
  }
}

function subjectOf(row: Row): Subject {
  return {
    ...COLUMNS.read(row),
    taskId: row.todoistTaskId,
    nameKey: row.nameKey ?? nameKey(row.taskName),
    labels: JSON.parse(row.labels) as string[],
    suggestions: JSON.parse(row.suggestions) as Suggestions,
    setByPerson: JSON.parse(row.setByPerson) as PersonField[],
  };
}

const FILLED = [
  'description',
  'duration',
  'clientId',
  'workTypeId',
  'jobId',
  'billable',
  'estimatedHourlyRatePence',
] as const;

function isAlike(row: Row, subject: Subject, filled: Filled): boolean {
  return (
    FILLED.every((name) => subject[name] === filled[name]) &&
    row.inactiveClientId === filled.inactiveClientId &&
    row.suggestions === toSuggestionsText(filled.suggestions)
  );
}

const NEXT = `
  select coalesce(max(decision), 0) + 1 as next
  from pending_work_logs indexed by pending_work_logs_decided where decision is not null`;

/** The number of the next choice by a person. */
export function nextDecision(db: Database): number {
  return prepared<{ next: number }>(db, NEXT).get()?.next ?? 1;
}

const NO_KEY = `
  select id, task_name as taskName from pending_work_logs indexed by pending_work_logs_no_key
  where name_key is null limit 1000`;

/** Works out the keys of entries that an earlier version stored. Called when the server starts. */
export function addNameKeys(db: Database): void {
  for (;;) {
    const rows = prepared<{ id: number; taskName: string }>(db, NO_KEY).all();
    if (rows.length === 0) return;
    write(db, () => {
      for (const { id, taskName } of rows) {
        prepared(db, 'update pending_work_logs set name_key = ? where id = ?').run(
          nameKey(taskName),
          id,
        );
      }
    });
  }
}
