import { json, type AppLoadContext } from '@remix-run/node';
import type { z } from 'zod';
import { prepared } from '#db/connection.server.ts';
import type { PendingWorkLog } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { FormReply, PostedForm } from '../../http/form/form.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import { formatCount } from '../../lib/count.ts';
import { formatDuration } from '../../lib/duration.ts';
import { shorten } from '../../lib/shorten.ts';
import { STATUS_LABELS } from '../review/selection.ts';
import { partsOf, prepareCondition, prepareSubject, type RuleCondition } from './match-rule.ts';
import { listRules, ruleFormValues, ruleOptions } from './rules.server.ts';
import { hasCondition, type NamedRule, type RuleForm, type RuleInput } from './rules.ts';

const DAYS = 90;
const DAY = 86_400_000;
/** More completions than this are not looked at; a person completes some fifty tasks a day. */
const MOST = 20_000;
const SHOWN = 20;

const RECENT = `
  select id, task_name as taskName, project_name as projectName, labels, status,
    completed_at as completedAt
  from pending_work_logs indexed by pending_work_logs_completed
  where completed_at >= ? order by completed_at desc, id desc limit ${MOST}`;

type Row = Pick<PendingWorkLog, 'id' | 'taskName' | 'projectName' | 'labels' | 'status'> & {
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

type TryServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

/** Looks which tasks of the last 90 days a condition fits, before it is saved: how many, and the newest of them. */
export function tryCondition(services: TryServices, condition: RuleCondition) {
  const fits = prepareCondition(condition);
  const found: Row[] = [];
  for (const { row, subject } of recentTasks(services)) if (fits(subject)) found.push(row);
  const shown = found.slice(0, SHOWN).map(({ id, taskName, projectName, completedAt, status }) => ({
    id,
    taskName,
    projectName,
    when: formatBritishMoment(new Date(completedAt), services.config.timeZone),
    status: STATUS_LABELS[status],
  }));
  return { count: found.length, shown };
}

export type Tried = ReturnType<typeof tryCondition>;

/** What the form of a rule shows: of this one, of one that is proposed, or of none. */
export function loadRuleForm(services: TryServices, rule: RuleInput | null) {
  return {
    options: ruleOptions(services, rule),
    values: rule === null ? {} : ruleFormValues(rule),
    tried: rule === null || !hasCondition(rule) ? null : tryCondition(services, rule),
    oneTimeKey: newOneTimeKey(),
  };
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
  const all = listRules(services).map((rule) => ({
    rule,
    fits: prepareCondition(rule),
    /** The tasks that it is the first to fit, and those for which an earlier rule counts. */
    count: { own: 0, taken: 0 },
  }));
  for (const { subject } of all.length === 0 ? [] : recentTasks(services)) {
    const [first, ...others] = all.filter(({ fits }) => fits(subject));
    if (first) first.count.own += 1;
    for (const { count } of others) count.taken += 1;
  }
  return all.map(({ rule, count }) => ({
    id: rule.id,
    place: rule.place,
    isLast: rule.place === all.length,
    condition: partsOf(rule),
    effect: effectOf(rule),
    matched: sayCount(count),
  }));
}

const LONGEST = 60;

function effectOf(rule: NamedRule): string[] {
  if (rule.archive === true) return ['Archived'];
  const { clientName, workTypeName, jobName, duration, description, billable } = rule;
  return [
    clientName,
    workTypeName,
    jobName,
    duration === null ? null : formatDuration(duration),
    description === null ? null : `“${shorten(description.replace(/\s+/g, ' '), LONGEST)}”`,
    billable === null ? null : billable ? 'Billable' : 'Not billable',
  ].filter((part) => part !== null);
}

function sayCount({ own, taken }: { own: number; taken: number }): string {
  const tasks = own === 1 ? '1 task' : `${formatCount(own)} tasks`;
  return taken === 0 ? tasks : `${tasks}, and ${formatCount(taken)} more for an earlier rule`;
}
