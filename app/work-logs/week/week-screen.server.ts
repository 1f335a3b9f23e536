import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { dayOf, formatDay } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPounds } from '../../lib/money.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { NO_FILTERS } from '../list/filters.ts';
import { sayPartsOfAmount } from '../list/included-vat.server.ts';
import { listWorkLogs } from '../list/list.server.ts';
import { countItems } from '../list/work-logs-screen.server.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { readTarget } from './target.server.ts';
import { weekAddress, weekAway, weekOf } from './week.ts';

type WeekServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** More logs than a person makes in a week; Work Logs has the rest. */
const MOST_LOGS = 300;

type Sums = { day: string; logs: number; minutes: number; pence: number };

const NO_LOGS = { logs: 0, minutes: 0, pence: 0 };

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
  const total = [...sums.values()].reduce(
    (all, { minutes, pence }) => ({ minutes: all.minutes + minutes, pence: all.pence + pence }),
    { minutes: 0, pence: 0 },
  );
  return {
    title: `${formatDay(first)} – ${formatDay(last)}`,
    isThisWeek: days.some(({ day }) => day === today),
    before: weekAway(first, -1),
    after: weekAway(last, 1),
    address: weekAddress(first),
    print: `/week/print?of=${first}`,
    csv: `/work-logs.csv?startDate=${first}&endDate=${last}`,
    oneTimeKey: newOneTimeKey(),
    total: formatDuration(total.minutes),
    amount: formatPounds(total.pence),
    note: sayPartsOfAmount(services, filters),
    target: target === null ? null : formatDuration(target * WORKING_DAYS),
    allLogs: hasMore ? `/work-logs?startDate=${first}&endDate=${last}` : null,
    days: days.map(({ day, index }) => {
      const { logs: count, minutes, pence } = sums.get(day) ?? NO_LOGS;
      const ofDay = logs.filter((log) => log.day === day).reverse();
      return {
        day,
        name: `${NAMES[index] ?? ''} ${formatDay(day).slice(0, 6)}`,
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

/** What a working day lacks; null when it lacks nothing. */
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
    duration: log.isHardware ? countItems(log.hardwareItems.length) : formatDuration(log.duration),
    amount: `${formatPounds(log.totalPence)}${log.billable ? '' : ', not billable'}`,
    isLocked: log.isInvoiced || log.isClaimed,
  };
}
