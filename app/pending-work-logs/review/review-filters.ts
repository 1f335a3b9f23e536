import { z } from 'zod';
import type { Issue } from '../../lib/errors.ts';
import { optionalDay, optionalId } from '../../lib/fields.ts';
import { PENDING_STATUSES, type PendingStatus } from '#db/words.ts';
import { MISSING, type Missing } from './filter-names.ts';

/**
 * Which entries to list; null sets no limit. Days are days of completion in the business time zone,
 * the first and the last included.
 */
export type PendingFilters = {
  status: PendingStatus | null;
  clientId: number | null;
  /** Only those that wait and lack this. */
  missing?: Missing | null;
  startDate: string | null;
  endDate: string | null;
};

const orAll = (value: unknown) => (value === 'all' || value === '' ? null : value);

const Filters = z
  .object({
    status: z.preprocess(
      orAll,
      z
        .enum(PENDING_STATUSES, `This should be all, ${PENDING_STATUSES.join(', ')}.`)
        .nullable()
        .default(null),
    ),
    clientId: z.preprocess(orAll, optionalId),
    missing: z.preprocess(
      orAll,
      z
        .enum(MISSING, `This should be one of ${MISSING.join(', ')}.`)
        .nullable()
        .default(null),
    ),
    startDate: optionalDay,
    endDate: optionalDay,
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ['startDate'],
    message: 'Start date must be before or equal to end date',
  });

/** Reads the filters from the query of an address. */
export function readPendingFilters(
  search: URLSearchParams,
): { filters: PendingFilters; issues: null } | { filters: null; issues: Issue[] } {
  const parsed = Filters.safeParse(Object.fromEntries(search));
  if (parsed.success) return { filters: parsed.data, issues: null };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  return { filters: null, issues };
}
