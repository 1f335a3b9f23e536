import { prepared } from '#db/connection.server.ts';
import { splitsVatOf } from '#db/split-vat.server.ts';
import type { Services } from '../../context.server.ts';
import { formatPounds } from '../../lib/money.ts';
import type { Condition } from '../../lib/paging.ts';
import type { WorkLogFilters } from './filters.ts';
import { summariseWorkLogs } from './totals.server.ts';
import { IDS_BY_WORDS, wordConditions } from './search.server.ts';

type VatServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

const SUM = `coalesce(sum(w.included_vat_pence * ${splitsVatOf('w')}), 0)`;

/** What is said beside an amount of the VAT in it, which prices of hardware may include; null where there is none. */
export function includedVatNote(pence: number): string | null {
  return pence === 0 ? null : `of which ${formatPounds(pence)} VAT`;
}

/** Of the sums of all matching logs, what is not billable and what is VAT, in pence. */
export function partsOfAmount(services: VatServices, filters: WorkLogFilters, most?: number) {
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
export function sumIncludedVat({ db, config }: VatServices, filters: WorkLogFilters): number {
  const { clientId, startDate, endDate, isInvoiced, workTypeId, billable, person, q } = filters;
  const parts: Condition<number | string | bigint>[] = [];
  if (startDate !== null) parts.push(['w.day >= ?', [startDate]]);
  if (endDate !== null) parts.push(['w.day <= ?', [endDate]]);
  if (clientId !== null) parts.push(['w.client_id = ?', [clientId]]);
  if (workTypeId !== null) parts.push(['w.work_type_id = ?', [workTypeId]]);
  if (isInvoiced !== null) parts.push(['w.is_invoiced = ?', [Number(isInvoiced)]]);
  if (billable !== null) parts.push(['w.billable = ?', [Number(billable)]]);
  if (person !== null) parts.push(['w.created_by = ?', [person]]);
  if (q !== null) {
    const words = wordConditions(db, filters, {}, config.timeZone);
    if (words === null) return 0;
    const where = words.map(([text]) => text).join(' and ');
    parts.push([`w.id in (${IDS_BY_WORDS} where ${where})`, words.flatMap(([, some]) => some)]);
  }
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
