import { z } from 'zod';
import type { Issue } from '../../lib/errors.ts';
import { idField, optionalDay } from '../../lib/fields.ts';

/**
 * Which logs to list; null sets no limit. Days are in the business time zone, the first and the
 * last included.
 */
export type WorkLogFilters = {
  clientId: number | null;
  startDate: string | null;
  endDate: string | null;
  isInvoiced: boolean | null;
};

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

/** Reads the filters from the query of an address. */
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
