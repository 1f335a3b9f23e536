import { addToDay, daysBetween } from '../lib/calendar.ts';
import { medianOf } from './short-days.ts';

/** How many months before the present one are looked at. */
export const FORMER_MONTHS = 6;

/** Work recurs when it was done on at least so many days, with a middle gap between these two, in days. */
const LEAST_TIMES = 3;
const LEAST_GAP = 5;
const LONGEST_GAP = 45;
/** A gap is usual within this part of the middle gap; at least this share of the gaps must be. */
const USUAL_WITHIN = 0.3;
const USUAL_SHARE = 0.75;
/** Work is missing when it is this many days later than its longest usual gap. */
const LATER_BY = 2;
/** From this gap on work is monthly, expected by its day of the month, unless that varies by more. */
const MONTHLY_FROM = 26;
const MONTHLY_WITHIN = 15;
const LATER_IN_MONTH_BY = 1;
/** Until this day of a month, work that was due in the last month is looked for, too. */
const LAST_MONTH_UNTIL = 14;

/** What of a log tells whether its work recurs. */
export type RecurringLog = {
  id: number;
  clientId: number;
  workTypeId: number;
  description: string;
  day: string;
  duration: number;
  totalPence: number;
  billable: number;
};

/** Work that was done in a rhythm: its days, and the last billable log of it. */
export type RecurringWork<Log> = { key: string; days: string[]; rhythm: Rhythm; last: Log };
/** The usual gap between the days of recurring work, and the longest usual one; in days. */
type Rhythm = { usual: number; longest: number };

type MissingWork<Log> = RecurringWork<Log> & { due: string };

const MONTHS = new Set(
  (
    'january february march april may june july august september october november december ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
);

/** What work is about: its description without numbers, names of months, signs and capitals. */
export function subjectOf(description: string): string {
  return description
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !/\d/.test(word) && !MONTHS.has(word))
    .join(' ');
}

/** The same for logs of the same work: by their description or, without one, their duration and amount. */
export function keyOf({ clientId, workTypeId, ...log }: RecurringLog): string {
  const subject = subjectOf(log.description) || `${log.duration} ${log.totalPence}`;
  return `${clientId} ${workTypeId} ${subject}`;
}

/** The usual gap between these days, and the longest of the gaps that are usual; null when there is no rhythm. */
function rhythmOf(days: string[]): Rhythm | null {
  if (days.length < LEAST_TIMES) return null;
  const gaps = days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day));
  const usual = medianOf(gaps);
  if (usual < LEAST_GAP || usual > LONGEST_GAP) return null;
  const isUsual = (gap: number) => Math.abs(gap - usual) <= Math.max(usual * USUAL_WITHIN, 2);
  const alike = gaps.filter(isUsual);
  if (alike.length < gaps.length * USUAL_SHARE) return null;
  return { usual, longest: Math.max(...alike) };
}

/** The months before the one of a day, the nearest first, as `yyyy-MM`. */
export function monthsBefore(day: string, count: number): string[] {
  const months: string[] = [];
  for (let first = `${day.slice(0, 7)}-01`; months.length < count;) {
    const last = addToDay(first, -1);
    months.push(last.slice(0, 7));
    first = `${last.slice(0, 7)}-01`;
  }
  return months;
}

/** The work that came back in a rhythm, most of it billable, among the logs of former months. */
export function findRecurring<Log extends RecurringLog>(logs: Iterable<Log>): RecurringWork<Log>[] {
  const works = Map.groupBy(logs, keyOf);
  return [...works].flatMap(([key, work]) => {
    if (work.length < LEAST_TIMES) return [];
    const sorted = work.toSorted((one, other) => (one.day < other.day ? -1 : 1));
    const days = [...new Set(sorted.map(({ day }) => day))];
    const billable = sorted.filter((log) => log.billable === 1);
    const last = billable.at(-1);
    const rhythm = rhythmOf(days);
    if (!last || !rhythm || billable.length * 2 < work.length) return [];
    return [{ key, days, rhythm, last }];
  });
}

/**
 * The recurring work that was due this month, is later than it ever was, and has not been done this month. In the
 * first two weeks of a month also what was due in the last one. `works` are those of the six months before.
 */
export function findMissingWork<Log>(works: RecurringWork<Log>[], today: string) {
  return works
    .flatMap((work) => missingOf(work, today) ?? [])
    .sort((one, other) => (one.due < other.due ? -1 : 1));
}

function missingOf<Log>(work: RecurringWork<Log>, today: string): MissingWork<Log> | null {
  const thisMonth = today.slice(0, 7);
  const [lastMonth = '', before = '', earlier = ''] = monthsBefore(today, 3);
  const lastDone = (work.days.at(-1) ?? '').slice(0, 7);
  // Work that was not done last month has ended, unless last month is only just over: then last month may be
  // the one that lacks it. One month is no habit: the work must have been done in both months before the one
  // that lacks it.
  const isJustOver = lastDone === before && Number(today.slice(8)) <= LAST_MONTH_UNTIL;
  if (lastDone !== lastMonth && !isJustOver) return null;
  const [month, habit] = isJustOver ? [lastMonth, earlier] : [thisMonth, before];
  if (!work.days.some((day) => day.startsWith(habit))) return null;
  const expected = expectedIn(work, month);
  return expected !== null && today > expected.latest ? { ...work, due: expected.due } : null;
}

/** When work is usually done in a month, and the last day on which it may still come; null: not at all. */
function expectedIn({ days, rhythm }: RecurringWork<unknown>, month: string) {
  const first = `${month}-01`;
  const ofMonth = days.map((day) => Number(day.slice(8)));
  const latestOfMonth = Math.max(...ofMonth);
  if (rhythm.usual >= MONTHLY_FROM && latestOfMonth - Math.min(...ofMonth) <= MONTHLY_WITHIN) {
    const due = addToDay(first, medianOf(ofMonth) - 1);
    return { due, latest: addToDay(first, latestOfMonth - 1 + LATER_IN_MONTH_BY) };
  }
  // Holidays may have covered the end of the month before: the first time in this one counts.
  let due = addToDay(days.at(-1) ?? first, rhythm.usual);
  while (due < first) due = addToDay(due, rhythm.usual);
  if (!due.startsWith(month)) return null;
  return { due, latest: addToDay(due, rhythm.longest - rhythm.usual + LATER_BY) };
}

/** Where invoices were made on fewer days than this, nothing is a habit yet. */
const LEAST_DAYS = 3;
/** An invoice that is this many days later than usual counts as forgotten. */
const GRACE = 4;

/** The days on which a client's invoices, and those of all clients, were made; the newest first. */
type InvoiceDays = { ofClient: string[]; ofAll: () => string[] };

/**
 * Whether last month's invoice for a client should have been made by now. A client with a rhythm, such as a quarter,
 * is waited for; one without is expected with the others, and at once where nobody has a habit yet.
 */
export function isInvoiceLate({ ofClient, ofAll }: InvoiceDays, today: string): boolean {
  const [last] = ofClient;
  if (last !== undefined && ofClient.length >= LEAST_DAYS) {
    const gaps = ofClient.slice(1).map((day, index) => daysBetween(day, ofClient[index] ?? day));
    return today > addToDay(last, medianOf(gaps) + GRACE);
  }
  const all = ofAll();
  if (all.length < LEAST_DAYS) return true;
  return Number(today.slice(8)) > medianOf(all.map((day) => Number(day.slice(8)))) + GRACE;
}

/** Where more of the logs than this share are not billable, that is the custom and no slip. */
const ODD_SHARE = 0.05;
const LEAST_BILLABLE = 5;

/** Whether logs that are not billable stand out at a client: there are few, beside much that is. */
export function isOddOneOut({ logs, billable }: { logs: number; billable: number }): boolean {
  const others = logs - billable;
  return others > 0 && billable >= LEAST_BILLABLE && others <= Math.max(1, logs * ODD_SHARE);
}

const MEANT =
  /\b(no[ -]charge|not charg\w*|free of charge|uncharged|good ?will|warranty|guarantee|complimentary|courtesy|pro bono|unpaid|(not|non|un)[ -]?billable)\b/i;

/** Whether a description says itself that nobody is to pay. */
export function isMeantToBeFree(description: string): boolean {
  return MEANT.test(description);
}
