import { prepared, write, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { prepareCondition, subjectPreparer, type RuleCondition } from '../rules/match-rule.ts';
import { readKnowledge } from './knowledge.server.ts';
import type { Knowledge } from './knowledge.ts';
import { nameKey } from './names.ts';
import { fillIn, type Filled, type Subject } from './suggest.ts';
import { toSuggestionsText, type PersonField, type Suggestions } from './suggestions.ts';

type Suggesting = Pick<Services, 'db' | 'clock'>;

/** A waiting entry as it is stored. */
type Row = Omit<
  Subject,
  'labels' | 'suggestions' | 'setByPerson' | 'billable' | 'nameKey' | 'isUnknown'
> & {
  id: number;
  nameKey: string | null;
  labels: string;
  suggestions: string;
  setByPerson: string;
  billable: number;
  inactiveClientId: number | null;
  /** Whether anybody chose anything for the task, or for one of its name: most were never seen. */
  isTaskKnown: number;
  isNameKnown: number;
};

const WAITING = `
  select id, todoist_task_id as taskId, task_name as taskName, name_key as nameKey,
    project_id as projectId, project_name as projectName, labels, description, duration,
    client_id as clientId, work_type_id as workTypeId, billable,
    estimated_hourly_rate_pence as estimatedHourlyRatePence, suggestions,
    set_by_person as setByPerson, inactive_client_id as inactiveClientId,
    exists (select 1 from pending_work_logs d indexed by pending_work_logs_decided_task
      where d.todoist_task_id = w.todoist_task_id and d.decision is not null) as isTaskKnown,
    exists (select 1 from pending_work_logs d indexed by pending_work_logs_decided_name
      where d.name_key = w.name_key and d.decision is not null) as isNameKnown
  from pending_work_logs w`;
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
    billable = ?, estimated_hourly_rate_pence = ?, suggestions = ?, inactive_client_id = ?,
    updated_at = ?, version = version + 1
  where id = ?`;
/** Says that a person put an entry back, of which nobody set anything else. */
const KEEP = `update pending_work_logs set set_by_person = '["status"]' where id = ?`;
const ARCHIVE = `update pending_work_logs set status = 'archived', updated_at = ? where id = ?`;

type Chosen = {
  id: number;
  todoistTaskId: string;
  nameKey: string | null;
  projectId: string | null;
};

/**
 * What a person chose or confirmed is offered at once to the waiting entries of the same tasks, names
 * and projects, but not to an entry because of itself: its other fields stay as that person saw
 * them. To be called once for all that was chosen in a press, and in its transaction.
 */
export function learnFrom(services: Suggesting, chosen: Chosen[]): void {
  refill(services, placesOf(chosen), ({ of }, id) => of.size > 1 || !of.has(id));
}

/**
 * Takes back what other entries got from choices that were undone, and works out anew what is suggested for
 * those that were put back, since its reasons may be gone: no rule archives these. In the transaction of the undo.
 */
export function unlearn(services: Suggesting, undone: Chosen[]): void {
  const ids = new Set(undone.map(({ id }) => id));
  refill(services, placesOf(undone), () => true, ids);
}

type PlaceOf = Place & { of: Set<number> };

/** The tasks, names and projects of these entries, and whose each is. */
function placesOf(chosen: Chosen[]): PlaceOf[] {
  const places = new Map<string, PlaceOf>();
  for (const { id, todoistTaskId, nameKey: name, projectId } of chosen) {
    const own: Place[] = [{ by: 'task', key: todoistTaskId }];
    if (name) own.push({ by: 'name', key: name });
    if (projectId !== null) own.push({ by: 'project', key: projectId });
    for (const { by, key } of own) {
      const place: PlaceOf = places.get(`${by} ${key}`) ?? { by, key, of: new Set() };
      places.set(`${by} ${key}`, place);
      place.of.add(id);
    }
  }
  return [...places.values()];
}

/** Works out one entry's suggestions anew, if it is in review. */
export function suggestAgain(services: Suggesting, id: number): void {
  refill(services, [{ by: 'id', key: id }]);
}

/**
 * Works out anew what depends on a client that was added, renamed, deactivated or brought back: the
 * entries that it is suggested for or would be, and the newest, which its name may fit.
 */
export function suggestForClient(services: Suggesting, id: number): void {
  refill(services, [
    { by: 'client', key: id },
    { by: 'inactive', key: id },
    { by: 'newest', key: MOST_NAMED },
  ]);
}

/** The same for a work type. */
export function suggestForType(services: Suggesting, id: number): void {
  refill(services, [
    { by: 'type', key: id },
    { by: 'newest', key: MOST_NAMED },
  ]);
}

const CLEAR_CLIENT = `update pending_work_logs set suggestions = json_remove(suggestions, '$.clientId'),
  client_id = iif(suggestions -> '$.clientId' is null, client_id, null), inactive_client_id = null
  where id = ? and ${IN_REVIEW}`;
const CLEAR_TYPE = `update pending_work_logs set suggestions = json_remove(suggestions, '$.workTypeId'),
  work_type_id = null where id = ? and ${IN_REVIEW} and suggestions -> '$.workTypeId' is not null`;

/**
 * Deletes a client or a work type that may be suggested for waiting entries: without it, these are
 * worked out anew; what a person set stays, so that `remove` fails of its foreign key.
 */
export function withoutSuggesting<Result>(
  services: Suggesting,
  { kind, id }: { kind: 'client' | 'work-type'; id: number },
  remove: () => Result,
): Result {
  const { db } = services;
  return write(db, () => {
    const places = kind === 'client' ? ([BY.client, BY.inactive] as const) : ([BY.type] as const);
    const entries = places.flatMap((place) => prepared<Row>(db, place).all(id));
    const clear = prepared(db, kind === 'client' ? CLEAR_CLIENT : CLEAR_TYPE);
    for (const entry of entries) clear.run(entry.id);
    const result = remove();
    refill(
      services,
      entries.map((entry) => ({ by: 'id', key: entry.id })),
    );
    return result;
  });
}

/** The most entries that a new name is compared with, the newest. */
const MOST_NAMED = 2_000;

/** Which waiting entries to look at. */
type Place = { by: keyof typeof BY; key: string | number };

/** Works out anew the entries of these places, of each place those that count; no rule archives those put back. */
function refill<P extends Place>(
  services: Suggesting,
  places: P[],
  counts: (place: P, id: number) => boolean = () => true,
  putBack: ReadonlySet<number> = new Set(),
): void {
  write(services.db, () => {
    const rows = new Map<number, Row>();
    for (const place of places) {
      for (const row of prepared<Row>(services.db, BY[place.by]).all(place.key)) {
        if (counts(place, row.id)) rows.set(row.id, row);
      }
    }
    fillRows(services, rows.values(), putBack);
  });
}

/**
 * Works out anew every waiting entry that one of these conditions of rules fits. Where a rule
 * archives, entries that it fits leave the queue, unless a person set something in them.
 */
export function suggestForConditions(services: Suggesting, conditions: RuleCondition[]): void {
  write(services.db, () => {
    const all = conditions.map(prepareCondition);
    const prepare = subjectPreparer();
    const ids: number[] = [];
    for (const { id, ...task } of prepared<TaskRow>(services.db, TASKS).iterate()) {
      const subject = prepare(task);
      if (all.some((fits) => fits(subject))) ids.push(id);
    }
    fillRows(
      services,
      ids.flatMap((id) => prepared<Row>(services.db, BY.id).get(id) ?? []),
    );
  });
}

function fillRows(
  { db, clock }: Suggesting,
  rows: Iterable<Row>,
  putBack: ReadonlySet<number> = new Set(),
): void {
  let knowledge: Knowledge | undefined;
  for (const row of rows) {
    const subject = subjectOf(row);
    const filled = fillIn(subject, (knowledge ??= readKnowledge(db)));
    if (!isAlike(row, filled)) {
      prepared(db, FILL).run(
        filled.description,
        filled.duration,
        filled.clientId,
        filled.workTypeId,
        filled.billable ? 1 : 0,
        filled.estimatedHourlyRatePence,
        toSuggestionsText(filled.suggestions),
        filled.inactiveClientId,
        clock().getTime(),
        row.id,
      );
    }
    if (filled.isArchived && subject.setByPerson.length === 0) {
      if (putBack.has(row.id)) prepared(db, KEEP).run(row.id);
      else prepared(db, ARCHIVE).run(clock().getTime(), row.id);
    }
  }
}

function subjectOf(row: Row): Subject {
  return {
    ...row,
    nameKey: row.nameKey ?? nameKey(row.taskName),
    labels: JSON.parse(row.labels) as string[],
    suggestions: JSON.parse(row.suggestions) as Suggestions,
    setByPerson: JSON.parse(row.setByPerson) as PersonField[],
    billable: row.billable === 1,
    isUnknown: { task: row.isTaskKnown === 0, name: row.isNameKnown === 0 },
  };
}

function isAlike(row: Row, filled: Filled): boolean {
  return (
    row.description === filled.description &&
    row.duration === filled.duration &&
    row.clientId === filled.clientId &&
    row.workTypeId === filled.workTypeId &&
    row.billable === (filled.billable ? 1 : 0) &&
    row.estimatedHourlyRatePence === filled.estimatedHourlyRatePence &&
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
