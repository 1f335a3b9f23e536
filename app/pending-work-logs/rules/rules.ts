import { invalid } from '../../lib/errors.ts';
import { z } from 'zod';
import type { Rule } from '#db/schema.ts';
import { MAX_DURATION_MINUTES } from '../../lib/duration.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  optionalFlag,
  optionalHours,
  optionalId,
  optionalLine,
  optionalText,
} from '../../lib/fields.ts';
import { viewBy } from '../../lib/view-by.ts';
import { minutesField, named } from '../pending-work-logs.ts';
import { isSomething } from './match-rule.ts';

/** What a rule says: the first three are its condition, the others what it does. */
export type RuleInput = Omit<Rule, 'id' | 'position' | 'version' | 'createdAt' | 'updatedAt'>;

/** A rule with the names of its client, work type and job, and its place, from 1. */
export type NamedRule = Rule & {
  place: number;
  clientName: string | null;
  workTypeName: string | null;
  jobName: string | null;
};

const NO_CONDITION = 'Say which tasks: enter a project, a label or words of the task’s name.';
const NO_EFFECT = 'Choose what to fill in: a client, a work type or another field; or archive.';
const NO_WORD = 'This needs at least one letter or figure.';

const condition = optionalLine().refine((text) => text === null || isSomething(text), NO_WORD);
const fields = {
  project: condition,
  label: condition,
  words: condition,
  clientId: optionalId,
  workTypeId: optionalId,
  jobId: optionalId,
  description: optionalText(MAX_DESCRIPTION_LENGTH),
  billable: optionalFlag,
  archive: optionalFlag,
};

/** What is wrong with a rule as a whole: that it has no condition, or does nothing. */
function* wrongIn(rule: RuleInput) {
  if (!hasCondition(rule)) yield { path: 'project', message: NO_CONDITION };
  if (!hasEffect(rule)) yield { path: 'clientId', message: NO_EFFECT };
}

function checkWhole(rule: RuleInput, context: z.RefinementCtx): void {
  for (const { path, message } of wrongIn(rule)) {
    context.addIssue({ code: 'custom', path: [path], message });
  }
}

/** For a rule of which parts were changed by several. Throws 400 for one that has no condition, or does nothing. */
export function requireWhole(rule: RuleInput): void {
  for (const { path, message } of wrongIn(rule)) throw invalid(path, message);
}

/** Whether a rule says at all which tasks it is for. */
export function hasCondition({ project, label, words }: RuleInput): boolean {
  return (project ?? label ?? words) !== null;
}

function hasEffect({ archive, ...rule }: RuleInput): boolean {
  const { clientId, workTypeId, duration, description, billable } = rule;
  return (
    (clientId ?? workTypeId ?? duration ?? description ?? billable) !== null || archive === true
  );
}

/** The API's body: the whole rule, what is left out being null, and the place to move it to. */
export const RuleBody = z
  .object({
    ...fields,
    duration: minutesField.transform((minutes) => minutes ?? null),
    position: z
      .int('The first position is 1.')
      .min(1, 'The first position is 1.')
      .nullish()
      .transform((place) => place ?? null),
  })
  .superRefine(checkWhole)
  .transform(({ position, ...rule }) => ({ rule: rule satisfies RuleInput, place: position }));

/** The form of a rule: the duration in hours, and `then` when it is only to be tried. */
export const RuleForm = z
  .object({
    ...fields,
    duration: optionalHours.refine(
      (minutes) => minutes === null || (minutes >= 1 && minutes <= MAX_DURATION_MINUTES),
      `Enter more than 0 and at most ${MAX_DURATION_MINUTES / 60} hours.`,
    ),
    then: z.literal('try').optional(),
  })
  .superRefine(({ then, ...rule }, context) => {
    // What it does may still be open when somebody looks which tasks it is for.
    checkWhole(then === 'try' ? { ...rule, archive: true } : rule, context);
  })
  .transform(({ then, archive, ...rule }) => ({
    rule: { ...rule, archive: archive === true ? true : null } satisfies RuleInput,
    then,
  }));

/** The JSON of a rule, field by field. */
const VIEW = {
  id: ({ id }) => id,
  position: ({ place }) => place,
  project: ({ project }) => project,
  label: ({ label }) => label,
  words: ({ words }) => words,
  clientId: ({ clientId }) => clientId,
  client: ({ clientName }) => named(clientName),
  workTypeId: ({ workTypeId }) => workTypeId,
  workType: ({ workTypeName }) => named(workTypeName),
  jobId: ({ jobId }) => jobId,
  job: ({ jobName }) => named(jobName),
  duration: ({ duration }) => duration,
  description: ({ description }) => description,
  billable: ({ billable }) => billable,
  archive: ({ archive }) => archive,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  updatedAt: ({ updatedAt }) => updatedAt.toISOString(),
} satisfies Record<string, (rule: NamedRule) => unknown>;

/** A rule for the API. */
export const toRuleView = (rule: NamedRule) => viewBy(VIEW, rule);
