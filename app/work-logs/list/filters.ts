import { z } from 'zod';
import { idField, optionalDay, optionalText } from '../../lib/fields.ts';
import { daysInOrder, orAll, readQuery, yesOrNo, type FiltersRead } from '../../lib/filters.ts';

const MAX_SEARCH_LENGTH = 200;

/** What an address, or a program, says of which logs to list. */
export const Filters = z
  .object({
    clientId: orAll(idField('This client does not exist.')),
    jobId: orAll(idField('This job does not exist.')),
    startDate: optionalDay,
    endDate: optionalDay,
    isInvoiced: yesOrNo,
    workTypeId: orAll(idField('This work type does not exist.')),
    billable: yesOrNo,
    person: orAll(idField('This person does not exist.')),
    q: optionalText(MAX_SEARCH_LENGTH),
  })
  .refine(...daysInOrder('startDate', 'endDate', 'Start date must be before or equal to end date'));

/**
 * Which logs to list; null sets no limit. Days are in the business time zone, the first and the last included. `person`
 * is who made it, by id; `q` are words of the description: all of them, in any order, each from its beginning.
 */
export type WorkLogFilters = z.output<typeof Filters>;

/** The filters that limit nothing. */
export const NO_FILTERS = Filters.parse({});

/** Reads the filters from the query of an address. */
export function readFilters(search: URLSearchParams): FiltersRead<WorkLogFilters> {
  return readQuery(Filters, search);
}
