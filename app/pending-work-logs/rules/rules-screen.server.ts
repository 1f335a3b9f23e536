import type { Services } from '../../context.server.ts';
import { formatDuration } from '../../lib/duration.ts';
import { shorten } from '../../lib/shorten.ts';
import { listRules } from './rules.server.ts';
import type { NamedRule } from './rules.ts';
import { countMatches, type RuleCount } from './try-rule.server.ts';
import { formatCount } from '../../lib/count.ts';

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
  return `${tasks(fits - taken)}, and ${formatCount(taken)} more that an earlier rule takes`;
}
