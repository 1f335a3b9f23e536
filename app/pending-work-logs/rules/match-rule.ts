import type { Rule } from '#db/schema.ts';
import { plain, wordsOf } from '../../work-logs/line/names.ts';

/** Which tasks a rule fits. Pure. */

/** What a rule looks at. */
export type RuleSubject = { taskName: string; projectName: string | null; labels: string[] };
/** The part of a rule that says which tasks it is for. */
export type RuleCondition = Pick<Rule, 'project' | 'label' | 'words'>;

/** A rule whose condition is ready to be compared with many tasks. */
export type PreparedRule = {
  rule: Rule;
  fits: (subject: PreparedSubject) => boolean;
};

/** A task that is ready to be compared with many rules. */
export type PreparedSubject = { project: string; labels: Set<string>; words: Set<string> };

/** Makes a task ready to be compared with rules. */
export function prepareSubject({ taskName, projectName, labels }: RuleSubject): PreparedSubject {
  return {
    project: plain(projectName ?? ''),
    labels: new Set(labels.map(plain)),
    words: wordsInName(taskName),
  };
}

/** `On-site check` has the words `on`, `site`, `onsite` and `check`. */
function wordsInName(name: string): Set<string> {
  return new Set([...wordsOf(name), ...name.split(/\s+/).map(plain)].filter(Boolean));
}

/**
 * Whether a task is of the project, has the label and all of the words in its name, in any order, of
 * those that the rule names. Case, accents and signs make no difference.
 */
export function prepareCondition({
  project,
  label,
  words,
}: RuleCondition): (subject: PreparedSubject) => boolean {
  const wanted = {
    project: project === null ? null : plain(project),
    label: label === null ? null : plain(label),
    // Signs alone are no word, as in a search.
    words: (words ?? '').split(/\s+/).map(plain).filter(Boolean),
  };
  return (subject) =>
    (wanted.project === null || wanted.project === subject.project) &&
    (wanted.label === null || subject.labels.has(wanted.label)) &&
    wanted.words.every((word) => subject.words.has(word));
}

/** Makes a rule ready to be compared with tasks. */
export function prepareRule(rule: Rule): PreparedRule {
  return { rule, fits: prepareCondition(rule) };
}

/** The first rule, in the order given, that fits the task; null when none does. */
export function findRule(rules: PreparedRule[], subject: RuleSubject): Rule | null {
  if (rules.length === 0) return null;
  const prepared = prepareSubject(subject);
  return rules.find(({ fits }) => fits(prepared))?.rule ?? null;
}

/** A rule's condition in words: `project Acme, label onsite, words “server backup”`. */
export function sayCondition({ project, label, words }: RuleCondition): string {
  return [
    project === null ? null : `project ${project}`,
    label === null ? null : `label ${label}`,
    words === null ? null : `words “${words}”`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
