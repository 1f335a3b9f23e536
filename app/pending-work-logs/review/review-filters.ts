import { z } from 'zod';
import { idField, optionalDay } from '../../lib/fields.ts';
import { lastOf } from '../../lib/filter-search.ts';
import { daysInOrder, orAll, readQuery, type FiltersRead } from '../../lib/filters.ts';
import { PENDING_STATUSES, type PendingStatus } from '#db/words.ts';
import { MISSING, type Missing } from './filter-names.ts';

/**
 * Which entries to list; null sets no limit. Days are days of completion in the business time zone,
 * the first and the last included.
 */
export type PendingFilters = {
  status: PendingStatus | null;
  clientId: number | null;
  /** Only those that lack this: of those that wait, where the address names no status. */
  missing?: Missing | null;
  startDate: string | null;
  endDate: string | null;
};

const Filters = z
  .object({
    status: orAll(z.enum(PENDING_STATUSES, `This should be all, ${PENDING_STATUSES.join(', ')}.`)),
    clientId: orAll(idField('This does not exist.')),
    missing: orAll(z.enum(MISSING, `This should be one of ${MISSING.join(', ')}.`)),
    startDate: optionalDay,
    endDate: optionalDay,
  })
  .refine(...daysInOrder('startDate', 'endDate', 'Start date must be before or equal to end date'));

/**
 * Reads the filters from the query of an address. What lacks something is asked for because it waits
 * for that, so it is looked for among what waits, unless a status, or `all`, is named with it.
 */
export function readPendingFilters(search: URLSearchParams): FiltersRead<PendingFilters> {
  const read: FiltersRead<PendingFilters> = readQuery(Filters, search);
  if (!read.filters?.missing || lastOf(search, 'status')) return read;
  return { filters: { ...read.filters, status: 'pending_review' }, issues: null };
}
