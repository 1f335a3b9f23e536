import type { Client, Job, Rule, WorkType } from '#db/schema.ts';
import type { RuleSubject } from '../rules/match-rule.ts';
import type { NameFinder } from './names.ts';

/** What earlier choices say about a task. Pure. */

/** A choice by a person, newest first in a list. */
export type Choice = {
  taskId: string;
  projectId: string | null;
  sectionName: string | null;
  labels: string[];
  clientId: number | null;
  workTypeId: number | null;
  /** 0: that there is none was decided, too. */
  jobId: number | null;
  duration: number | null;
};

export type LearnedField = 'clientId' | 'workTypeId' | 'jobId' | 'duration';

/** What to suggest, and why. */
export type Learned = { value: number; reason: string };

/** How many choices count at most. */
const REMEMBERED = 5;
/** The highest number in a reason. */
const MOST_SAID = 3;
/** The share of the remembered choices that must agree where the task itself is unknown. */
const AGREEMENT = 0.6;

const valuesOf = (choices: Choice[], field: LearnedField) =>
  choices.flatMap((choice) => choice[field] ?? []).slice(0, REMEMBERED);

/** `3 of this task` for the last that are alike, `1` being `the last of this task`. */
function say(values: number[], of: string): string {
  const first = values[0];
  const other = values.findIndex((value) => value !== first);
  // Beyond that a number says no more, and would be stored anew with each choice.
  const count = Math.min(other === -1 ? values.length : other, MOST_SAID);
  return count === 1 ? `as the last ${of}` : `as the last ${count} ${of}`;
}

/** What was chosen last; null where nothing was. */
export function theLast(choices: Choice[], field: LearnedField, of: string): Learned | null {
  const values = valuesOf(choices, field);
  const [value] = values;
  return value === undefined ? null : { value, reason: say(values, of) };
}

/** What most of the last choices agree on: of two, the last; of more, three in five. Null where they do not agree. */
export function theUsual(choices: Choice[], field: LearnedField, of: string): Learned | null {
  const values = valuesOf(choices, field);
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const value = values.find((one) => counts.get(one) === most);
  if (value === undefined) return null;
  if (values.length > 2 && most < AGREEMENT * values.length) return null;
  const isRun = values[0] === value;
  return { value, reason: isRun ? say(values, of) : `as most of the last ${of}` };
}

/** The length that the last ones had most often, the newer one where two are as frequent. */
export function theUsualLength(choices: Choice[], of: string): Learned | null {
  const values = valuesOf(choices, 'duration');
  const count = (value: number) => values.filter((other) => other === value).length;
  const most = Math.max(0, ...values.map(count));
  const value = values.find((one) => count(one) === most);
  return value === undefined ? null : { value, reason: `the usual time of ${of}` };
}

/** What all of the last choices have in common; null where they differ. */
export function theOnly(choices: Choice[], field: LearnedField, of: string): Learned | null {
  const values = valuesOf(choices, field);
  return new Set(values).size === 1 ? theLast(choices, field, of) : null;
}

/** What the suggestions are made from. */
export type Knowledge = {
  ruleFor: (task: RuleSubject) => Rule | null;
  choicesOfTask: (taskId: string) => Choice[];
  choicesOfName: (nameKey: string) => Choice[];
  choicesOfProject: (projectId: string) => Choice[];
  client: (id: number) => Client | undefined;
  workType: (id: number) => WorkType | undefined;
  /** A job, also one that is done. */
  job: (id: number) => Job | undefined;
  openJobs: (clientId: number) => Job[];
  clientNamedIn: NameFinder<Client>;
  workTypeNamedIn: NameFinder<WorkType>;
};
