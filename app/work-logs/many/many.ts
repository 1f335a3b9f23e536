import { z } from 'zod';
import {
  descriptionField,
  filledPounds,
  idField,
  MAX_DESCRIPTION_LENGTH,
  optionalDay,
  optionalId,
  requiredText,
} from '../../lib/fields.ts';
import { formatCount, oneOrSeveral } from '../../lib/count.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import type { WorkLogFilters } from '../list/filters.ts';

/** So many logs are changed at once, at most. */
export const MOST_AT_ONCE = 5_000;

export const TOO_MANY = `At most ${formatCount(MOST_AT_ONCE)} work logs can be changed at once. No changes were made: choose fewer, such as those of some months.`;

/** Which logs: these, or all that the list shows with these filters. */
export type LogSelection = { ids: number[] } | { filters: WorkLogFilters };

/** What is changed of each of many logs; what is left out stays as it is. */
export type ManyChange = {
  clientId?: number;
  /** Null takes the job away. */
  jobId?: number | null;
  workTypeId?: number;
  /** To a day, or by so many days, back where that is negative; each keeps its time of day. */
  date?: { day: string } | { moveBy: number };
  /** In pence an hour, or what a new log of the kind would get. */
  rate?: { pence: number } | 'today';
  billable?: boolean;
  /** The new text, or what comes before or after the one that is there. */
  description?: { set: string } | { before: string } | { after: string };
};

/** A log that was left as it is, and why. */
export type Left = { id: number; message: string };

/** The logs that were changed, deleted or made; those that were left; and what undoes it, for whoever is signed in. */
export type ManyDone = { changed: number[]; left: Left[]; undo: number | null };

/** In days: ten years. */
const FARTHEST = 3_660;
const MOVE_RULE = `Enter a whole number of days from -${FARTHEST} to ${FARTHEST}.`;
const SAY_WHAT_TO_ADD = 'Enter the text to add.';
const someDay = optionalDay.refine((day) => day !== null, 'Enter a date as YYYY-MM-DD.');
const someText = requiredText(SAY_WHAT_TO_ADD, MAX_DESCRIPTION_LENGTH);

/** What says the same in two ways, of which one is to be chosen. */
const ALTERNATIVES = [
  ['date', 'moveDays'],
  ['hourlyRate', 'rate'],
  ['description', 'descriptionBefore', 'descriptionAfter'],
] as const;

/** A {@link ManyChange} in the words of the API and of forms; a field that is not there changes nothing. */
export const ManyFields = z
  .object({
    clientId: idField('Choose a client.').optional(),
    jobId: optionalId.optional(),
    workTypeId: idField('Choose a work type.').optional(),
    date: someDay.optional(),
    moveDays: z
      .preprocess(
        (value) =>
          typeof value === 'string' && /^[-+]?\d{1,5}$/.test(inPlainSigns(value))
            ? Number(inPlainSigns(value))
            : value,
        z.int(MOVE_RULE).min(-FARTHEST, MOVE_RULE).max(FARTHEST, MOVE_RULE),
      )
      .optional(),
    hourlyRate: filledPounds(0).optional(),
    rate: z.literal('today', 'This should be “today”: by today’s rules.').optional(),
    billable: z
      .preprocess(
        (value) => (value === 'true' ? true : value === 'false' ? false : value),
        z.boolean('This should be true or false.'),
      )
      .optional(),
    description: descriptionField.optional(),
    descriptionBefore: someText.optional(),
    descriptionAfter: someText.optional(),
  })
  .superRefine((given, context) => {
    const isGiven = (name: keyof typeof given) => given[name] !== undefined;
    for (const names of ALTERNATIVES) {
      const [, second] = names.filter(isGiven);
      if (second === undefined) continue;
      const message = `Only one of ${names.join(', ')} can be set at once.`;
      context.addIssue({ code: 'custom', path: [second], message });
    }
    if (!Object.values(given).some((value) => value !== undefined))
      context.addIssue({ code: 'custom', message: 'Choose what to change.' });
  })
  .transform((given): ManyChange => {
    const { date, moveDays, hourlyRate, rate, billable } = given;
    const { description, descriptionBefore: before, descriptionAfter: after } = given;
    const { clientId, jobId, workTypeId } = given;
    const change: ManyChange = {
      clientId,
      jobId,
      workTypeId,
      billable,
      rate: hourlyRate === undefined ? rate : { pence: hourlyRate },
    };
    if (date) change.date = { day: date };
    if (moveDays !== undefined) change.date = { moveBy: moveDays };
    if (description !== undefined) change.description = { set: description };
    if (before !== undefined) change.description = { before };
    if (after !== undefined) change.description = { after };
    return change;
  });

/** What was done to many logs. */
export type Deed = 'changed' | 'deleted' | 'duplicated';

const workLogs = (count: number, rest: string) =>
  oneOrSeveral(count, `1 work log ${rest}`, `# work logs ${rest}`);

/** The address that undoes what was done to many logs. */
export const undoManyAddress = (undo: number) => `/work-logs/many/${undo}/undo`;

/** The toast about what was done to many logs, with its Undo: how many, and how many were left and why. */
export function sayMany(deed: Deed, { changed, left, undo }: ManyDone): ToastMessage {
  const reasons = [...Map.groupBy(left, ({ message }) => message)].map(
    ([message, { length }]) => `${oneOrSeveral(length, '1 was left', '# were left')}: ${message}`,
  );
  const done = workLogs(changed.length, deed);
  return {
    text: left.length === 0 ? done : [`${done}.`, ...reasons].join(' '),
    ...(left.length > 0 && { isPartial: true }),
    ...(changed.length === 0 && { variant: 'destructive' }),
    ...(undo !== null && { undo: undoManyAddress(undo) }),
  };
}

/** What an undo came to: how many logs are as they were, and how many were changed or invoiced since and left. */
export type Undone = { deed: Deed; done: number; left: number };

const UNDONE: Record<Deed, string> = {
  changed: 'restored as before',
  deleted: 'restored',
  duplicated: 'taken back',
};

/** The same in a sentence. */
export function sayManyUndone({ deed, done, left }: Undone): string {
  const text = workLogs(done, UNDONE[deed]);
  if (left === 0) return text;
  const others = oneOrSeveral(left, '1 was', '# were');
  return `${text}. ${others} changed or invoiced since, and left.`;
}
