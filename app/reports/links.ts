import { addToDay } from '../lib/calendar.ts';
import { FIRST_DAY, LAST_DAY } from '../lib/day.ts';
import { NOBODY, type ReportQuery } from './reports.ts';

/** The figures that lead to logs: those of all logs, of the billable and of the invoiced ones. */
export type LinkedFigure = 'all' | 'billable' | 'invoiced';

/** The days of a report that belong to a row: those of its month or week, else all. */
export function daysOfRow({ by, from, to }: ReportQuery, key: string) {
  const ends =
    by === 'month'
      ? { first: `${key}-01`, last: addToDay(`${addToDay(`${key}-01`, 31).slice(0, 7)}-01`, -1) }
      : by === 'week'
        ? { first: key, last: addToDay(key, 6) }
        : null;
  if (ends === null) return { from, to };
  return {
    from: [from ?? '', ends.first, FIRST_DAY].sort().at(-1) ?? null,
    to: [to ?? LAST_DAY, ends.last, LAST_DAY].sort()[0] ?? null,
  };
}

/**
 * The address of Work Logs with the logs behind a figure of a row, or of the total (null); null where
 * no filter of the list finds them.
 */
export function logsBehind(
  query: ReportQuery,
  key: string | null,
  figure: LinkedFigure,
): string | null {
  const { by } = query;
  if (by === 'person' && key === NOBODY) return null;
  const days = key === null ? query : daysOfRow(query, key);
  const own = (isBy: boolean, filter: number | null) => (isBy && key !== null ? key : filter);
  const values = {
    clientId: own(by === 'client', query.clientId),
    workTypeId: own(by === 'work-type', query.workTypeId),
    person: own(by === 'person', query.person),
    billable: figure === 'billable' ? true : query.billable,
    isInvoiced: figure === 'invoiced' ? true : query.isInvoiced,
    startDate: days.from,
    endDate: days.to,
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? '/work-logs' : `/work-logs?${search.toString()}`;
}
