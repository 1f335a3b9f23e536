import { addToDay, daysBetween } from '../lib/calendar.ts';
import { medianOf } from './short-days.ts';

/** How many months before the present one are looked at. */
export const FORMER_MONTHS = 6;

/** Work recurs when it was done on so many days, with such gaps between them. */
const LEAST_TIMES = 3;
const LEAST_GAP = 5;
const LONGEST_GAP = 45;
/** A gap is a usual one within this part of the middle gap; so many of the gaps are. */
const USUAL_WITHIN = 0.3;
const USUAL_SHARE = 0.75;
/** How much later than ever before, in days, makes it missing. */
const LATER_BY = 2;
/** Until this day of a month, work that was due at the end of the last one is looked for, too. */
const LAST_MONTH_UNTIL = 14;

/** A log as far as it says what recurs. */
export type RecurringLog = {
  id: number;
  clientId: number;
  workTypeId: number;
  description: string;
  day: string;
  duration: number;
  totalPence: number;
};

/** Recurring work that was due and was not done: its last log, and when it was due. */
export type MissingWork<Log> = { last: Log; due: string; everyDays: number };

const MONTHS =
  /\b(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)\b/g;

/** What work is about: its description without numbers, names of months, signs and capitals. */
export function subjectOf(description: string): string {
  return description
    .toLowerCase()
    .replace(MONTHS, ' ')
    .replace(/[\p{L}]*\d+[\p{L}\d]*/gu, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** Logs of the same work have the same key: without a description, those of the same measure. */
function keyOf({ clientId, workTypeId, description, duration, totalPence }: RecurringLog): string {
  const subject = subjectOf(description) || `${duration} ${totalPence}`;
  return `${clientId} ${workTypeId} ${subject}`;
}

/** The usual gap between the days, and the longest gap that still is one; null: there is no rhythm. */
export function rhythmOf(days: string[]): { usual: number; longest: number } | null {
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

/**
 * Work that was done in a rhythm in former months, was due this month and has not been done since,
 * though it was never so late; in the first two weeks of a month also what was due in the last one.
 * `logs` are those of this month and the six before it.
 */
export function findMissingWork<Log extends RecurringLog>(
  logs: Iterable<Log>,
  today: string,
): MissingWork<Log>[] {
  const works = new Map<string, Log[]>();
  for (const log of logs) {
    const key = keyOf(log);
    const known = works.get(key);
    if (known) known.push(log);
    else works.set(key, [log]);
  }
  const thisMonth = today.slice(0, 7);
  const [lastMonth = '', ...earlier] = monthsBefore(today, FORMER_MONTHS);
  const missing: MissingWork<Log>[] = [];
  for (const work of works.values()) {
    if (work.length < LEAST_TIMES) continue;
    const sorted = work.toSorted((one, other) => (one.day < other.day ? -1 : 1));
    const last = sorted.at(-1);
    if (!last || last.day.startsWith(thisMonth)) continue;
    const rhythm = rhythmOf([...new Set(sorted.map(({ day }) => day))]);
    if (!rhythm || daysBetween(last.day, today) <= rhythm.longest + LATER_BY) continue;
    const due = addToDay(last.day, rhythm.usual);
    const isLate = due.startsWith(lastMonth) && Number(today.slice(8)) <= LAST_MONTH_UNTIL;
    if (!due.startsWith(thisMonth) && !isLate) continue;
    // Twice in a while and then no more is no habit: each of the two months before it is due has it.
    const before = due.startsWith(thisMonth) ? [lastMonth, earlier[0]] : earlier.slice(0, 2);
    if (!before.every((month) => month && sorted.some(({ day }) => day.startsWith(month))))
      continue;
    missing.push({ last, due, everyDays: rhythm.usual });
  }
  return missing.sort((one, other) => (one.due < other.due ? -1 : 1));
}
