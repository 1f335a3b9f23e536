import { isBankHoliday, weekdayOf } from '#app/forgotten/short-days.ts';
import { addToDay } from '#app/lib/calendar.ts';
import { timeTotal } from '#app/lib/money.ts';
import { createRandom, type Random } from '#tests/exactly-once/random.ts';

/**
 * A year of a consultant's work, as it would be if nothing were forgotten: what happens by chance in
 * any year is in it, such as short days, days off, favours, quarters and jobs that end.
 */

/** How the logs of a client are billed. */
type Billed = 'monthly' | 'quarterly' | 'never' | 'mixed';
type YearClient = {
  id: number;
  name: string;
  ratePence: number;
  share: number;
  billed: Billed;
  /** The months of the year, counted back from its end, in which there is work for it. */
  until: number;
  since: number;
};

/** Name, rate, share of the work, how it is billed; months back at which work began and ended. */
const CLIENTS: Omit<YearClient, 'id'>[] = [
  client('Harbour View Dental', 65, 12, 'monthly'),
  client('Thornbury & Lyle', 85, 14, 'monthly'),
  client('Copper Kettle', 60, 8, 'monthly'),
  client('Pennine Timber', 60, 10, 'monthly'),
  client('St Brannock’s School', 50, 11, 'quarterly'),
  client('Fairweather Lettings', 70, 9, 'monthly'),
  client('Ellis Grange Vets', 62, 10, 'monthly'),
  client('Northgate Theatre', 60, 6, 'mixed'),
  client('Marlow Engineering', 75, 13, 'monthly'),
  client('Our own company', 60, 8, 'never'),
  client('Quayside Yoga', 55, 6, 'monthly', { until: 5 }),
  client('Bracken Hill Farm', 60, 6, 'monthly', { since: 3 }),
];

function client(
  name: string,
  rate: number,
  share: number,
  billed: Billed,
  { since = 99, until = -1 } = {},
): Omit<YearClient, 'id'> {
  return { name, ratePence: rate * 100, share, billed, since, until };
}

export const WORK_TYPES = ['Remote support', 'On-site support', 'Consultancy', 'Maintenance'];

/** Work that comes back: for whom, what, how often and when, and how long it takes. */
export type Job = {
  client: number;
  type: number;
  text: (month: string) => string;
  minutes: number;
  rule: { kind: 'month'; day: number } | { kind: 'nth'; weekday: number; nth: number } | Weekly;
  /** So many months back it ended. */
  until: number;
};
type Weekly = { kind: 'week'; weekday: number; every: 1 | 2 };

const JOBS: Job[] = [
  job(0, 3, () => 'Monthly patching of servers', 60, { kind: 'nth', weekday: 1, nth: 1 }),
  job(1, 3, (month) => `Backup report ${month}`, 45, { kind: 'month', day: 5 }),
  job(1, 2, () => 'Service meeting with Gareth', 90, { kind: 'nth', weekday: 3, nth: 3 }),
  job(2, 0, () => 'Weekly check of the tills', 30, { kind: 'week', weekday: 2, every: 1 }),
  job(3, 3, () => 'Firewall rules reviewed', 60, { kind: 'month', day: 12 }),
  job(5, 1, () => 'Visit to the office', 120, { kind: 'week', weekday: 4, every: 2 }),
  job(6, 3, (month) => `Licences counted, ${month}`, 30, { kind: 'month', day: 2 }),
  job(8, 2, () => 'Planning call with Owen', 45, { kind: 'week', weekday: 1, every: 1 }),
  job(8, 3, () => 'Monthly restore test', 75, { kind: 'month', day: 16 }),
  job(4, 3, () => 'Monthly patching of servers', 60, { kind: 'nth', weekday: 2, nth: 2 }),
  job(7, 3, () => 'Box office computers updated', 45, { kind: 'month', day: 9 }),
  // One that was given up two months ago, and one that went with its client.
  job(3, 0, () => 'Weekly call with Dave', 30, { kind: 'week', weekday: 3, every: 1 }, 2),
  job(10, 3, () => 'Booking system looked after', 30, { kind: 'month', day: 20 }, 5),
];

function job(
  ...[client, type, text, minutes, rule, until = -1]: [
    Job['client'],
    Job['type'],
    Job['text'],
    Job['minutes'],
    Job['rule'],
    number?,
  ]
): Job {
  return { client, type, text, minutes, rule, until };
}

/** What comes up, some of it in the same words again and again. */
const TEXTS = [
  'Phone support',
  'Email support',
  'Reset a password for {n}',
  '{n} could not print, cleared the queue',
  'Mailbox of {n} full, archived old mail',
  'Restored a deleted folder for {n}',
  'New starter account for {n}',
  'VPN of {n} dropping at home',
  'Slow booking system, cleared the cache',
  'Moved desks, patched and tested the points',
  'Traced bad Wi-Fi to an access point',
  'Options paper on replacing the server',
  'Ticket {t}: shared calendar of {n}',
  'Ticket {t}: suspicious email reported by {n}',
  'Ticket {t}',
  '',
] as const;
const NAMES = ['Amira', 'Ben', 'Chloe', 'Darren', 'Eilidh', 'Farah', 'Graham', 'Hannah'] as const;

/** A log of the year; `job` is the index of the work that comes back. */
export type YearLog = {
  id: number;
  clientId: number;
  workTypeId: number;
  day: string;
  minutes: number;
  text: string;
  ratePence: number;
  totalPence: number;
  billable: boolean;
  job: number | null;
  isInvoiced: boolean;
};
export type YearTask = {
  id: number;
  name: string;
  day: string;
  minutes: number | null;
  clientId: number;
};
export type YearInvoice = { clientId: number; month: string; day: string };

/** The year: its records, and the first month in which something is still on no invoice. */
export type Year = {
  today: string;
  clients: YearClient[];
  logs: YearLog[];
  tasks: YearTask[];
  invoices: YearInvoice[];
  random: Random;
};

const monthsBack = (day: string, today: string) =>
  (Number(today.slice(0, 4)) - Number(day.slice(0, 4))) * 12 +
  Number(today.slice(5, 7)) -
  Number(day.slice(5, 7));

const MONTH_NAMES = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** The weeks and days on which nobody works: weekends, bank holidays, holidays, some single days. */
function daysOff(first: string, today: string, random: Random): Set<string> {
  const off = new Set<string>();
  const year = today.slice(0, 4);
  const away = (from: string, days: number) => {
    for (let day = 0; day < days; day += 1) off.add(addToDay(from, day));
  };
  for (const one of [year, String(Number(year) - 1)]) away(`${one}-12-24`, 9);
  // Two weeks in summer, one in spring, and days off here and there.
  away(`${year}-07-${20 + random.below(5)}`, 14);
  away(`${year}-02-${10 + random.below(8)}`, 7);
  away(`${Number(year) - 1}-10-${10 + random.below(8)}`, 4);
  for (let one = 0; one < 4; one += 1) off.add(addToDay(today, -(5 + random.below(350))));
  for (let day = first; day <= today; day = addToDay(day, 1)) {
    if (weekdayOf(day) % 6 === 0 || isBankHoliday(day)) off.add(day);
  }
  return off;
}

/** The days on which a job is done; one that falls on a day off is done on the next working day, or left out. */
function daysOfJob({ rule }: Job, first: string, today: string, off: Set<string>): string[] {
  const days: string[] = [];
  let week = 0;
  for (let day = first; day <= today; day = addToDay(day, 1)) {
    const ofMonth = Number(day.slice(8));
    if (rule.kind === 'week') {
      if (weekdayOf(day) !== rule.weekday) continue;
      week += 1;
      if (week % rule.every === 0 && !off.has(day)) days.push(day);
      continue;
    }
    const isDue =
      rule.kind === 'month'
        ? ofMonth === rule.day
        : weekdayOf(day) === rule.weekday && Math.ceil(ofMonth / 7) === rule.nth;
    if (!isDue) continue;
    let done = day;
    while (off.has(done)) done = addToDay(done, 1);
    if (done <= today) days.push(done);
  }
  return days;
}

function adHocText(random: Random): string {
  const text = random.pick(TEXTS);
  return text.replace('{n}', random.pick(NAMES)).replace('{t}', `HD-${1000 + random.below(9000)}`);
}

/** A whole year of work until `today`, with its invoices and with tasks that wait for some days. */
export function makeYear(seed: number, today: string): Year {
  const random = createRandom(seed);
  const first = addToDay(today, -365);
  const clients = CLIENTS.map((one, index) => ({ ...one, id: index + 1 }));
  const off = daysOff(first, today, random);
  const logs: YearLog[] = [];
  const add = (to: YearClient, log: Pick<YearLog, 'day' | 'minutes' | 'text' | 'workTypeId'>) => {
    const { id: clientId, ratePence, billed } = to;
    const isFree = billed === 'never' || (billed === 'mixed' && random.oneIn(4));
    logs.push({
      ...log,
      id: logs.length + 1,
      clientId,
      ratePence,
      totalPence: timeTotal(log.minutes, ratePence),
      billable: !isFree,
      job: null,
      isInvoiced: false,
    });
    return logs.at(-1);
  };
  const jobDays = JOBS.map((one) => new Set(daysOfJob(one, first, today, off)));
  for (let day = first; day < today; day = addToDay(day, 1)) {
    const back = monthsBack(day, today);
    if (off.has(day)) {
      // Something urgent at a weekend, now and then.
      if (random.oneIn(30)) addAdHoc(day, 60, back);
      continue;
    }
    let left = (weekdayOf(day) === 5 ? 330 : 420) + (random.below(9) - 4) * 20;
    // An appointment: the rest of the day is free.
    if (random.oneIn(40)) left = Math.round(left * 0.65);
    for (const [index, one] of JOBS.entries()) {
      const to = clients[one.client];
      if (!to || !jobDays[index]?.has(day) || back < one.until) continue;
      const text = one.text(MONTH_NAMES.format(new Date(`${day}T12:00Z`)));
      const log = add(to, { day, minutes: one.minutes, text, workTypeId: one.type + 1 });
      if (log) log.job = index;
      left -= one.minutes;
    }
    while (left >= 15) left -= addAdHoc(day, left, back);
  }
  function addAdHoc(day: string, room: number, back: number): number {
    const present = clients.filter(({ since, until }) => back <= since && back > until);
    let at = random.below(present.reduce((sum, { share }) => sum + share, 0));
    const to = present.find(({ share }) => (at -= share) < 0);
    if (!to) return room;
    const minutes = Math.min(random.pick([15, 30, 30, 45, 60, 60, 90, 120, 180]), room);
    const workTypeId = 1 + random.below(WORK_TYPES.length);
    const log = add(to, { day, minutes, text: adHocText(random), workTypeId });
    // A favour; most people say so.
    if (log && random.oneIn(250)) {
      log.billable = false;
      if (!random.oneIn(4)) log.text = `${log.text} (no charge)`;
    }
    return minutes;
  }
  const tasks = Array.from({ length: 6 }, (_, index) => ({
    id: index + 1,
    name: adHocText(random) || 'Called back',
    day: addToDay(today, -1 - random.below(6)),
    minutes: random.oneIn(3) ? null : 30,
    clientId: 1 + random.below(9),
  }));
  return { today, clients, logs, tasks, invoices: [], random };
}

/** The days on which invoices are made: the third of a month, or soon after. */
function invoicingDay(month: string, random: Random): string {
  let day = `${month}-03`;
  while (weekdayOf(day) % 6 === 0 || isBankHoliday(day)) day = addToDay(day, 1);
  return addToDay(day, random.below(3) === 0 ? 1 : 0);
}

/** Makes the invoices of the year, month by month and quarter by quarter, but those that are skipped. */
export function invoiceYear(year: Year, isSkipped: (one: YearInvoice) => boolean): void {
  const { logs, clients, today, random } = year;
  const months = [...new Set(logs.map(({ day }) => day.slice(0, 7)))].sort();
  for (const invoicing of months) {
    const day = invoicingDay(invoicing, random);
    if (day >= today) continue;
    for (const { id, billed } of clients) {
      const isQuarter = ['01', '04', '07', '10'].includes(invoicing.slice(5));
      if (billed === 'never' || (billed === 'quarterly' && !isQuarter)) continue;
      const before = months
        .filter((month) => month < invoicing)
        .slice(billed === 'quarterly' ? -3 : -1);
      for (const month of before) {
        const open = logs.filter(
          (log) =>
            log.clientId === id && log.billable && !log.isInvoiced && log.day.startsWith(month),
        );
        const invoice = { clientId: id, month, day };
        if (open.length === 0 || isSkipped(invoice)) continue;
        for (const log of open) log.isInvoiced = true;
        year.invoices.push(invoice);
      }
    }
  }
}
