import { FORGOTTEN_REASONS, type ForgottenReason } from '#db/words.ts';
import { addToDay, formatBritishDay } from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { shorten } from '../lib/shorten.ts';

/** After more days than this a log that is on no invoice is forgotten. */
export const OLD_AFTER_DAYS = 60;
/** After more days than this a task that is still in review is forgotten. */
export const REVIEW_AFTER_DAYS = 7;

/** The most that is looked for and listed for one reason. */
export const MOST_LISTED = 100;

/** What mends a finding: a link to the place where it is done, or a button that does it. */
export type Mend =
  { to: string; label: string } | { press: 'billable' | 'repeat'; id: number; label: string };

/** Something that may be forgotten. */
export type Finding = {
  reason: ForgottenReason;
  /** Which record; with the reason, it names the finding. */
  subject: string;
  name: string;
  why: string;
  /** The description of the work, where it has one. */
  details?: string;
  /** Its worth in pence, net of VAT; null when nobody knows that. */
  amountPence: number | null;
  isEstimate?: true;
  mend: Mend;
};

/** Each reason as people read it: a heading, and what is listed below it. */
export const REASONS: Record<ForgottenReason, { title: string; about: string }> = {
  'old-log': {
    title: 'Old work, not invoiced',
    about: `Billable logs not invoiced for more than ${OLD_AFTER_DAYS} days`,
  },
  'no-invoice': {
    title: 'No invoice for last month',
    about: 'Clients with billable work last month and no invoice',
  },
  'in-review': {
    title: 'Still in review',
    about: `Todoist tasks completed more than ${REVIEW_AFTER_DAYS} days ago and still in review`,
  },
  'not-billable': {
    title: 'Not billable, unlike the rest',
    about: 'Non-billable logs of clients whose other work is nearly all billable',
  },
  missing: {
    title: 'Regular work not logged',
    about: 'Work you log regularly, not logged when due',
  },
  'short-day': {
    title: 'Days with little logged',
    about: 'Under half the usual hours for that weekday, all users',
  },
};

/** The name of a finding in a form, `old-log:12`, or of several of one reason, whose subjects have commas between. */
export function nameFinding({ reason, subject }: Pick<Finding, 'reason' | 'subject'>): string {
  return `${reason}:${subject}`;
}

/** The reason and the records that a form's text names, or null. */
export function readFinding(text: string): Pick<Finding, 'reason' | 'subject'> | null {
  const [name = '', ...rest] = text.split(':');
  const reason = FORGOTTEN_REASONS.find((one) => one === name);
  return reason === undefined || rest.length === 0 ? null : { reason, subject: rest.join(':') };
}

/** A text as one line of at most 200 signs. */
export const oneLine = (text: string) => shorten(text.replace(/\s+/g, ' ').trim(), 200);

/** A log as far as a finding says it; the amount is net of VAT. */
export type FoundLog = {
  id: number;
  clientId: number;
  client: string;
  workType: string;
  description: string;
  day: string;
  duration: number;
  isHardware: number;
  netPence: number;
};

/** What a finding says of its log. */
export function ofLog({ id, client, workType, day, duration, ...log }: FoundLog) {
  const measure = log.isHardware === 1 ? '' : `${formatDuration(duration)} `;
  return {
    subject: String(id),
    name: `${client}, ${formatBritishDay(day)}: ${measure}${workType}`,
    details: oneLine(log.description),
    amountPence: log.netPence,
  };
}

/** The first and the last day of a month, `yyyy-MM`. */
export function daysOfMonth(month: string): { first: string; last: string } {
  const next = addToDay(`${month}-01`, 31).slice(0, 7);
  return { first: `${month}-01`, last: addToDay(`${next}-01`, -1) };
}

/** The preview of invoices for a client's work of a month. */
export function previewOf(clientId: number, month: string): string {
  const { first, last } = daysOfMonth(month);
  return `/work-logs/create-invoices?clientId=${clientId}&startDate=${first}&endDate=${last}`;
}
