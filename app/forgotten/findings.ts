import { FORGOTTEN_REASONS, type ForgottenReason } from '#db/words.ts';
import { addToDay, daysBetween, formatBritishDay } from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { shorten } from '../lib/shorten.ts';
import { weekdayOf, type ShortDay } from './short-days.ts';

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

const sayDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);

const oneLine = (text: string) => shorten(text.replace(/\s+/g, ' ').trim(), 200);

/** A log as far as a finding says it; the amount is net of VAT. */
export type FoundLog = {
  id: number;
  clientId: number;
  workTypeId: number;
  client: string;
  workType: string;
  description: string;
  day: string;
  duration: number;
  isHardware: number;
  netPence: number;
};

function nameLog({ client, workType, day, duration, isHardware }: FoundLog): string {
  const measure = isHardware === 1 ? '' : `${formatDuration(duration)} `;
  return `${client}, ${formatBritishDay(day)}: ${measure}${workType}`;
}

/** The first and the last day of a month, `yyyy-MM`. */
export function daysOfMonth(month: string): { first: string; last: string } {
  const next = addToDay(`${month}-01`, 31).slice(0, 7);
  return { first: `${month}-01`, last: addToDay(`${next}-01`, -1) };
}

function previewOf(clientId: number, month: string): string {
  const { first, last } = daysOfMonth(month);
  return `/work-logs/create-invoices?clientId=${clientId}&startDate=${first}&endDate=${last}`;
}

/** A billable log that has been on no invoice for long. */
export function sayOldLog(log: FoundLog, today: string): Finding {
  return {
    reason: 'old-log',
    subject: String(log.id),
    name: nameLog(log),
    why: `Billable, not invoiced for ${sayDays(daysBetween(log.day, today))}.`,
    details: oneLine(log.description),
    amountPence: log.netPence,
    mend: { to: previewOf(log.clientId, log.day.slice(0, 7)), label: 'Invoice' },
  };
}

/** A client's billable work of a month; the amount is net of VAT. */
export type OpenMonth = {
  clientId: number;
  client: string;
  logs: number;
  minutes: number;
  netPence: number;
};

/** A client that got no invoice for a month; `monthName` is that month for people. */
export function sayNoInvoice(open: OpenMonth, month: string, monthName: string): Finding {
  const logs = open.logs === 1 ? '1 billable log' : `${open.logs} billable logs`;
  return {
    reason: 'no-invoice',
    subject: `${open.clientId}:${month}`,
    name: `${open.client}, ${monthName}`,
    why: `${logs}${open.minutes > 0 ? `, ${formatDuration(open.minutes)}` : ''}, no invoice.`,
    amountPence: open.netPence,
    mend: { to: previewOf(open.clientId, month), label: 'Invoice' },
  };
}

/** A task in review; amounts are net. */
export type FoundTask = {
  id: number;
  taskName: string;
  projectName: string | null;
  client: string | null;
  day: string;
  duration: number | null;
  billable: number;
  netPence: number | null;
};

/** A task that has been in review for long. */
export function sayTask(task: FoundTask, today: string): Finding {
  const { id, taskName, projectName, client, day, duration, billable, netPence } = task;
  const whose = client ?? projectName;
  const missing = billable === 0 ? ' Not billable.' : duration === null ? ' No duration yet.' : '';
  return {
    reason: 'in-review',
    subject: String(id),
    name: whose === null ? oneLine(taskName) : `${whose}: ${oneLine(taskName)}`,
    why: `Completed ${formatBritishDay(day)}, in review for ${sayDays(daysBetween(day, today))}.${missing}`,
    amountPence: billable === 0 ? 0 : netPence,
    mend: { to: `/pending-work-logs/${id}/edit`, label: 'Review' },
  };
}

/** A log that is not billable; `others` are the client's logs of the last year that are. */
export function sayNotBillable(log: FoundLog, others: number): Finding {
  return {
    reason: 'not-billable',
    subject: String(log.id),
    name: nameLog(log),
    why: `Not billable, where ${others} other logs in the last 12 months are.`,
    details: oneLine(log.description),
    amountPence: log.netPence,
    mend: { press: 'billable', id: log.id, label: 'Make billable' },
  };
}

const EVERY: Record<number, string> = { 7: 'every week', 14: 'every two weeks' };

/** Recurring work that was due on a day; `log` is how it was logged last. */
export function sayMissing(log: FoundLog, due: string, everyDays: number): Finding {
  const rhythm = EVERY[everyDays] ?? (everyDays >= 26 ? 'every month' : `every ${everyDays} days`);
  const work = log.description === '' ? log.workType : oneLine(log.description);
  return {
    reason: 'missing',
    subject: String(log.id),
    name: `${log.client}: ${work}`,
    why: `Logged ${rhythm}, last on ${formatBritishDay(log.day)}. The next was due about ${formatBritishDay(due)}.`,
    amountPence: log.netPence,
    isEstimate: true,
    mend: { press: 'repeat', id: log.id, label: 'Repeat' },
  };
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A short day; `worth` tells what the missing minutes may come to, null: not known. */
export function sayShortDay(
  { day, minutes, usual }: ShortDay,
  worth: (minutes: number) => number | null,
): Finding {
  const weekday = WEEKDAYS[weekdayOf(day)] ?? '';
  const logged = minutes === 0 ? 'Nothing logged' : `${formatDuration(minutes)} logged`;
  return {
    reason: 'short-day',
    subject: day,
    name: `${weekday} ${formatBritishDay(day)}`,
    why: `${logged}; usually ${formatDuration(usual)} on a ${weekday}.`,
    amountPence: worth(usual - minutes),
    isEstimate: true,
    mend: { to: `/work-logs/new?date=${day}&back=%2Fforgotten`, label: 'Log work' },
  };
}
