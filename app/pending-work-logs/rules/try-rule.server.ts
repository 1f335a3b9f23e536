import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { formatListDateTime } from '../../lib/calendar.ts';
import { STATUS_LABELS } from '../review/screen/status-labels.ts';
import type { PendingStatus } from '#db/words.ts';
import {
  prepareCondition,
  prepareRule,
  subjectPreparer,
  type RuleCondition,
} from './match-rule.ts';
import type { NamedRule } from './rules.ts';

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
  const prepare = subjectPreparer();
  for (const row of prepared<Row>(db, RECENT).iterate(since)) yield { row, subject: prepare(row) };
}

/** How many tasks a rule fits, and for how many of them an earlier rule counts. */
export type RuleCount = { fits: number; taken: number };

/** What each rule would have done in the last 90 days, by its id. */
export function countMatches(
  services: Pick<Services, 'db' | 'clock'>,
  rules: NamedRule[],
): Map<number, RuleCount> {
  const all = rules.map(prepareRule);
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
      when: formatListDateTime(new Date(row.completedAt), services.config.timeZone),
      status: STATUS_LABELS[row.status],
    });
  }
  return { count, shown };
}
