import { addToDay, dayOf, mondayOf } from './calendar.ts';

/** A range of days that is often wanted, both days included. */
export type NamedPeriod = { name: string; startDate: string; endDate: string };

/** The UK tax year begins on 6 April. */
const TAX_YEAR = '04-06';

/** The ranges of days that lists offer beside their date filters. */
export function namedPeriods(now: Date, timeZone: string): NamedPeriod[] {
  const today = dayOf(now, timeZone);
  const monday = mondayOf(today);
  const month = monthOf(today);
  const year = Number(today.slice(0, 4)) - (today.slice(5) < TAX_YEAR ? 1 : 0);
  return [
    { name: 'Today', startDate: today, endDate: today },
    { name: 'This week', startDate: monday, endDate: addToDay(monday, 6) },
    { name: 'This month', ...month },
    { name: 'Last month', ...monthOf(addToDay(month.startDate, -1)) },
    { name: 'This tax year', startDate: `${year}-${TAX_YEAR}`, endDate: `${year + 1}-04-05` },
  ];
}

function monthOf(day: string): { startDate: string; endDate: string } {
  const startDate = `${day.slice(0, 7)}-01`;
  // The 32nd day after is always in the next month, whose first day follows the last of this one.
  const next = `${addToDay(startDate, 31).slice(0, 7)}-01`;
  return { startDate, endDate: addToDay(next, -1) };
}

/** A named period as a link: a query with its days, and whether it is the one shown. */
export type PeriodLink = Pick<NamedPeriod, 'name'> & { search: string; isShown: boolean };

/** The links to the named periods; the other filters of `search` stay. */
export function periodLinks(
  { now, timeZone }: { now: Date; timeZone: string },
  search: URLSearchParams,
): PeriodLink[] {
  return namedPeriods(now, timeZone).map(({ name, startDate, endDate }) => {
    const link = new URLSearchParams(search);
    for (const name of ['older', 'newer']) link.delete(name);
    link.set('startDate', startDate);
    link.set('endDate', endDate);
    const isShown = search.get('startDate') === startDate && search.get('endDate') === endDate;
    return { name, search: link.toString(), isShown };
  });
}
