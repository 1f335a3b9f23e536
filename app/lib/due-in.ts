import { z } from 'zod';
import { optionalLine } from './fields.ts';
import { shownAs } from './shown-as.ts';

/** When an invoice is due: so many days after its date, or on this day of the month after it. */
export type DueIn = { days: number } | { dayOfNextMonth: number };

/** Longer terms than anybody gives. */
const MOST_DAYS = 365;

const DAYS = /^(\d{1,3})(?: days?)?$/i;
const NEXT_MONTH = /^(?:day )?(\d{1,2})(?:st|nd|rd|th)?(?: of)?(?: the)? next month$/i;

/** What a text says of when an invoice is due: `14 days`, `day 20 of next month`; null where it says nothing known. */
export function readDueIn(text: string): DueIn | null {
  const days = DAYS.exec(text)?.[1];
  if (days !== undefined) return Number(days) <= MOST_DAYS ? { days: Number(days) } : null;
  const day = Number(NEXT_MONTH.exec(text)?.[1] ?? 0);
  return day >= 1 && day <= 31 ? { dayOfNextMonth: day } : null;
}

/** The same as the text that is stored, shown and taken again. */
function sayDueIn(dueIn: DueIn): string {
  if ('dayOfNextMonth' in dueIn) return `day ${dueIn.dayOfNextMonth} of next month`;
  return dueIn.days === 1 ? '1 day' : `${dueIn.days} days`;
}

const DUE_RULE = `Enter days, such as 14 days (at most ${MOST_DAYS}), or a day such as day 20 of next month, or leave this empty.`;

const days = z.int().min(0).max(MOST_DAYS);
/** The same as an object of the JSON API. */
export const DueInObject = z.union([
  z.strictObject({ days }),
  z.strictObject({ dayOfNextMonth: z.int().min(1).max(31) }),
]);

/** When invoices are due, as the text that is stored, or null; the JSON API may send it as an object. */
export const dueInField = shownAs(
  z.preprocess(
    (value) => {
      const { data } = DueInObject.safeParse(value);
      return data ? sayDueIn(data) : typeof value === 'object' && value !== null ? '?' : value;
    },
    optionalLine().transform((text, context) => {
      const read = text === null ? null : readDueIn(text);
      if (text !== null && read === null) context.addIssue({ code: 'custom', message: DUE_RULE });
      return read === null ? null : sayDueIn(read);
    }),
  ),
  z.union([
    z.string().regex(/^(\d{1,2} days?|day ([12]\d|[1-9]) of next month)$/),
    ...DueInObject.options,
  ]),
);
