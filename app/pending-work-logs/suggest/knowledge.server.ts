import { prepared, type Database } from '#db/connection.server.ts';
import type * as schema from '#db/schema.ts';
import { findRule, prepareRule, type PreparedRule } from '../rules/match-rule.ts';
import type { Choice, Knowledge, KnownClient, KnownType } from './evidence.ts';
import { nameFinder } from './names.ts';
import type { Suggestions } from './suggestions.ts';

/** How many choices of a task or a name, and of a project, are looked at. */
const OF_TASK = 10;
const OF_PROJECT = 60;

const CLIENTS = `
  select id, name, is_active as isActive, standard_rate_pence as standardRatePence,
    discounted_rate_pence as discountedRatePence
  from clients order by id`;
const WORK_TYPES = `
  select id, name, is_active as isActive, hourly_rate_pence as hourlyRatePence
  from work_types where is_active and not is_hardware order by id`;
// The rules' columns have the names of the schema, but for the case.
const RULES = `
  select id, position, project, label, words, client_id as clientId, work_type_id as workTypeId,
    duration, description, billable, archive, version, created_at as createdAt,
    updated_at as updatedAt
  from rules order by position, id`;

/** The choices by one column, newest first. */
const choicesBy = (column: string, index: string, limit: number) => `
  select todoist_task_id as taskId, project_id as projectId, labels, client_id as clientId,
    work_type_id as workTypeId, duration, suggestions
  from pending_work_logs indexed by ${index}
  where ${column} = ? and decision is not null
  order by decision desc limit ${limit}`;
const BY_TASK = choicesBy('todoist_task_id', 'pending_work_logs_decided_task', OF_TASK);
const BY_NAME = choicesBy('name_key', 'pending_work_logs_decided_name', OF_TASK);
const BY_PROJECT = choicesBy('project_id', 'pending_work_logs_decided_project', OF_PROJECT);

type ChoiceRow = Omit<Choice, 'labels'> & { labels: string; suggestions: string };
type Flagged<Row> = Omit<Row, 'isActive'> & { isActive: number };
type RuleRow = Omit<schema.Rule, 'billable' | 'archive' | 'createdAt' | 'updatedAt'> & {
  billable: number | null;
  archive: number | null;
  createdAt: number;
  updatedAt: number;
};

/**
 * Reads what suggestions are made from, each part once and only when it is asked for. To be used
 * within one transaction.
 */
export function readKnowledge(db: Database): Knowledge {
  const people = later(() => {
    const all = prepared<Flagged<KnownClient>>(db, CLIENTS).all().map(flagged);
    return { byId: new Map(all.map((one) => [one.id, one])), named: nameFinder(all) };
  });
  const types = later(() => {
    const all = prepared<Flagged<KnownType>>(db, WORK_TYPES).all().map(flagged);
    return { byId: new Map(all.map((one) => [one.id, one])), named: nameFinder(all) };
  });
  const rules = later(() => listPreparedRules(db));
  const choices = (text: string) =>
    remembered((key: string) => prepared<ChoiceRow>(db, text).all(key).map(toChoice));
  return {
    ruleFor: (task) => findRule(rules(), task),
    choicesOfTask: choices(BY_TASK),
    choicesOfName: choices(BY_NAME),
    choicesOfProject: choices(BY_PROJECT),
    client: (id) => people().byId.get(id),
    workType: (id) => types().byId.get(id),
    clientNamedIn: (text) => people().named(text),
    workTypeNamedIn: (text) => types().named(text),
  };
}

/** All rules in their order, ready to be compared with tasks. */
export function listPreparedRules(db: Database): PreparedRule[] {
  return prepared<RuleRow>(db, RULES)
    .all()
    .map((row) =>
      prepareRule({
        ...row,
        billable: row.billable === null ? null : row.billable === 1,
        archive: row.archive === null ? null : row.archive === 1,
        createdAt: new Date(row.createdAt),
        updatedAt: new Date(row.updatedAt),
      }),
    );
}

function flagged<Row extends { isActive: number }>(
  row: Row,
): Omit<Row, 'isActive'> & { isActive: boolean } {
  return { ...row, isActive: row.isActive === 1 };
}

/** What was only suggested there is nobody's choice. */
function toChoice({ suggestions, labels, ...row }: ChoiceRow): Choice {
  const suggested = JSON.parse(suggestions) as Suggestions;
  return {
    ...row,
    labels: JSON.parse(labels) as string[],
    clientId: suggested.clientId ? null : row.clientId,
    workTypeId: suggested.workTypeId ? null : row.workTypeId,
    duration: suggested.duration ? null : row.duration,
  };
}

function later<Value>(read: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => (known ??= { value: read() }).value;
}

function remembered<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const here = known.get(key);
    if (here !== undefined) return here;
    const value = read(key);
    known.set(key, value);
    return value;
  };
}
