import { z } from 'zod';
import type { Issue } from '../lib/errors.ts';
import { idField, optionalDay } from '../lib/fields.ts';

/** Which logs are meant; null is no limit. Days are in the business time zone, both included. */
export type WorkLogFilters = {
  clientId: number | null;
  startDate: string | null;
  endDate: string | null;
  isInvoiced: boolean | null;
};

/** The names that filters have in an address, on the screen and in the API alike. */
export const FILTER_NAMES = ['clientId', 'startDate', 'endDate', 'isInvoiced'] as const;

const orAll = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (value === undefined || value === '' || value === 'all' ? null : value),
    schema.nullable(),
  );

const Filters = z
  .object({
    clientId: orAll(idField('This client does not exist.')),
    startDate: optionalDay,
    endDate: optionalDay,
    isInvoiced: orAll(
      z
        .enum(['true', 'false'], 'This should be true, false or all.')
        .transform((text) => text === 'true'),
    ),
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ['startDate'],
    message: 'Start date must be before or equal to end date',
  });

/** Reads the filters of an address. */
export function readFilters(
  search: URLSearchParams,
): { filters: WorkLogFilters; issues: null } | { filters: null; issues: Issue[] } {
  const parsed = Filters.safeParse(Object.fromEntries(search));
  if (parsed.success) return { filters: parsed.data, issues: null };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  return { filters: null, issues };
}

/**
 * Only the filters of an address, without the page: for links that start at the first page. What
 * is `all` is no filter.
 */
export function filterSearch(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = search.get(name);
    if (value && value !== 'all') kept.set(name, value);
  }
  return kept;
}

/** The Work Logs screen as an address asks for it: its filters and its page, nothing else. */
export function screenAddress(search: string): string {
  const given = new URLSearchParams(search);
  const kept = filterSearch(given);
  for (const name of ['older', 'newer']) {
    const value = given.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size === 0 ? '/work-logs' : `/work-logs?${kept.toString()}`;
}
