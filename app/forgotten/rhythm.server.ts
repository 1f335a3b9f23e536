import { prepared } from '#db/connection.server.ts';
import { addToDay, formatBritishDay, startOfBusinessDay } from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { divideHalfUp } from '../lib/money.ts';
import { isBankHoliday, findShortDays, READ_DAYS, weekdayOf } from './short-days.ts';
import { ofLog, oneLine, type Finding, type FoundLog } from './findings.ts';
import {
  findMissingWork,
  findRecurring,
  FORMER_MONTHS,
  keyOf,
  monthsBefore,
  type RecurringLog,
} from './recurring.ts';
import { FOUND_LOG, isNotLeft, type Find, type ForgottenServices } from './waiting.server.ts';

/** The most logs that are looked through for recurring work; the clients with fewest logs first. */
const MOST_LOGS = 5_000;

const COUNT_BY_CLIENT = `
  select c.id as clientId, sum(t.logs) as logs
  from clients c
  cross join work_log_totals t on t.client_id = c.id and t.unit = 'month' and t.period >= ?
  where c.is_active
  group by c.id order by logs`;

const LOGS_OF_CLIENT = `
  select w.id, w.client_id as clientId, w.work_type_id as workTypeId, w.description, w.day,
    w.duration, w.total_pence as totalPence, w.billable
  from work_logs w indexed by work_logs_client_date
  where w.client_id = ? and w.date >= ? and w.date < ?`;

const ONE_LOG = `
  select ${FOUND_LOG}
  from work_logs w
  cross join clients c on c.id = w.client_id and c.is_active
  cross join work_types t on t.id = w.work_type_id and t.is_active
  where w.id = ? and ${isNotLeft('missing', 'w.id')}`;

/** The work that recurred in the six months before this one. */
function recurringWork({ db, config }: ForgottenServices, today: string) {
  const first = monthsBefore(today, FORMER_MONTHS).at(-1) ?? '';
  const from = startOfBusinessDay(`${first}-01`, config.timeZone).getTime();
  const until = startOfBusinessDay(`${today.slice(0, 7)}-01`, config.timeZone).getTime();
  let room = MOST_LOGS;
  const logs: RecurringLog[] = [];
  const counts = prepared<{ clientId: number; logs: number }>(db, COUNT_BY_CLIENT).all(first);
  for (const count of counts) {
    room -= count.logs;
    if (room < 0) break;
    logs.push(...prepared<RecurringLog>(db, LOGS_OF_CLIENT).all(count.clientId, from, until));
  }
  return findRecurring(logs);
}

const EVERY: Record<number, string> = { 7: 'every week', 14: 'every two weeks' };

/** Billable work that recurred in former months and has not been logged when it was due. */
export const findMissing: Find = (services, today, most) => {
  const { db, config } = services;
  const missing = findMissingWork(recurringWork(services, today), today);
  const from = startOfBusinessDay(`${today.slice(0, 7)}-01`, config.timeZone).getTime();
  const until = startOfBusinessDay(addToDay(today, 1), config.timeZone).getTime();
  const logsOf = prepared<RecurringLog>(db, LOGS_OF_CLIENT);
  const clients = new Set(missing.map(({ last }) => last.clientId));
  const done = new Set([...clients].flatMap((id) => logsOf.all(id, from, until)).map(keyOf));
  return missing
    .filter(({ key }) => !done.has(key))
    .flatMap(({ last, due, rhythm }) => {
      const log = prepared<FoundLog>(db, ONE_LOG).get(last.id);
      if (log === undefined) return [];
      const { usual } = rhythm;
      const how = EVERY[usual] ?? (usual >= 26 ? 'every month' : `every ${usual} days`);
      const finding: Finding = {
        ...ofLog(log),
        reason: 'missing',
        name: `${log.client}: ${oneLine(log.description) || log.workType}`,
        details: '',
        why: `Logged ${how}, last on ${formatBritishDay(log.day)}. The next was due about ${formatBritishDay(due)}.`,
        isEstimate: true,
        mend: { press: 'repeat', id: log.id, label: 'Repeat' },
      };
      return [finding];
    })
    .slice(0, most);
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const DAYS = `
  select period as day, sum(minutes) as minutes from work_log_totals
  where client_id = 0 and unit = 'day' and period between ? and ? group by period`;

const LEFT_DAYS = `select subject from left_findings where reason = 'short-day'`;

/** What an hour of the newest billable work came to. */
const LATELY = `
  select coalesce(sum(total_pence), 0) as pence, coalesce(sum(duration), 0) as minutes from (
    select total_pence, duration, billable, is_hardware
    from work_logs indexed by work_logs_date where date > 0 order by date desc, id desc limit 200
  ) where billable and not is_hardware`;

/** Bank holidays are known where the business is in Britain. */
const BRITISH = 'Europe/London';

/** The days of the last year with far fewer hours than usual, the newest first. */
export const findShort: Find = ({ db, config }, today, most) => {
  const rows = prepared<{ day: string; minutes: number }>(db, DAYS).all(
    addToDay(today, -READ_DAYS),
    today,
  );
  const left = new Set(prepared<string>(db, LEFT_DAYS).pluck().all());
  const days = findShortDays({
    minutesOf: new Map(rows.map(({ day, minutes }) => [day, minutes])),
    today,
    isHoliday: config.timeZone === BRITISH ? isBankHoliday : () => false,
  }).filter(({ day }) => !left.has(day));
  if (days.length === 0) return [];
  const rate = prepared<{ pence: number; minutes: number }>(db, LATELY).get();
  const worth = (minutes: number) =>
    rate && rate.minutes > 0 ? divideHalfUp(minutes * rate.pence, rate.minutes) : null;
  return days.slice(0, most).map(({ day, minutes, usual }) => {
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
  });
};
