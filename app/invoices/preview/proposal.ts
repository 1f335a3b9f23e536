import { addToDay, dayOf } from '../../lib/calendar.ts';
import { logFilterSearch } from '../../work-logs/list/address.ts';
import { NO_FILTERS, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import { formatMonth } from '../list/month.ts';

/** The parameter, beside the filters, that takes the running month along. */
const MONTHS = 'months';
const ALL = 'all';

/** Which work the preview looks at, and links to the rest. */
export type Proposal = {
  text: string;
  links: { to: string; text: string }[];
};

type Proposed = {
  filters: WorkLogFilters;
  /** The address's own parameters: the filters, and whether the running month is taken along. */
  search: string;
  /** Null where a person chose by filters. */
  proposal: Proposal | null;
};

/**
 * What a preview looks at: what the filters say; without any, the months that have ended, with links to
 * what else there may be. `today` is a day in the business time zone.
 */
export function propose(address: URL, filters: WorkLogFilters, today: string): Proposed {
  const kept = logFilterSearch(address.searchParams);
  const isAll = address.searchParams.get(MONTHS) === ALL;
  if (isAll) kept.set(MONTHS, ALL);
  const search = kept.toString();
  const isFiltered = Object.values(filters).some((value) => value !== null);
  if (isFiltered) return { filters, search, proposal: null };
  const lastDay = addToDay(`${today.slice(0, 7)}-01`, -1);
  const lastMonth = lastDay.slice(0, 7);
  const [running, last] = [formatMonth(today.slice(0, 7)), formatMonth(lastMonth)];
  if (isAll) {
    const proposal = {
      text: `All that is not invoiced, ${running} so far included.`,
      links: [{ to: '/work-logs/create-invoices', text: 'Only the months that have ended' }],
    };
    return { filters: NO_FILTERS, search, proposal };
  }
  return {
    filters: { ...NO_FILTERS, endDate: lastDay },
    search,
    proposal: {
      text: `The months that have ended, to the end of ${last}.`,
      links: [
        { to: `?${MONTHS}=${ALL}`, text: `With ${running} so far` },
        { to: `?startDate=${lastMonth}-01&endDate=${lastDay}`, text: `Only ${last}` },
        { to: `?endDate=${addToDay(`${lastMonth}-01`, -1)}`, text: `Only what is older` },
      ],
    },
  };
}

/** The day on which it is now, in the business time zone. */
export function todayOf(services: { clock: () => Date; config: { timeZone: string } }): string {
  return dayOf(services.clock(), services.config.timeZone);
}
