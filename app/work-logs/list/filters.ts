import { z } from 'zod';
import type { Issue } from '../../lib/errors.ts';
import { idField, optionalDay, optionalText } from '../../lib/fields.ts';

/**
 * Which logs to list; null sets no limit. Days are in the business time zone, the first and the
 * last included.
 */
export type WorkLogFilters = {
  clientId: number | null;
  startDate: string | null;
  endDate: string | null;
  isInvoiced: boolean | null;
  workTypeId: number | null;
  billable: boolean | null;
  /** Who made it, by id. */
  person: number | null;
  /** Words of the description: all of them, in any order, each from its beginning. */
  q: string | null;
};

/** The filters that limit nothing. */
export const NO_FILTERS: WorkLogFilters = {
  clientId: null,
  startDate: null,
  endDate: null,
  isInvoiced: null,
  workTypeId: null,
  billable: null,
  person: null,
  q: null,
};

const orAll = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (value === undefined || value === '' || value === 'all' ? null : value),
    schema.nullable(),
  );

const yesOrNo = orAll(
  z
    .enum(['true', 'false'], 'This should be true, false or all.')
    .transform((text) => text === 'true'),
);

/** The longest search, in characters. */
const MAX_SEARCH_LENGTH = 200;

const Filters = z
  .object({
    clientId: orAll(idField('This client does not exist.')),
    startDate: optionalDay,
    endDate: optionalDay,
    isInvoiced: yesOrNo,
    workTypeId: orAll(idField('This work type does not exist.')),
    billable: yesOrNo,
    person: orAll(idField('This person does not exist.')),
    q: optionalText(MAX_SEARCH_LENGTH),
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
