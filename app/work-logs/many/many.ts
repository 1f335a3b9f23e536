import { z } from 'zod';
import {
  descriptionField,
  idField,
  MAX_DESCRIPTION_LENGTH,
  optionalDay,
  optionalFlag,
  optionalId,
  optionalPounds,
  requiredText,
} from '../../lib/fields.ts';
import { formatCount, oneOrSeveral } from '../../lib/count.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import { shownAs } from '../../lib/shown-as.ts';
import { fieldsOf, unknownFields } from '../../http/known-fields.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { Filters, type WorkLogFilters } from '../list/filters.ts';

/** So many logs are changed at once, at most. */
export const MOST_AT_ONCE = 2_000;

export const TOO_MANY = `At most ${formatCount(MOST_AT_ONCE)} work logs can be changed at once. No changes were made: choose fewer, such as those of some months.`;

/** Which logs: these, or all that the list shows with these filters. */
export type LogSelection = { ids: number[] } | { filters: WorkLogFilters };

/** A log that was left as it is, and why. */
export type Left = { id: number; message: string };

/** The logs that were changed, deleted or made; those that were left; and what undoes it, for whoever is signed in. */
export type ManyDone = { deed: Deed; changed: number[]; left: Left[]; undo: number | null };

/** In days: ten years. */
const FARTHEST = 3_660;
const MOVE_RULE = `Enter a whole number of days from -${FARTHEST} to ${FARTHEST}.`;
const YES_OR_NO = 'This should be true or false.';
const someText = requiredText('Enter the text to add.', MAX_DESCRIPTION_LENGTH);

/** What says the same in two ways, of which one is to be chosen. */
const ALTERNATIVES = [
  ['date', 'moveDays'],
  ['hourlyRate', 'rate'],
  ['description', 'descriptionBefore', 'descriptionAfter'],
] as const;

/** What is changed of each of many logs, in the words of the API and of forms; a field that is not there changes nothing. */
export const ManyFields = z
  .object({
    clientId: idField('Choose a client.').optional(),
    /** Null takes the job away. */
    jobId: optionalId.optional(),
    workTypeId: idField('Choose a work type.').optional(),
    /** To a day, or by so many days, back where that is negative; each keeps its time of day. */
    date: optionalDay.refine((day) => day !== null, 'Enter a date as YYYY-MM-DD.').optional(),
    moveDays: z
      .preprocess(
        (value) => (typeof value === 'string' ? Number(inPlainSigns(value) || NaN) : value),
        z.int(MOVE_RULE).min(-FARTHEST, MOVE_RULE).max(FARTHEST, MOVE_RULE),
      )
      .optional(),
    hourlyRate: optionalPounds.refine((rate) => rate !== null, 'Enter a rate.').optional(),
    /** What a new log of the kind would get. */
    rate: z.literal('today', 'This should be “today”: by today’s rules.').optional(),
    billable: optionalFlag.refine((flag) => flag !== null, YES_OR_NO).optional(),
    description: descriptionField.optional(),
    descriptionBefore: someText.optional(),
    descriptionAfter: someText.optional(),
  })
  .superRefine((given, context) => {
    for (const names of ALTERNATIVES) {
      const [, second] = names.filter((name) => given[name] !== undefined);
      if (second === undefined) continue;
      const message = `Only one of ${names.join(', ')} can be set at once.`;
      context.addIssue({ code: 'custom', path: [second], message });
    }
    if (Object.keys(given).length === 0)
      context.addIssue({ code: 'custom', message: 'Choose what to change.' });
  });

export type ManyChange = z.output<typeof ManyFields>;

/** What is done to many logs: a change, or that they are deleted or logged once more. */
export type ManyDeed = ManyChange | 'deleted' | 'duplicated';

/** An object of the API that has no other fields than a schema. */
const onlyKnown = <Schema extends z.ZodType<unknown, Record<string, unknown>>>(
  schema: Schema,
  shown: z.ZodType = schema,
) => {
  const known = z
    .record(z.string(), z.unknown(), 'This should be an object.')
    .superRefine((given, context) => {
      for (const { path, message } of unknownFields(given, fieldsOf(schema)))
        context.addIssue({ code: 'custom', path: [path], message });
    });
  return shownAs(known, shown).pipe(schema);
};

const CHOOSE = 'Name the work logs, by “ids” or by a “filter” that has at least one name in it.';
const DO_ONE = 'Say one of “set”, “delete” and “duplicate”.';
const yes = z.literal(true, 'This should be true, or left out.').optional();

/** The filters of the list, whose values JSON has as they are. */
const filter = z.preprocess((given: Record<string, unknown>, context) => {
  const named = Object.entries(given).filter(([, value]) => value !== null);
  // All logs are never meant by a filter that a program left empty.
  if (named.length === 0) context.addIssue({ code: 'custom', message: CHOOSE });
  const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';
  return Object.fromEntries(
    named.map(([name, value]) => [name, isPlain(value) ? String(value) : value]),
  );
}, Filters);

/** The API's body: which logs, and what is done to them. */
export const ManyBody = z
  .object({
    ids: z
      .array(idField('These should be ids.'))
      .min(1, CHOOSE)
      .max(MOST_AT_ONCE, TOO_MANY)
      .optional(),
    filter: onlyKnown(filter, Filters).optional(),
    set: onlyKnown(ManyFields).optional(),
    delete: yes,
    duplicate: yes,
  })
  .transform(({ ids, filter, set, ...rest }, context) => {
    const deeds = [set, rest.delete, rest.duplicate].filter((deed) => deed !== undefined);
    const selection = ids ? { ids } : filter && { filters: filter };
    if (selection === undefined || (ids && filter))
      context.addIssue({ code: 'custom', path: ['ids'], message: CHOOSE });
    if (deeds.length !== 1) context.addIssue({ code: 'custom', path: ['set'], message: DO_ONE });
    const change: ManyDeed = set ?? (rest.delete ? 'deleted' : 'duplicated');
    return { selection: selection ?? z.NEVER, change };
  });

const SAY_WHOSE = 'Say whose work logs: “clientId” or “workTypeId”.';

/** Whose logs are repriced: those of a client, or of a work type; the same as the API's body, or from an address. */
export const RepriceBody = z
  .object({ clientId: idField(SAY_WHOSE).optional(), workTypeId: idField(SAY_WHOSE).optional() })
  .refine(({ clientId, workTypeId }) => (clientId === undefined) !== (workTypeId === undefined), {
    path: ['clientId'],
    message: SAY_WHOSE,
  });

export type RepriceOf = z.output<typeof RepriceBody>;

/** What was done to many logs, and what is said when it is undone. */
const UNDONE = {
  changed: 'restored as before',
  repriced: 'restored as before',
  deleted: 'restored',
  duplicated: 'taken back',
};

export type Deed = keyof typeof UNDONE;

const workLogs = (count: number, rest: string) =>
  oneOrSeveral(count, `1 work log ${rest}`, `# work logs ${rest}`);

/** The toast about what was done to many logs, with its Undo: how many, and how many were left and why. */
export function sayMany({ deed, changed, left, undo }: ManyDone): ToastMessage {
  const reasons = [...Map.groupBy(left, ({ message }) => message)].map(
    ([message, { length }]) => `${oneOrSeveral(length, '1 was left', '# were left')}: ${message}`,
  );
  const done = workLogs(changed.length, deed);
  return {
    text: left.length === 0 ? done : [`${done}.`, ...reasons].join(' '),
    ...(left.length > 0 && { isPartial: true }),
    ...(changed.length === 0 && { variant: 'destructive' }),
    ...(undo !== null && { undo: `/work-logs/many/${undo}/undo` }),
  };
}

/** What an undo came to: how many logs are as they were, and how many were changed or invoiced since and left. */
export function sayManyUndone(deed: Deed, done: number, left: number): string {
  const text = workLogs(done, UNDONE[deed]);
  if (left === 0) return text;
  const others = oneOrSeveral(left, '1 was', '# were');
  return `${text}. ${others} changed or invoiced since, and left.`;
}
