import { z } from 'zod';
import { isDay } from './calendar.ts';
import { parseHours } from './duration.ts';
import { formatPounds, MAX_RATE_PENCE, parsePounds } from './money.ts';

/**
 * The kinds of field that forms and the JSON API share. A form sends text (and
 * leaves out what is empty), the API sends JSON values: each kind takes both, so
 * that one schema, and one message, serves the screen and the API.
 */

/** The longest description that is kept, in characters. */
export const MAX_DESCRIPTION_LENGTH = 10_000;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const cleanText = z
  .string('This should be text.')
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .refine(
    (text) => !text.includes('\0') && text.isWellFormed(),
    'This contains a character that cannot be stored. Remove it and try again.',
  );

const tooLong = (max: number) =>
  `Keep this to ${max.toLocaleString('en-GB')} characters or fewer. Nothing was cut.`;

/** Something that can be seen: not only spaces, or marks without a shape of their own. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** Text that must not be empty, nor look so; trimmed, line ends made `\n`. */
export function requiredText(message: string, max = 200) {
  return z.preprocess(
    (value) => value ?? '',
    cleanText.pipe(z.string().regex(VISIBLE, message).max(max, tooLong(max))),
  );
}

/** Text that may be left out; empty text becomes null. */
export function optionalText(max = 200) {
  return z.preprocess(
    (value) => value ?? '',
    cleanText
      .pipe(z.string().max(max, tooLong(max)))
      .transform((text): string | null => (text === '' ? null : text)),
  );
}

/** A description: any text up to 10,000 characters; missing becomes empty. */
export const descriptionField = z.preprocess(
  (value) => value ?? '',
  cleanText.pipe(z.string().max(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH))),
);

/** An email address or nothing (null). */
export const optionalEmail = z.preprocess(
  (value) => (isEmpty(value) ? null : value),
  cleanText
    .pipe(z.email('Enter an email address such as name@example.com, or leave this empty.').max(254))
    .nullable(),
);

const AMOUNT_RULE = `Enter an amount from 0 to ${formatPounds(MAX_RATE_PENCE)} with at most two decimals, such as 60.00.`;

const poundsAmount = z.union([z.string(), z.number()], AMOUNT_RULE).transform((value, context) => {
  const pence = parsePounds(String(value));
  if (pence !== null && pence <= MAX_RATE_PENCE) return pence;
  context.addIssue({ code: 'custom', message: AMOUNT_RULE });
  return z.NEVER;
});

/** An amount of pounds (`"60.00"`), in pence; what is left empty becomes the default. */
export function pounds(defaultPence: number) {
  return z.preprocess((value) => (isEmpty(value) ? `${defaultPence / 100}` : value), poundsAmount);
}

/** An amount of pounds in pence, or null when left empty. */
export const optionalPounds = z.preprocess(
  (value) => (isEmpty(value) ? null : value),
  poundsAmount.nullable(),
);

/** The id of a thing: a positive whole number, or its digits; the message stands for anything else. */
export function idField(message: string) {
  return z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string(message)
      .regex(/^[1-9]\d{0,14}$/, message)
      .transform(Number),
  );
}

/** The id of a thing, or null when left empty. */
export const optionalId = z.preprocess(
  (value) => (isEmpty(value) ? null : value),
  idField('This does not exist.').nullable(),
);

/** The ids that a form's checkboxes of one name send: none, one or many. */
export function idList(most: number) {
  return z.preprocess(
    (value: unknown): unknown => (value === undefined ? [] : [value].flat()),
    z.array(idField('This does not exist.')).max(most),
  );
}

/** A yes or no: a JSON boolean, or a checkbox (`on` or `off`); null when it was not given. */
export const optionalFlag = z.preprocess((value) => {
  if (isEmpty(value)) return null;
  if (value === 'on' || value === 'true') return true;
  if (value === 'off' || value === 'false') return false;
  return value;
}, z.boolean('This should be true or false.').nullable());

const HOURS_RULE = 'Enter a number of hours, such as 1.5.';

/** Decimal hours as minutes, or null when left empty. */
export const optionalHours = z.preprocess(
  (value) => (isEmpty(value) ? null : value),
  z
    .union([z.string(), z.number()], HOURS_RULE)
    .transform((value, context) => {
      const minutes = parseHours(String(value));
      if (minutes !== null) return minutes;
      context.addIssue({ code: 'custom', message: HOURS_RULE });
      return z.NEVER;
    })
    .nullable(),
);

const DAY_RULE = 'Enter a real date as YYYY-MM-DD.';

/** A day, `yyyy-MM-dd`, or null when left empty. */
export const optionalDay = z.preprocess(
  (value) => (isEmpty(value) ? null : value),
  z.string(DAY_RULE).refine(isDay, DAY_RULE).nullable(),
);
