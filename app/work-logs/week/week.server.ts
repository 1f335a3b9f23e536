import { prepared, write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { dayOf, formatBritishDay, addToDay, isDay, mondayOf, movedTo } from '../../lib/calendar.ts';
import { formatDuration, sayHours, toHoursInput } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { NO_FILTERS } from '../list/filters.ts';
import { sayPartsOfAmount } from '../list/totals.server.ts';
import { listWorkLogs } from '../list/list.server.ts';
import { sayMeasure, type NamedWorkLog } from '../work-logs.ts';
import { z } from 'zod';
import { idField, optionalHours } from '../../lib/fields.ts';
import { conflict } from '../../lib/errors.ts';
import { getOpenWorkLog, updateWorkLog, type WorkLogServices } from '../work-logs.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, versionOfValues } from '../../http/form/made-from.server.ts';
import { readSetting, writeSetting } from '../../platform/settings-store.server.ts';

type WeekServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** More logs than a person makes in a week; Work Logs has the rest. */
const MOST_LOGS = 300;

type Sums = { day: string; logs: number; minutes: number; pence: number };

const SUMS = `
  select period as day, sum(logs) as logs, sum(minutes) as minutes, sum(total_pence) as pence
  from work_log_totals
  where client_id = 0 and unit = 'day' and period between ? and ?
  group by period`;

/** Everything the Week screen shows, as text. */
export type WeekData = ReturnType<typeof loadWeek>;
/** One day of it. */
export type WeekDay = WeekData['days'][number];

/** The seven days of the week that an address asks for, with their logs and totals. */
export function loadWeek(services: WeekServices, of: string | null) {
  const { db, clock, config } = services;
  const today = dayOf(clock(), config.timeZone);
  const { days, first, last } = weekOf(of, today);
  const filters = { ...NO_FILTERS, startDate: first, endDate: last };
  const { logs, hasMore } = listWorkLogs(services, filters, { limit: MOST_LOGS });
  const sums = new Map(
    prepared<Sums>(db, SUMS)
      .all(first, last)
      .map((sum) => [sum.day, sum]),
  );
  const target = readTarget(services);
  const total = (of: 'minutes' | 'pence') =>
    [...sums.values()].reduce((all, day) => all + day[of], 0);
  return {
    title: `${formatBritishDay(first)} – ${formatBritishDay(last)}`,
    isThisWeek: days.some(({ day }) => day === today),
    before: weekAway(first, -1),
    after: weekAway(last, 1),
    address: weekAddress(first),
    print: `/week/print?of=${first}`,
    csv: `/work-logs.csv?startDate=${first}&endDate=${last}`,
    oneTimeKey: newOneTimeKey(),
    total: formatDuration(total('minutes')),
    amount: formatPounds(total('pence')),
    note: sayPartsOfAmount(services, filters),
    target: target === null ? null : formatDuration(target * WORKING_DAYS),
    allLogs: hasMore ? `/work-logs?startDate=${first}&endDate=${last}` : null,
    days: days.map(({ day, index }) => {
      const { logs: count, minutes, pence } = sums.get(day) ?? { logs: 0, minutes: 0, pence: 0 };
      const ofDay = logs.filter((log) => log.day === day).reverse();
      return {
        day,
        name: `${NAMES[index] ?? ''} ${formatBritishDay(day).replace(/ \d+$/, '')}`,
        isToday: day === today,
        total: formatDuration(minutes),
        amount: formatPounds(pence),
        gap: index < WORKING_DAYS && day < today ? sayGap(minutes, count, target) : null,
        logs: ofDay.map(toLog),
      };
    }),
  };
}

const WORKING_DAYS = 5;
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function sayGap(minutes: number, logs: number, target: number | null): string | null {
  if (logs === 0) return 'Nothing logged';
  return target !== null && minutes < target ? `${formatDuration(target - minutes)} short` : null;
}

function toLog(log: NamedWorkLog) {
  return {
    id: log.id,
    client: log.clientName,
    workType: log.workTypeName,
    description: log.description,
    duration: sayMeasure(log),
    amount: `${formatPounds(log.totalPence)}${log.billable ? '' : ', not billable'}`,
    isLocked: log.isInvoiced || log.isClaimed,
  };
}

/** A day, `yyyy-MM-dd`, and how many days after Monday it is. */
/**
 * The days of the week that an address asks for, from Monday on, with the first and the last of them; this week's
 * when it names no real day. The first week and the last that there are lack some days.
 */
export function weekOf(of: string | null, today: string) {
  const asked = of !== null && isDay(of) ? of : today;
  const monday = mondayOf(asked);
  const days = [0, 1, 2, 3, 4, 5, 6]
    .map((index) => ({ day: addToDay(monday, index), index }))
    .filter(({ day }) => isDay(day));
  return { days, first: days[0]?.day ?? asked, last: days.at(-1)?.day ?? asked };
}

function weekAway(day: string, days: number): string | null {
  const there = addToDay(day, days);
  return isDay(there) ? weekAddress(weekOf(there, there).first) : null;
}

/** The address of the week that holds a day. */
export function weekAddress(day: string): string {
  return `/week?of=${day}`;
}

const LOG = 'Choose the work log.';

const move = z
  .string()
  .regex(/^\d{1,15}( \d{4}-\d\d-\d\d)?$/, LOG)
  .transform((value) => {
    const [id = '', day] = value.split(' ');
    return { id: Number(id), day: day ?? null };
  })
  .optional();

/** A press beside a log of the week. */
export const WeekForm = z.object({
  repeat: idField(LOG).optional(),
  earlier: move,
  later: move,
});

/** The form of the target: hours a working day, or nothing. */
export const TargetForm = z.object({
  target: optionalHours.refine(
    (minutes) => minutes === null || (minutes > 0 && minutes <= 1_440),
    'Enter more than 0 and at most 24 hours, or leave this empty.',
  ),
});

/**
 * Moves a log by some days, at its time of day. `day` is the day on which the page showed it, or null: a log
 * that is on another day by now stays, so a press that arrives twice moves it once. Gives a toast that says
 * where the log is. Throws 404, 400 for a day more than a year ahead, and 409 when the log is, or is being,
 * invoiced, or would be before 1970.
 */
export function moveWorkLog(
  services: WorkLogServices,
  log: { id: number; day: string | null },
  days: number,
): { title: string; text: string } {
  return write(services.db, () => {
    const { id } = log;
    const { day: from, date } = getOpenWorkLog(services, id);
    if (log.day !== null && log.day !== from) {
      if (addToDay(log.day, days) === from) return sayMoved(from);
      const text = `The work log is now on ${formatBritishDay(from)}, so it was not moved`;
      return { title: 'The work log was not moved', text };
    }
    const day = addToDay(from, days);
    if (!isDay(day))
      throw conflict('Work logs begin with the year 1970, so this one stays on its day.');
    updateWorkLog(services, id, {
      date: { instant: movedTo(day, date, services.config.timeZone) },
    });
    return sayMoved(day);
  });
}

const sayMoved = (day: string) => ({
  title: 'Work log updated successfully',
  text: `Moved to ${formatBritishDay(day)}`,
});

/** The minutes to be worked on a working day; null where nobody has said. */
export function readTarget(services: Pick<Services, 'db'>): number | null {
  const stored = readSetting(services, 'week.target');
  return stored === null ? null : Number(stored);
}

/** What the form of the target is made from. */
export function targetMadeFrom(services: Pick<Services, 'db'>) {
  const target = readTarget(services);
  const values = { target: target === null ? '' : toHoursInput(target) };
  return { version: versionOfValues(values), values };
}

/** Stores the minutes of a working day, where the form changed them. Throws `EditConflict`. */
export function saveEditedTarget(
  services: Pick<Services, 'db'>,
  form: PostedForm<unknown>,
  minutes: number | null,
): void {
  write(services.db, () => {
    const say = (_name: string, text: string) => sayHours(text);
    const { changed } = mergeEdit(form, { ...targetMadeFrom(services), say });
    if (!changed.has('target')) return;
    writeSetting(services, 'week.target', minutes === null ? null : String(minutes));
  });
}
