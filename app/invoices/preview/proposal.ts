import { addToDay, dayOf } from '../../lib/calendar.ts';
import { filterSearch } from '../../work-logs/list/address.ts';
import { NO_FILTERS, type WorkLogFilters } from '../../work-logs/list/filters.ts';
import { formatMonth } from '../list/month.ts';

/** The parameter, beside the filters, that takes the running month along. */
const MONTHS = 'months';
const ALL = 'all';

/** What of the work is looked at, and where the rest is. */
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
  const kept = filterSearch(address.searchParams);
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

/** The parameter that names the logs that a person left out, by their ids. */
const WITHOUT = 'without';
/** The longest list of them that an address carries, in characters. */
const LONGEST_LIST = 1_500;

/**
 * The address of the preview with these filters, and with these logs left out, if they are not too
 * many for an address: the review of new texts leads back there.
 */
export function previewAddress(search: string, leftOut: Iterable<number> = []): string {
  const parameters = new URLSearchParams(search);
  const ids = [...leftOut].join('.');
  if (ids !== '' && ids.length <= LONGEST_LIST) parameters.set(WITHOUT, ids);
  const text = parameters.toString();
  return `/work-logs/create-invoices${text ? `?${text}` : ''}`;
}

/** The logs that an address leaves out, by their ids. */
export function leftOutIn({ searchParams }: URL): Set<number> {
  const ids = (searchParams.get(WITHOUT) ?? '').split('.').filter((id) => /^\d{1,15}$/.test(id));
  return new Set(ids.map(Number));
}

/** The day on which it is now, in the business time zone. */
export function todayOf(services: { clock: () => Date; config: { timeZone: string } }): string {
  return dayOf(services.clock(), services.config.timeZone);
}
