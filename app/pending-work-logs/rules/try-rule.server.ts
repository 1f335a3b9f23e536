import { json, type AppLoadContext } from '@remix-run/node';
import type { z } from 'zod';
import { prepared } from '#db/connection.server.ts';
import type { PendingStatus } from '#db/words.ts';
import type { Services } from '../../context.server.ts';
import type { FormReply, PostedForm } from '../../http/form/form.server.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { formatDuration } from '../../lib/duration.ts';
import { shorten } from '../../lib/shorten.ts';
import { STATUS_LABELS } from '../review/selection.ts';
import { prepareCondition, prepareSubject, type RuleCondition } from './match-rule.ts';
import { listRules } from './rules.server.ts';
import type { NamedRule, RuleForm } from './rules.ts';

const DAYS = 90;
const DAY = 86_400_000;
/** More completions than this are not looked at; a person completes some fifty tasks a day. */
const MOST = 20_000;
/** How many of the entries that a rule fits are shown. */
const SHOWN = 20;

const RECENT = `
  select id, task_name as taskName, project_name as projectName, labels, status,
    completed_at as completedAt
  from pending_work_logs indexed by pending_work_logs_completed
  where completed_at >= ? order by completed_at desc, id desc limit ${MOST}`;

type Row = {
  id: number;
  taskName: string;
  projectName: string | null;
  labels: string;
  status: PendingStatus;
  completedAt: number;
};

/** The tasks of the last 90 days, newest first, ready to be compared with rules. */
function* recentTasks({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const since = clock().getTime() - DAYS * DAY;
  for (const row of prepared<Row>(db, RECENT).iterate(since)) {
    const labels = JSON.parse(row.labels) as string[];
    yield { row, subject: prepareSubject({ ...row, labels }) };
  }
}

/** How many tasks a rule fits, and for how many of them an earlier rule counts. */
type RuleCount = { fits: number; taken: number };

/** What each rule would have done in the last 90 days, by its id. */
function countMatches(
  services: Pick<Services, 'db' | 'clock'>,
  rules: NamedRule[],
): Map<number, RuleCount> {
  const all = rules.map((rule) => ({ rule, fits: prepareCondition(rule) }));
  const counts = new Map(rules.map(({ id }): [number, RuleCount] => [id, { fits: 0, taken: 0 }]));
  if (all.length === 0) return counts;
  for (const { subject } of recentTasks(services)) {
    let isTaken = false;
    for (const { rule, fits } of all) {
      const count = counts.get(rule.id);
      if (!count || !fits(subject)) continue;
      count.fits += 1;
      if (isTaken) count.taken += 1;
      isTaken = true;
    }
  }
  return counts;
}

/** Which tasks of the last 90 days a rule would fit: how many, and the newest of them. */
export type Tried = ReturnType<typeof tryCondition>;

/** Looks which tasks a condition fits, before it is saved. */
export function tryCondition(
  services: Pick<Services, 'db' | 'clock'> & { config: Pick<Services['config'], 'timeZone'> },
  condition: RuleCondition,
) {
  const fits = prepareCondition(condition);
  const shown: {
    id: number;
    taskName: string;
    projectName: string | null;
    when: string;
    status: string;
  }[] = [];
  let count = 0;
  for (const { row, subject } of recentTasks(services)) {
    if (!fits(subject)) continue;
    count += 1;
    if (shown.length >= SHOWN) continue;
    shown.push({
      id: row.id,
      taskName: row.taskName,
      projectName: row.projectName,
      when: formatBritishMoment(new Date(row.completedAt), services.config.timeZone),
      status: STATUS_LABELS[row.status],
    });
  }
  return { count, shown };
}

/** What the server answers to the form; `tried` after Try. */
export type RuleReply = FormReply & { tried?: Tried };

/** Answers Try: the form as typed, with the tasks that fit. Null for another button, or a rule that cannot be tried. */
export function answerTry(
  context: AppLoadContext,
  { submission }: PostedForm<z.output<typeof RuleForm>>,
) {
  if (submission.status !== 'success' || submission.value.then !== 'try') return null;
  // The button is no field: shown again, it would be pressed.
  const typed = Object.fromEntries(
    Object.entries(submission.payload).filter(
      (field): field is [string, string] => field[0] !== 'then' && typeof field[1] === 'string',
    ),
  );
  const result: RuleReply['result'] = { initialValue: typed };
  return json<RuleReply>({ result, tried: tryCondition(context, submission.value.rule) });
}

/** A rule as the list shows it. */
export type RuleRow = ReturnType<typeof loadRules>[number];

/** The rules in their order, with what each would have done in the last 90 days. */
export function loadRules(services: Pick<Services, 'db' | 'clock'>) {
  const rules = listRules(services);
  const counts = countMatches(services, rules);
  return rules.map((rule) => ({
    id: rule.id,
    place: rule.place,
    isLast: rule.place === rules.length,
    condition: conditionOf(rule),
    effect: effectOf(rule),
    matched: sayCount(counts.get(rule.id)),
  }));
}

function conditionOf({ project, label, words }: NamedRule) {
  return [
    { name: 'Project', value: project },
    { name: 'Label', value: label },
    { name: 'Words', value: words },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
}

/** The longest description that is shown, in characters. */
const LONGEST = 60;

function effectOf(rule: NamedRule): string[] {
  if (rule.archive === true) return ['Archived'];
  const { clientName, workTypeName, duration, description, billable } = rule;
  return [
    clientName,
    workTypeName,
    duration === null ? null : formatDuration(duration),
    description === null ? null : `“${shorten(description.replace(/\s+/g, ' '), LONGEST)}”`,
    billable === null ? null : billable ? 'Billable' : 'Not billable',
  ].filter((part) => part !== null);
}

function sayCount({ fits, taken }: RuleCount = { fits: 0, taken: 0 }): string {
  const tasks = (count: number) => (count === 1 ? '1 task' : `${formatCount(count)} tasks`);
  if (taken === 0) return tasks(fits);
  return `${tasks(fits - taken)}, and ${formatCount(taken)} more for an earlier rule`;
}
