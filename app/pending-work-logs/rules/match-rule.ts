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
export type PreparedSubject = {
  project: string | null;
  labels: Set<string>;
  words: () => Set<string>;
};

/** A text for comparing: its letters and figures; of one that has none, such as 🚀, all of it. */
function fold(text: string): string {
  return plain(text) || text.trim();
}

/** Whether there is anything in a condition that a task could have. */
export function isSomething(text: string): boolean {
  return text.trim() !== '' && (plain(text) !== '' || /\p{S}/u.test(text));
}

/** Makes a task ready to be compared with rules. */
export function prepareSubject({ taskName, projectName, labels }: RuleSubject): PreparedSubject {
  return {
    project: projectName === null ? null : fold(projectName),
    labels: new Set(labels.map(fold)),
    words: () => wordsInName(taskName),
  };
}

/**
 * Does the same for many tasks with their labels as they are stored: what many have in common is
 * worked out once, and words only when a rule asks for them.
 */
export function subjectPreparer(): (
  task: Pick<RuleSubject, 'taskName' | 'projectName'> & { labels: string },
) => PreparedSubject {
  const projects = new Map<string, string>();
  const labels = new Map<string, Set<string>>();
  return ({ taskName, projectName, labels: text }) => {
    let words: Set<string> | undefined;
    return {
      project: projectName === null ? null : known(projects, projectName, fold),
      labels: known(labels, text, (json) => new Set((JSON.parse(json) as string[]).map(fold))),
      words: () => (words ??= wordsInName(taskName)),
    };
  };
}

function known<Value>(all: Map<string, Value>, key: string, make: (key: string) => Value): Value {
  const here = all.get(key);
  if (here !== undefined) return here;
  const value = make(key);
  all.set(key, value);
  return value;
}

/** `On-site check` has the words `on`, `site`, `onsite` and `check`. */
function wordsInName(name: string): Set<string> {
  return new Set([...wordsOf(name), ...name.split(/\s+/).map(fold)]);
}

/**
 * Whether a task is of the project, has the label and all of the words in its name, in any order, of
 * those that the condition names. Case, accents and signs make no difference.
 */
export function prepareCondition({
  project,
  label,
  words,
}: RuleCondition): (subject: PreparedSubject) => boolean {
  const ofProject = project === null ? null : fold(project);
  const ofLabel = label === null ? null : fold(label);
  // Signs between words mean nothing, as in a search.
  const all = (words ?? '').split(/\s+/).filter(isSomething);
  const wanted = all.map((word) => ({ whole: fold(word), parts: wordsOf(word) }));
  return (subject) =>
    (ofProject === null || ofProject === subject.project) &&
    (ofLabel === null || subject.labels.has(ofLabel)) &&
    (wanted.length === 0 || isIn(wanted, subject.words()));
}

/** Text without a space in it, as one word and as those between its signs; an emoji has none. */
type Wanted = { whole: string; parts: string[] };

/** `on-site` fits a name with `onsite`, and one with `on` and `site`. */
const isIn = (words: Wanted[], name: Set<string>) =>
  words.every(
    ({ whole, parts }) =>
      name.has(whole) || (parts.length > 1 && parts.every((part) => name.has(part))),
  );

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
