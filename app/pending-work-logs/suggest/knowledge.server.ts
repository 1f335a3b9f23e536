import { and, eq } from 'drizzle-orm';
import { prepared, type Database } from '#db/connection.server.ts';
import { clients, jobs, rules, workTypes } from '#db/schema.ts';
import { prepareCondition, prepareSubject } from '../rules/match-rule.ts';
import type { Choice, Knowledge } from './evidence.ts';
import { nameFinder, type Named } from './names.ts';
import type { Suggestions } from './suggestions.ts';

/** How many choices of a task or a name, and of a project, are looked at. */
const OF_TASK = 10;
const OF_PROJECT = 60;

const choicesBy = (column: string, index: string, limit: number) => `
  select todoist_task_id as taskId, project_id as projectId, section_name as sectionName, labels,
    client_id as clientId, work_type_id as workTypeId, job_id as jobId, duration, suggestions
  from pending_work_logs indexed by ${index}
  where ${column} = ? and decision is not null
  order by decision desc limit ${limit}`;
const BY_TASK = choicesBy('todoist_task_id', 'pending_work_logs_decided_task', OF_TASK);
const BY_NAME = choicesBy('name_key', 'pending_work_logs_decided_name', OF_TASK);
const BY_PROJECT = choicesBy('project_id', 'pending_work_logs_decided_project', OF_PROJECT);

type ChoiceRow = Omit<Choice, 'labels'> & { labels: string; suggestions: string };
const isUsable = and(eq(workTypes.isActive, true), eq(workTypes.isHardware, false));

/** Reads what suggestions are made from, each part once and when it is asked for, within one transaction. */
export function readKnowledge(db: Database): Knowledge {
  const known = <Option extends Named>(all: Option[]) => ({
    byId: new Map(all.map((one) => [one.id, one])),
    named: nameFinder(all),
  });
  const people = remembered(() => known(db.select().from(clients).orderBy(clients.id).all()));
  const types = remembered(() => known(db.select().from(workTypes).where(isUsable).all()));
  const allJobs = remembered(() => db.select().from(jobs).all());
  const allRules = remembered(() => {
    const inOrder = db.select().from(rules).orderBy(rules.position, rules.id).all();
    return inOrder.map((rule) => ({ rule, fits: prepareCondition(rule) }));
  });
  const choices = (text: string) =>
    remembered((key: string) => prepared<ChoiceRow>(db, text).all(key).map(toChoice));
  return {
    ruleFor: (task) => {
      const subject = prepareSubject(task);
      return allRules().find(({ fits }) => fits(subject))?.rule ?? null;
    },
    choicesOfTask: choices(BY_TASK),
    choicesOfName: choices(BY_NAME),
    choicesOfProject: choices(BY_PROJECT),
    client: (id) => people().byId.get(id),
    workType: (id) => types().byId.get(id),
    job: (id) => allJobs().find((job) => job.id === id),
    openJobs: remembered((clientId: number) =>
      allJobs().filter((job) => job.isOpen && job.clientId === clientId),
    ),
    clientNamedIn: (text) => people().named(text),
    workTypeNamedIn: (text) => types().named(text),
  };
}

/** What was only suggested there is nobody's choice. */
function toChoice({ suggestions, labels, ...row }: ChoiceRow): Choice {
  const suggested = JSON.parse(suggestions) as Suggestions;
  return {
    ...row,
    labels: JSON.parse(labels) as string[],
    clientId: suggested.clientId ? null : row.clientId,
    workTypeId: suggested.workTypeId ? null : row.workTypeId,
    jobId: suggested.jobId ? null : (row.jobId ?? 0),
    duration: suggested.duration ? null : row.duration,
  };
}

function remembered<Value, Key = void>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const here = known.get(key);
    if (here !== undefined) return here;
    const value = read(key);
    known.set(key, value);
    return value;
  };
}
