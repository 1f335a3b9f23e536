import { z } from 'zod';
import {
  descriptionField,
  idField,
  MAX_DESCRIPTION_LENGTH,
  optionalDay,
  optionalId,
  optionalPounds,
  requiredText,
} from '../../lib/fields.ts';
import { formatCount, oneOrSeveral } from '../../lib/count.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import { fieldsOf, unknownFields } from '../../http/known-fields.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { FILTER_NAMES } from '../list/address.ts';
import { readFilters, type WorkLogFilters } from '../list/filters.ts';

/** So many logs are changed at once, at most. */
export const MOST_AT_ONCE = 2_000;

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
    hourlyRate: optionalPounds.refine((rate) => rate !== null, 'Enter a rate.').optional(),
    rate: z.literal('today', 'This should be “today”: by today’s rules.').optional(),
    billable: z
      .preprocess(
        (value: unknown): unknown => ({ true: true, false: false })[String(value)] ?? value,
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
    if (Object.keys(given).length === 0)
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
      rate: typeof hourlyRate === 'number' ? { pence: hourlyRate } : rate,
    };
    if (date) change.date = { day: date };
    if (moveDays !== undefined) change.date = { moveBy: moveDays };
    if (description !== undefined) change.description = { set: description };
    if (before !== undefined) change.description = { before };
    if (after !== undefined) change.description = { after };
    return change;
  });

/** An object of the API that has no other fields than a schema. */
const onlyKnown = <Schema extends z.ZodType<unknown, Record<string, unknown>>>(
  fields: string[],
  schema: Schema,
) =>
  z
    .record(z.string(), z.unknown(), 'This should be an object.')
    .superRefine((given, context) => {
      for (const { path, message } of unknownFields(given, fields))
        context.addIssue({ code: 'custom', path: [path], message });
    })
    .pipe(schema);

const CHOOSE = 'Name the work logs, by “ids” or by a “filter” that has at least one name in it.';
const DO_ONE = 'Say one of “set”, “delete” and “duplicate”.';
const yes = z.literal(true, 'This should be true, or left out.').optional();

const filter = z.record(z.string(), z.unknown()).transform((given, context) => {
  const named = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
  const { filters, issues } = readFilters(new URLSearchParams(named));
  for (const { path, message } of issues ?? [])
    context.addIssue({ code: 'custom', path: [path], message });
  // All logs are never meant by a filter that a program left empty.
  if (named.length === 0) context.addIssue({ code: 'custom', message: CHOOSE });
  return filters ?? z.NEVER;
});

/** The API's body: which logs, and what is done to them. */
export const ManyBody = z
  .object({
    ids: z
      .array(idField('These should be ids.'))
      .min(1, CHOOSE)
      .max(MOST_AT_ONCE, TOO_MANY)
      .optional(),
    filter: onlyKnown([...FILTER_NAMES], filter).optional(),
    set: onlyKnown(fieldsOf(ManyFields), ManyFields).optional(),
    delete: yes,
    duplicate: yes,
  })
  .transform(({ ids, filter, set, ...rest }, context) => {
    const deeds = [set, rest.delete, rest.duplicate].filter((deed) => deed !== undefined);
    const selection = ids ? { ids } : filter && { filters: filter };
    if (selection === undefined || (ids && filter))
      context.addIssue({ code: 'custom', path: ['ids'], message: CHOOSE });
    if (deeds.length !== 1) context.addIssue({ code: 'custom', path: ['set'], message: DO_ONE });
    return { selection: selection ?? z.NEVER, change: set, isDeletion: rest.delete === true };
  });

/** Whose logs are repriced. */
export type RepriceOf = { clientId: number } | { workTypeId: number };

const SAY_WHOSE = 'Say whose work logs: “clientId” or “workTypeId”.';

/** The same as the API's body, or from an address. */
export const RepriceBody = z
  .object({ clientId: idField(SAY_WHOSE).optional(), workTypeId: idField(SAY_WHOSE).optional() })
  .transform(({ clientId, workTypeId }, context): RepriceOf => {
    if (clientId !== undefined && workTypeId === undefined) return { clientId };
    if (workTypeId !== undefined && clientId === undefined) return { workTypeId };
    context.addIssue({ code: 'custom', path: ['clientId'], message: SAY_WHOSE });
    return z.NEVER;
  });

/** What was done to many logs. */
export type Deed = 'changed' | 'repriced' | 'deleted' | 'duplicated';

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
  repriced: 'restored as before',
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
