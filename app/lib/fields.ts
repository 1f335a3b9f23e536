import { z } from 'zod';
import { FIRST_DAY, isDay, LAST_DAY } from './day.ts';
import { HOURS_RULE, readDuration, sayDurationProblem } from './duration.ts';
import { inPlainSigns } from './looks.ts';
import { formatPounds, MAX_RATE_PENCE, parsePounds, parsePlaces } from './money.ts';
import { formatCount } from './count.ts';
import { cleanLine, cleanText, isStorable, UNSTORABLE, VISIBLE } from './text.ts';

/**
 * The kinds of field that forms and the JSON API share. A form sends text and leaves out
 * empty fields; the API sends JSON values. Each kind accepts both, so that one schema and
 * its messages serve the screen and the API.
 */

/** The longest description that is accepted, in characters. */
export const MAX_DESCRIPTION_LENGTH = 10_000;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const cleaned = (clean: (text: string) => string) =>
  z.string('This should be text.').transform(clean).refine(isStorable, UNSTORABLE);
const someText = cleaned(cleanText);
const someLine = cleaned(cleanLine);

const tooLong = (max: number) => `Keep this to ${formatCount(max)} characters or fewer.`;

const required = (clean: typeof someText, message: string, max: number) =>
  z
    .preprocess(
      (value) => value ?? '',
      clean.pipe(z.string().regex(VISIBLE, message).max(max, tooLong(max))),
    )
    .meta({ minLength: 1, maxLength: max, pattern: '\\S' });

const optional = (clean: typeof someText, max: number) =>
  z
    .preprocess(
      (value) => value ?? '',
      clean
        .pipe(z.string().max(max, tooLong(max)))
        .transform((text): string | null => (text === '' ? null : text)),
    )
    .meta({ maxLength: max });

/** Text that must neither be empty nor look empty. It is trimmed, and line ends become `\n`. */
export function requiredText(message: string, max = 200) {
  return required(someText, message, max);
}

/** A name, and what else has a field of one line: as {@link requiredText}, with a space for breaks and tabs. */
export function requiredLine(message: string, max = 200) {
  return required(someLine, message, max);
}

/** Text that may be left out; empty text becomes null. */
export function optionalText(max = 200) {
  return optional(someText, max);
}

/** Text of a field of one line that may be left out: a space for breaks and tabs; empty text becomes null. */
export function optionalLine(max = 200) {
  return optional(someLine, max);
}

/** A description: any text up to 10,000 characters; missing becomes empty. */
export const descriptionField = z
  .preprocess(
    (value) => value ?? '',
    someText.pipe(z.string().max(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH))),
  )
  .meta({ maxLength: MAX_DESCRIPTION_LENGTH });

/** A value as it looks ({@link inPlainSigns}) where it is text; null where it is empty. */
const asItLooks = (value: unknown) => {
  const plain = typeof value === 'string' ? inPlainSigns(value) : value;
  return isEmpty(plain) ? null : plain;
};

/** An email address or nothing (null). */
export const optionalEmail = z
  .preprocess(
    asItLooks,
    someText
      .pipe(
        z.email('Enter an email address such as name@example.com, or leave this empty.').max(254),
      )
      .nullable(),
  )
  .meta({ format: 'email', maxLength: 254 });

/** A key or token of another service, as it was copied; empty text becomes null. */
export const optionalKey = z.preprocess(asItLooks, optionalText(500));

/** What the document of the API says of a field: a number with so many decimals, as text or, where it is whole, as such. */
const decimal = (maximum: number, places: number) => ({
  anyOf: undefined,
  type: ['string', 'integer'],
  pattern: `^\\d{1,6}(\\.\\d{1,${places}})?$`,
  minimum: 0,
  maximum,
});

function amount(read: (text: string) => number | null, most: number, places: 2 | 4) {
  const decimals = places === 2 ? 'two' : 'four';
  const rule = `Enter an amount from 0 to ${formatPounds(MAX_RATE_PENCE)} with at most ${decimals} decimals, such as 60.00.`;
  return z
    .union([z.string(), z.number()], rule)
    .transform((value, context) => {
      const amount = read(String(value));
      if (amount !== null && amount <= most) return amount;
      context.addIssue({ code: 'custom', message: rule });
      return z.NEVER;
    })
    .meta({
      ...decimal(MAX_RATE_PENCE / 100, places),
      description: `Pounds, at most ${decimals} decimals`,
    });
}

const poundsAmount = amount(parsePounds, MAX_RATE_PENCE, 2);

/** A unit price in pounds as ten-thousandths of a pound; an empty field is 0. */
export const unitPriceField = z.preprocess(
  (value) => (isEmpty(value) ? '0' : value),
  amount(parsePlaces, MAX_RATE_PENCE * 100, 4),
);

/** An amount in pounds (`"60.00"`) as pence; an empty field becomes the default. */
export function pounds(defaultPence: number) {
  return z.preprocess((value) => (isEmpty(value) ? `${defaultPence / 100}` : value), poundsAmount);
}

/**
 * An amount in pounds as pence for a field that comes filled in: the default where the form has no such field. As for
 * {@link filledDay}, what comes back empty is refused.
 */
export function filledPounds(defaultPence: number) {
  return z.preprocess((value) => value ?? `${defaultPence / 100}`, poundsAmount);
}

/** An amount in pounds as pence, or null when left empty. */
export const optionalPounds = z.preprocess(
  (value) => (isEmpty(value) ? null : value),
  poundsAmount.nullable(),
);

/** The id of a record, as a number or as digits; `message` is the error for anything else. */
export function idField(message: string) {
  return z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z
        .string(message)
        .regex(/^[1-9]\d{0,14}$/, message)
        .transform(Number),
    )
    .meta({ title: 'Id', type: ['integer', 'string'], minimum: 1, maximum: 999_999_999_999_999 });
}

/** The id of a record, or null when left empty. */
export const optionalId = z.preprocess(
  (value) => (isEmpty(value) ? null : value),
  idField('This does not exist.').nullable(),
);

/** The ids that checkboxes with the same name send: none, one or several, up to `most`. */
export function idList(most: number) {
  return z.preprocess(
    (value: unknown): unknown => (value === undefined ? [] : [value].flat()),
    z.array(idField('This does not exist.')).max(most),
  );
}

/** A yes or no: a JSON boolean, or a checkbox's `on` or `off`; null when left out. */
export const optionalFlag = z.preprocess((value) => {
  if (isEmpty(value)) return null;
  if (value === 'on' || value === 'true') return true;
  if (value === 'off' || value === 'false') return false;
  return value;
}, z.boolean('This should be true or false.').nullable());

/** A duration in a field of hours ({@link readDuration}) as minutes, or null when left empty. */
export const optionalHours = z
  .preprocess(
    (value) => (isEmpty(value) ? null : value),
    z
      .union([z.string(), z.number()], HOURS_RULE)
      .transform((value, context) => {
        const reading = readDuration(String(value), 'hours');
        if (reading.problem === undefined) return reading.minutes;
        context.addIssue({
          code: 'custom',
          message: sayDurationProblem(reading.problem, HOURS_RULE),
        });
        return z.NEVER;
      })
      .nullable(),
  )
  .meta({
    minimum: 0,
    pattern: '^(\\d{1,3}(\\.\\d{1,2})?h?|\\d{1,3}h \\d{1,2}m|\\d{1,4}m)$',
    description: 'Hours, such as 1.5, or 1h 30m',
  });

const AS_DAY = { format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };

const DAY_RULE = 'Enter a real date as YYYY-MM-DD.';
/** What is said of a real date that is none of those there are here. */
export const RANGE_RULE = `Enter a date from ${FIRST_DAY} to ${LAST_DAY}.`;

/** What is wrong with a text that is no day, or none that there is here; else nothing. */
const checkDay = (text: string, context: z.RefinementCtx) => {
  if (isDay(text)) return;
  const isReal = z.iso.date().safeParse(text).success;
  // Nothing else is said of it, such as that it comes after another day.
  context.addIssue({ code: 'custom', message: isReal ? RANGE_RULE : DAY_RULE, continue: false });
};

const dayOrNone = z.string(DAY_RULE).superRefine(checkDay).nullable();

/** A day, `yyyy-MM-dd`, or null when left empty. */
export const optionalDay = z.preprocess(asItLooks, dayOrNone).meta(AS_DAY);

/**
 * The day of a field that comes filled in, or null where the form has no such field. Browsers send nothing for half a
 * date, and without scripts nothing more is known of it: what comes back empty is refused, not taken for today.
 */
export const filledDay = z.preprocess(
  (value) => (typeof value === 'string' ? inPlainSigns(value) : (value ?? null)),
  dayOrNone,
);
