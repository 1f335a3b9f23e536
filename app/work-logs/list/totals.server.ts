import { prepared, type Database } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { WorkLogFilters } from './filters.ts';
import {
  LOGS_OF_JOB,
  plainConditions,
  wordConditions,
  type ListServices,
} from './search.server.ts';
import { splitsVatOf } from '#db/split-vat.server.ts';
import { addToDay } from '../../lib/calendar.ts';
import { formatPounds } from '../../lib/money.ts';
import type { Condition } from '../../lib/paging.ts';

/** How many logs match, their minutes, and their total in pence. */
export type WorkLogSummary = { count: number; minutes: number; totalPence: number };

type Range = { unit: 'day' | 'month'; from: string; to: string };

/** Texts that sort before and after every day and month. */
const BEFORE_ALL = '';
const AFTER_ALL = '~';

/** Splits a range of days into whole months, whose totals are one row, and the days left over at each end. */
export function splitRange(startDate: string | null, endDate: string | null): Range[] {
  const startMonth = startDate?.slice(0, 7);
  const endMonth = endDate?.slice(0, 7);
  if (startDate && endDate && startDate > endDate) return [];
  if (startDate && endDate && startMonth === endMonth) {
    return [{ unit: 'day', from: startDate, to: endDate }];
  }
  const ranges: Range[] = [];
  if (startDate) ranges.push({ unit: 'day', from: startDate, to: `${startMonth ?? ''}-31` });
  // The whole months: after the month of the start and before the month of the end.
  ranges.push({
    unit: 'month',
    from: startMonth ? `${startMonth}~` : BEFORE_ALL,
    to: endMonth ? monthBefore(endMonth) : AFTER_ALL,
  });
  if (endDate) ranges.push({ unit: 'day', from: `${endMonth ?? ''}-01`, to: endDate });
  return ranges;
}

const monthBefore = (month: string) => addToDay(`${month}-01`, -1).slice(0, 7);

/** The sums of kept totals: of all their logs, of the billable ones, or of the others. */
const SUMS = {
  all: ['logs', 'minutes', 'total_pence'],
  billable: ['billable_logs', 'billable_minutes', 'billable_pence'],
  others: ['logs - billable_logs', 'minutes - billable_minutes', 'total_pence - billable_pence'],
} as const;

function sumOfKept({ workTypeId, billable }: WorkLogFilters): string {
  const [logs, minutes, pence] = SUMS[billable === null ? 'all' : billable ? 'billable' : 'others'];
  return `
    select coalesce(sum(${logs}), 0) as count, coalesce(sum(${minutes}), 0) as minutes,
      coalesce(sum(${pence}), 0) as totalPence
    from ${workTypeId === null ? 'work_log_totals where' : 'work_type_totals where work_type_id = ? and'}
      client_id = ? and unit = ? and period between ? and ? and is_invoiced between ? and ?`;
}

/** How many logs that match a search are added up for every look at the list, at most. */
export const ADDED_UP_AT_ONCE = 3_000;

/** How many are added up, at most, when somebody asks for it: some hundredths of a second. */
export const MOST_ADDED_UP = 50_000;

/**
 * Count, minutes and pence of all matching logs, not only those on the page. The triggers
 * `work_log_totals_…` keep the sums up to date with every write to a log; those of a search are added
 * up, and so are those of a person or a job. Null when a search matches more than {@link MOST_ADDED_UP} logs.
 */
export function summariseWorkLogs(
  services: ListServices,
  filters: WorkLogFilters,
  most = MOST_ADDED_UP,
): WorkLogSummary | null {
  const { db, config } = services;
  if (filters.jobId !== null) {
    const conditions = plainConditions(db, filters, config.timeZone);
    return addUp(db, OF_JOB, conditions && [...conditions, ...daysOf(filters)], most);
  }
  if (filters.q === null && filters.person === null) return readKept(services, filters);
  return addUp(db, BY_WORDS, wordConditions(db, filters, {}, config.timeZone), most);
}

function readKept({ db }: ListServices, filters: WorkLogFilters): WorkLogSummary {
  const { clientId, workTypeId, startDate, endDate, isInvoiced } = filters;
  const statement = prepared<WorkLogSummary>(db, sumOfKept(filters));
  const lowest = isInvoiced === true ? 1 : 0;
  const highest = isInvoiced === false ? 0 : 1;
  const ofType = workTypeId === null ? [] : [workTypeId];
  const total = { ...NOTHING };
  for (const { unit, from, to } of splitRange(startDate, endDate)) {
    const sum = statement.get(...ofType, clientId ?? 0, unit, from, to, lowest, highest) ?? NOTHING;
    total.count += sum.count;
    total.minutes += sum.minutes;
    total.totalPence += sum.totalPence;
  }
  return total;
}

const NOTHING: WorkLogSummary = { count: 0, minutes: 0, totalPence: 0 };

const BY_WORDS =
  'p.minutes, p.total_pence from work_log_words f cross join work_log_places p on p.place = f.rowid';
const OF_JOB = `w.duration as minutes, w.total_pence from ${LOGS_OF_JOB}`;

/** Null for more than `most` logs. */
function addUp(
  db: Database,
  source: string,
  conditions: Condition<string | number | bigint>[] | null,
  most: number,
): WorkLogSummary | null {
  if (conditions === null) return NOTHING;
  const text = `
    select count(*) as count, coalesce(sum(minutes), 0) as minutes,
      coalesce(sum(total_pence), 0) as totalPence
    from (select ${source} where ${conditions.map(([one]) => one).join(' and ')} limit ?)`;
  const values = conditions.flatMap(([, some]) => some);
  const sum = prepared<WorkLogSummary>(db, text).get(...values, most + 1) ?? NOTHING;
  return sum.count > most ? null : sum;
}

function daysOf({ startDate, endDate }: WorkLogFilters): Condition<string>[] {
  const days: Condition<string>[] = [];
  if (startDate !== null) days.push(['w.day >= ?', [startDate]]);
  if (endDate !== null) days.push(['w.day <= ?', [endDate]]);
  return days;
}

const SUM = `coalesce(sum(w.included_vat_pence * ${splitsVatOf('w')}), 0)`;

/** What is said beside an amount of the VAT in it, which prices of hardware may include; null where there is none. */
export function includedVatNote(pence: number): string | null {
  return pence === 0 ? null : `of which ${formatPounds(pence)} VAT`;
}

/** Of the sums of all matching logs, what is not billable and what is VAT, in pence. */
export function partsOfAmount(services: ListServices, filters: WorkLogFilters, most?: number) {
  const others = { ...filters, billable: false };
  // A filter by billable or not billable has no mixed sum.
  const unbillable = filters.billable === null ? summariseWorkLogs(services, others, most) : null;
  return {
    unbillablePence: unbillable?.totalPence ?? 0,
    vatPence: sumIncludedVat(services, filters),
  };
}

/** The same in words, `of which £20.00 not billable and £5.00 VAT`; null where there is neither. */
export function sayPartsOfAmount(...of: Parameters<typeof partsOfAmount>): string | null {
  const { unbillablePence, vatPence } = partsOfAmount(...of);
  const unbillable = unbillablePence > 0 ? `${formatPounds(unbillablePence)} not billable` : null;
  const vat = vatPence > 0 ? `${formatPounds(vatPence)} VAT` : null;
  const parts = [unbillable, vat].filter((text) => text !== null);
  return parts.length === 0 ? null : `of which ${parts.join(' and ')}`;
}

/** The few logs whose total includes VAT, by an index of only these. */
const LOGS = `work_logs w indexed by work_logs_included_vat where w.included_vat_pence > 0`;

/**
 * The VAT that is part of the total of all matching logs, in pence: hardware whose prices include it;
 * none where the active organisation, or that of a log's invoice, is not registered for VAT.
 * Whatever writes items keeps it for each log (hardware/items.server.ts).
 */
export function sumIncludedVat({ db, config }: ListServices, filters: WorkLogFilters): number {
  const conditions = plainConditions(db, filters, config.timeZone);
  if (conditions === null) return 0;
  const parts = [...daysOf(filters), ...conditions];
  const text = `select ${SUM} as pence from ${LOGS}${parts.map(([part]) => ` and ${part}`).join('')}`;
  const values = parts.flatMap(([, some]) => some);
  return prepared<{ pence: number }>(db, text).get(...values)?.pence ?? 0;
}

const BY_DAY = `select w.day, ${SUM} as pence from ${LOGS}
  and w.billable = 1 and w.day between ? and ? group by w.day`;

/** The same of billable logs, for each day of a range that has any. */
export function includedVatByDay(
  { db }: Pick<Services, 'db'>,
  { first, last }: { first: string; last: string },
): { day: string; pence: number }[] {
  return prepared<{ day: string; pence: number }>(db, BY_DAY).all(first, last);
}

const BY_CLIENT = `select w.client_id as clientId, ${SUM} as pence from ${LOGS}
  and w.billable = 1 and w.is_invoiced = 0 group by w.client_id`;

/** The same of billable logs that are on no invoice yet, by the client's id. */
export function includedVatOfUnbilled({ db }: Pick<Services, 'db'>): Map<number, number> {
  const rows = prepared<{ clientId: number; pence: number }>(db, BY_CLIENT).all();
  return new Map(rows.map(({ clientId, pence }) => [clientId, pence]));
}
