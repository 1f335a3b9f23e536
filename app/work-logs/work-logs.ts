import { z } from 'zod';
import type { Client, Invoice, Job, WorkLog, WorkType } from '#db/schema.ts';
import { formatTime, isDay } from '../lib/calendar.ts';
import { formatDuration, MAX_DURATION_MINUTES } from '../lib/duration.ts';
import {
  descriptionField,
  filledDay,
  idField,
  optionalFlag,
  optionalHours,
  optionalId,
  optionalPounds,
  RANGE_RULE,
} from '../lib/fields.ts';
import { inPlainSigns } from '../lib/looks.ts';
import { toDecimalString } from '../lib/money.ts';
import { unknownFields } from '../http/known-fields.ts';
import { viewBy } from '../lib/view-by.ts';
import { partly } from '../http/partly.ts';
import { type RateChoice, NAMED_RATES } from './rates/rates.ts';
import { ITEM_JSON, toItemView, type StoredItem } from './hardware/hardware-items.ts';

export const SELECT_BOTH = 'Please select client and work type';
export const ENTER_DURATION = 'Please enter duration (hours or minutes)';
export const ADD_AN_ITEM = 'Please add at least one hardware item';
export const TOO_LONG = `One work log can be at most ${MAX_DURATION_MINUTES / 60} hours long. Split it into several.`;
export const TOO_FAR_AHEAD =
  'This date is more than a year ahead. Check the year, and enter the day on which the work was done.';
export const NO_TIMES_OF_ITEMS = 'Only work by time has a start and an end.';
export const BEING_INVOICED =
  'An invoice for this work log is being made, so it cannot be edited or deleted.';
export const INVOICED = 'This work log is on an invoice, so it cannot be edited or deleted.';

/** When work was done: a plain day (stored as its noon) or an exact instant. */
export type WorkDate = { day: string } | { instant: Date };

/** A new log from a screen or the API: minutes and pence; null where nothing was given. */
export type WorkLogInput = {
  clientId: number;
  workTypeId: number;
  /** One of the client's jobs; null, or left out of a new log: none. */
  jobId?: number | null;
  duration: number | null;
  /** Added to the duration; only on-site work has any. */
  travelTime: number | null;
  description: string;
  hourlyRate: number | null;
  /** Which of the client's rates a person chose. The API names a rate, and has none. */
  rateChoice?: RateChoice;
  /**
   * True where the rules gave the rate that is named, as that of a task, and no person did. An edit that names none then
   * gets the rate for new logs.
   */
  isRateByRules?: boolean;
  billable: boolean | null;
  date: WorkDate | null;
  /** Not checked yet: they count only if the work type is hardware. Null: not given. */
  hardwareItems: unknown[] | null;
  /** From when to when it was done, both or none; where there is no duration, it is from the one to the other. */
  startedAt?: Date | null | undefined;
  endedAt?: Date | null | undefined;
  /** The API makes a hardware log first and adds its items one by one. */
  mayLackItems?: boolean;
};

/** What a file tells of work besides; its client and work type may be retired by now. */
export type ToldWork = {
  person: number | null;
  isInvoiced: boolean;
  invoiceNumber: string | null;
};

/** A change of a log from a screen or the API; fields left out stay as they are. */
export type WorkLogChange = Partial<WorkLogInput>;

/** Refusals of a work type of the other kind: a log stays time or hardware. */
export const STAYS_TIME =
  'This work log is for time, and stays that. Choose a work type that is not hardware.';
export const STAYS_HARDWARE =
  'This work log is for hardware, and stays that. Choose a work type that is hardware.';

/** The field Rate of a form. */
export const rateChoiceField = z.preprocess(
  (value) => (value === undefined || value === '' ? null : value),
  z.enum([...NAMED_RATES, 'typed'], 'Choose one of these rates.').nullable(),
);

const shared = {
  clientId: idField(SELECT_BOTH),
  workTypeId: idField(SELECT_BOTH),
  jobId: optionalId,
  description: descriptionField,
  hourlyRate: optionalPounds,
  billable: optionalFlag,
  hardwareItems: z
    .array(z.unknown(), 'This should be a list of hardware items.')
    .nullish()
    .transform((items) => items ?? null),
};

/** The form of Add Log and Edit Log: duration and travel time in fields of hours, a plain day. */
export const WorkLogFormSchema = z
  .object({
    ...shared,
    duration: optionalHours,
    travelTime: optionalHours,
    rateChoice: rateChoiceField,
    date: filledDay,
  })
  .transform(({ date, ...rest }): WorkLogInput => ({ ...rest, date: date ? { day: date } : null }));

const MINUTES_RULE = 'This should be a whole number of minutes.';
const DATE_RULE = 'Enter a date as YYYY-MM-DD, or an ISO timestamp.';

/** A day, or an ISO timestamp; null where none is given. */
export const workDate = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  z
    .string(DATE_RULE)
    .transform((given, context): WorkDate => {
      const text = inPlainSigns(given);
      if (isDay(text)) return { day: text };
      const isMoment = z.iso.datetime({ offset: true, local: false }).safeParse(text).success;
      if (isMoment) {
        const instant = new Date(text);
        if (instant.getUTCFullYear() >= 1970 && instant.getUTCFullYear() < 9999) return { instant };
      }
      const isOutside = isMoment || z.iso.date().safeParse(text).success;
      context.addIssue({ code: 'custom', message: isOutside ? RANGE_RULE : DATE_RULE });
      return z.NEVER;
    })
    .nullable(),
);

const optionalInstant = z.iso
  .datetime({ offset: true, error: 'Enter an ISO timestamp, or null.' })
  .transform((text) => new Date(text))
  .nullish();

const WorkLogFields = z.object({
  ...shared,
  startedAt: optionalInstant,
  endedAt: optionalInstant,
  duration: z
    .int(MINUTES_RULE)
    .min(0, MINUTES_RULE)
    .nullish()
    .transform((value) => value ?? null),
  date: workDate,
  // Their values are checked with the log's kind.
  hardwareItems: shared.hardwareItems.superRefine((items, context) => {
    items?.forEach((item, index) => {
      if (typeof item !== 'object' || item === null) return;
      for (const { path, message } of unknownFields(item, ITEM_JSON)) {
        context.addIssue({ code: 'custom', path: [index, path], message });
      }
    });
  }),
});

/** The API's request body for a new log. */
export const WorkLogBody = WorkLogFields.transform((body): WorkLogInput => ({
  ...body,
  travelTime: null,
  mayLackItems: true,
}));

/** The API's request body for a change. */
export const WorkLogChangeBody = partly(WorkLogFields).transform((body): WorkLogChange => ({
  ...body,
  mayLackItems: true,
}));

/** A log with its items and the names of its client and work type. */
export type NamedWorkLog = WorkLog & {
  clientName: Client['name'];
  workTypeName: WorkType['name'];
  /** What its items are called (`itemsNameOf`). */
  itemsName: WorkType['itemsName'];
  jobName: Job['name'] | null;
  /** Whether it is on an invoice, finished or being made. Such a log cannot be changed. */
  isClaimed: boolean;
  /** Whether its items have VAT: on its invoice, else in the active organisation. */
  hasVat: boolean;
  /** The Xero organisation that holds its invoice, for the link to the invoice. */
  organisationId: Invoice['tenantId'] | null;
  hardwareItems: StoredItem[];
  /** The name of who made it; null: not known, or deleted since. */
  loggedBy: string | null;
};

/** What was done, in a few words: `1h 30m`, `1 item`, `3 items`. */
export function sayMeasure({ isHardware, hardwareItems, duration }: NamedWorkLog): string {
  if (!isHardware) return formatDuration(duration);
  return hardwareItems.length === 1 ? '1 item' : `${hardwareItems.length} items`;
}

/** From when to when work was done, `09:15–10:40`; empty where that is not known. */
export function formatTimes(
  { startedAt, endedAt }: Pick<WorkLog, 'startedAt' | 'endedAt'>,
  timeZone: string,
): string {
  if (startedAt === null || endedAt === null) return '';
  return `${formatTime(startedAt, timeZone)}–${formatTime(endedAt, timeZone)}`;
}

/** A work log for the API: minutes, decimal strings, ISO timestamps. */
export const toWorkLogView = (log: NamedWorkLog) => viewBy(VIEW, log);

const VIEW = {
  id: (log) => log.id,
  clientId: (log) => log.clientId,
  workTypeId: (log) => log.workTypeId,
  jobId: (log) => log.jobId,
  client: (log) => ({ name: log.clientName }),
  workType: (log) => ({ name: log.workTypeName }),
  job: (log) => (log.jobName === null ? null : { name: log.jobName }),
  isHardware: (log) => log.isHardware,
  duration: (log) => log.duration,
  description: (log) => log.description,
  hourlyRate: (log) => toDecimalString(log.hourlyRatePence),
  totalAmount: (log) => toDecimalString(log.totalPence),
  billable: (log) => log.billable,
  date: (log) => log.date.toISOString(),
  startedAt: (log) => log.startedAt?.toISOString() ?? null,
  endedAt: (log) => log.endedAt?.toISOString() ?? null,
  isInvoiced: (log) => log.isInvoiced,
  xeroInvoiceId: (log) => log.xeroInvoiceId,
  xeroInvoiceNumber: (log) => log.xeroInvoiceNumber,
  loggedById: (log) => log.createdBy,
  loggedBy: (log) => log.loggedBy,
  hardwareItems: (log) => log.hardwareItems.map(toItemView),
} satisfies Record<string, (log: NamedWorkLog) => unknown>;

/** The names of a work log's JSON. */
export const WORK_LOG_JSON = Object.keys(VIEW);

/** The longest time, in minutes, that one log and one person's day have without a question. */
export const LONG_LOG = 16 * 60;
export const FULL_DAY = 24 * 60;
