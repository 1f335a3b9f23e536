import { prepared, write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { dayOf, formatBritishDay, addToDay, isDay, mondayOf, movedTo } from '../../lib/calendar.ts';
import { formatDuration, sayHours, toHoursInput } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { NO_FILTERS } from '../list/filters.ts';
import { sayPartsOfAmount } from '../list/totals.server.ts';
import { listWorkLogs } from '../list/list.server.ts';
import { listClientNames } from '../../clients/clients.server.ts';
import { sayMeasure, type NamedWorkLog } from '../work-logs.ts';
import { z } from 'zod';
import { idField, optionalHours } from '../../lib/fields.ts';
import { conflict } from '../../lib/errors.ts';
import { getOpenWorkLog, updateWorkLog, type WorkLogServices } from '../work-logs.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, versionOfValues } from '../../http/form/made-from.server.ts';
import { readSetting, writeSetting } from '../../platform/settings-store.server.ts';

type WeekServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** More logs than a person makes in a day; Work Logs has the rest. */
const MOST_LOGS = 60;
/** The clients with a row of their own; Reports has the rest. */
const MOST_CLIENTS = 30;

type Sums = { clientId: number; day: string; logs: number; minutes: number; pence: number };

// `cross join` reads the totals of one client after another, each by its key.
const SUMS = `
  select t.client_id as clientId, t.period as day, sum(t.logs) as logs, sum(t.minutes) as minutes,
    sum(t.total_pence) as pence
  from (select 0 as id union all select id from clients) g
  cross join work_log_totals t on t.client_id = g.id and t.unit = 'day' and t.period between ? and ?
  group by t.client_id, t.period`;

/** Everything the Week screen shows, as text. */
export type WeekData = ReturnType<typeof loadWeek>;

/** The week of an address: clients down and days across, and the logs of the day that it names, else of today. */
export function loadWeek(services: WeekServices, of: string | null) {
  const { db, clock, config } = services;
  const today = dayOf(clock(), config.timeZone);
  const { days, first, last } = weekOf(of, today);
  const chosen = days.find(({ day }) => day === of)?.day ?? today;
  const dates = { startDate: first, endDate: last };
  const ofDay = { ...NO_FILTERS, startDate: chosen, endDate: chosen };
  const { logs, hasMore } = listWorkLogs(services, ofDay, { limit: MOST_LOGS });
  const sums = prepared<Sums>(db, SUMS).all(first, last);
  const target = readTarget(services);
  const byDay = (of: Sums[]) => days.map(({ day }) => addUp(of.filter((sum) => sum.day === day)));
  const rowOf = (key: string, name: string, link: string, isOfRow: (id: number) => boolean) => {
    const of = sums.filter(({ clientId }) => isOfRow(clientId));
    const total = sayWork(addUp(of)) ?? '0h 0m';
    return { key, name, link, cells: byDay(of).map(sayWork), total };
  };
  const worked = new Set(sums.map(({ clientId }) => clientId));
  const clients = listClientNames(services).filter(({ id }) => worked.has(id));
  const others = new Set(clients.splice(MOST_CLIENTS).map(({ id }) => id));
  const logsOf = (query: Record<string, string>) =>
    `/work-logs?${new URLSearchParams({ ...query, ...dates }).toString()}`;
  const rows = clients.map(({ id, name }) =>
    rowOf(String(id), name, logsOf({ clientId: String(id) }), (other) => other === id),
  );
  const rest = `/reports?by=client&from=${first}&to=${last}`;
  if (others.size > 0)
    rows.push(rowOf('others', `${others.size} more`, rest, (id) => others.has(id)));
  rows.push(rowOf('total', 'Total', logsOf({}), (id) => id === 0));
  const ofAll = byDay(sums.filter(({ clientId }) => clientId === 0));
  const all = addUp(ofAll);
  return {
    title: `${formatBritishDay(first)} – ${formatBritishDay(last)}`,
    isThisWeek: days.some(({ day }) => day === today),
    before: weekAway(first, -1),
    after: weekAway(last, 1),
    address: weekAddress(chosen),
    print: `/week/print?of=${first}`,
    csv: `/work-logs.csv?startDate=${first}&endDate=${last}`,
    oneTimeKey: newOneTimeKey(),
    total: formatDuration(all.minutes),
    amount: formatPounds(all.pence),
    note: sayPartsOfAmount(services, { ...NO_FILTERS, ...dates }),
    target: weekTarget(services),
    days: days.map(({ day, index }, at) => ({
      day,
      link: weekAddress(day),
      name: `${NAMES[index] ?? ''} ${formatBritishDay(day).replace(/ \d+$/, '')}`,
      isToday: day === today,
      isChosen: day === chosen,
      // A week without any work is a week off, or before the first log.
      gap: all.logs > 0 && index < WORKING_DAYS && day < today ? sayGap(ofAll[at], target) : null,
    })),
    rows,
    logs: logs.map(toLog).reverse(),
    allLogs: hasMore ? `/work-logs?startDate=${chosen}&endDate=${chosen}` : null,
  };
}

const WORKING_DAYS = 5;
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type Work = Omit<Sums, 'clientId' | 'day'>;

function addUp(parts: Work[]): Work {
  const sum = (of: keyof Work) => parts.reduce((total, part) => total + part[of], 0);
  return { logs: sum('logs'), minutes: sum('minutes'), pence: sum('pence') };
}

/** Hardware takes no time, so its amount is said. */
function sayWork({ logs, minutes, pence }: Work): string | null {
  if (logs === 0) return null;
  return minutes > 0 ? formatDuration(minutes) : formatPounds(pence);
}

function sayGap(work: Work | undefined, target: number | null): string | null {
  if (!work?.logs) return 'Nothing logged';
  const short = (target ?? 0) - work.minutes;
  return short > 0 ? `${formatDuration(short)} short` : null;
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
export const WeekForm = z.object({ repeat: idField(LOG).optional(), earlier: move, later: move });

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
    const instant = movedTo(day, date, services.config.timeZone);
    updateWorkLog(services, id, { date: { instant } });
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

/** The hours to be worked in a week, such as `37h 30m`; null where nobody has said. */
export function weekTarget(services: Pick<Services, 'db'>): string | null {
  const target = readTarget(services);
  return target === null ? null : formatDuration(target * WORKING_DAYS);
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
