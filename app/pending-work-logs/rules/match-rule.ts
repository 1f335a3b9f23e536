import type { Rule } from '#db/schema.ts';
import { plain, wordsOf } from '../../work-logs/line/names.ts';

/** What a rule looks at. */
export type RuleSubject = { taskName: string; projectName: string | null; labels: string[] };
/** The part of a rule that says which tasks it is for. */
export type RuleCondition = Pick<Rule, 'project' | 'label' | 'words'>;

/** A text for comparing: its letters and figures; of one that has none, such as 🚀, all of it. */
function fold(text: string): string {
  return plain(text) || text.trim();
}

/** Whether there is anything in a condition that a task could have. */
export function isSomething(text: string): boolean {
  return text.trim() !== '' && (plain(text) !== '' || /\p{S}/u.test(text));
}

type PreparedSubject = ReturnType<typeof prepareSubject>;

/** Makes a task ready to be compared with many rules; its words are worked out once one of them asks for them. */
export function prepareSubject({ taskName, projectName, labels }: RuleSubject) {
  let words: Set<string> | undefined;
  return {
    project: projectName === null ? null : fold(projectName),
    labels: new Set(labels.map(fold)),
    words: () => (words ??= wordsInName(taskName)),
  };
}

/** `On-site check` has the words `on`, `site`, `onsite` and `check`. */
function wordsInName(name: string): Set<string> {
  return new Set([...wordsOf(name), ...name.split(/\s+/).map(fold)]);
}

/** Whether a task has all that a condition names, words in any order; case, accents and signs make no difference. */
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

/** The parts of a rule's condition, each with its name. */
export function partsOf({ project, label, words }: RuleCondition) {
  return [
    { name: 'Project', value: project },
    { name: 'Label', value: label },
    { name: 'Words', value: words },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
}

/** A rule's condition in words: `project Acme, label onsite, words “server backup”`. */
export function sayCondition(condition: RuleCondition): string {
  return partsOf(condition)
    .map(({ name, value }) => `${name.toLowerCase()} ${name === 'Words' ? `“${value}”` : value}`)
    .join(', ');
}
