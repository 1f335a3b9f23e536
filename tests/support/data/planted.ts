import { isBankHoliday, weekdayOf } from '#app/forgotten/short-days.ts';
import { daysOfMonth, nameFinding } from '#app/forgotten/findings.ts';
import { addToDay } from '#app/lib/calendar.ts';
import type { ForgottenReason } from '#db/words.ts';
import { invoiceYear, type Year, type YearLog } from './consulting-year.ts';

/** How many omissions of each kind are planted: thirty. */
export const PLANTED: Record<ForgottenReason, number> = {
  'old-log': 6,
  'no-invoice': 4,
  'in-review': 5,
  'not-billable': 5,
  missing: 4,
  'short-day': 6,
};

/** An omission: the name of the finding that should tell of it, and what it is. */
export type Omission = { key: string; reason: ForgottenReason; what: string };

const lastMonthOf = (today: string) => addToDay(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

/** Takes some at random out of a list. */
function draw<Item>(year: Year, items: Item[], count: number): Item[] {
  const left = [...items];
  return Array.from({ length: count }, () => left.splice(year.random.below(left.length), 1)).flat();
}

const sayLog = ({ day, minutes, text, clientId }: YearLog, { clients }: Year) =>
  `${day} ${clients[clientId - 1]?.name}, ${minutes} min, ${text || 'no description'}`;

/**
 * Forgets thirty things in a year, and makes its invoices. Without `isPlanted` only the invoices are
 * made. Gives what was forgotten.
 */
export function forget(year: Year, isPlanted = true): Omission[] {
  const found: Omission[] = [];
  const note = (reason: ForgottenReason, subject: string, what: string) => {
    found.push({ key: nameFinding({ reason, subject }), reason, what });
  };
  const of = (reason: ForgottenReason) => (isPlanted ? PLANTED[reason] : 0);
  forgetDays(year, of('short-day'), note);
  forgetJobs(year, of('missing'), note);
  const monthly = new Set(
    year.clients.filter(({ billed }) => billed === 'monthly').map(({ id }) => id),
  );
  const billed = year.logs.filter(({ clientId, billable }) => billable && monthly.has(clientId));
  for (const log of draw(year, billed, of('not-billable'))) {
    log.billable = false;
    note('not-billable', String(log.id), sayLog(log, year));
  }
  const lastMonth = lastMonthOf(year.today);
  const { first, last } = daysOfMonth(lastMonth);
  const withWork = year.clients.filter(
    ({ id, billed: how }) =>
      how === 'monthly' &&
      year.logs.some(
        ({ clientId, billable, day }) => clientId === id && billable && day >= first && day <= last,
      ),
  );
  const skipped = new Set<number>();
  for (const { id, name } of draw(year, withWork, of('no-invoice'))) {
    skipped.add(id);
    note('no-invoice', `${id}:${lastMonth}`, `${name} was not invoiced for ${lastMonth}`);
  }
  invoiceYear(year, ({ clientId, month }) => month === lastMonth && skipped.has(clientId));
  const old = year.logs.filter(
    ({ isInvoiced, day }) => isInvoiced && day < addToDay(year.today, -60),
  );
  for (const log of draw(year, old, of('old-log'))) {
    log.isInvoiced = false;
    note('old-log', String(log.id), sayLog(log, year));
  }
  for (let one = 0; one < of('in-review'); one += 1) {
    const id = year.tasks.length + 1;
    const day = addToDay(year.today, -8 - year.random.below(60));
    year.tasks.push({ id, name: 'Task that nobody reviewed', day, minutes: 45, clientId: 1 });
    note('in-review', String(id), `done on ${day}`);
  }
  return found;
}

type Note = (reason: ForgottenReason, subject: string, what: string) => void;

/** On some full days most of what was done is not logged; on one of three nothing is. */
function forgetDays(year: Year, count: number, note: Note): void {
  const byDay = Map.groupBy(year.logs, ({ day }) => day);
  const full = [...byDay.entries()]
    .filter(([day]) => weekdayOf(day) % 6 > 0 && !isBankHoliday(day))
    .filter(([, logs]) => logs.every(({ job }) => job === null))
    .filter(([, logs]) => logs.reduce((sum, { minutes }) => sum + minutes, 0) >= 300);
  const gone = new Set<YearLog>();
  for (const [day, logs] of draw(year, full, count)) {
    let kept = year.random.oneIn(3) ? 0 : 100;
    for (const log of logs) {
      if (log.minutes <= kept) kept -= log.minutes;
      else gone.add(log);
    }
    const rest = logs.filter((log) => !gone.has(log)).map(({ minutes }) => minutes);
    note('short-day', day, `${day}: ${rest.reduce((sum, one) => sum + one, 0)} min left`);
  }
  year.logs = year.logs.filter((log) => !gone.has(log));
}

/** Some work that comes back, and was due this month before today, is not logged in it. */
function forgetJobs(year: Year, count: number, note: Note): void {
  const month = year.today.slice(0, 7);
  const due = [
    ...new Set(year.logs.filter(({ day }) => day.startsWith(month)).map(({ job }) => job)),
  ];
  const jobs = due.filter((job) => job !== null);
  for (const job of draw(year, jobs, Math.min(count, jobs.length))) {
    year.logs = year.logs.filter((log) => log.job !== job || !log.day.startsWith(month));
    const last = year.logs.filter((log) => log.job === job && log.billable).at(-1);
    if (last) note('missing', String(last.id), `after ${sayLog(last, year)}`);
  }
}
