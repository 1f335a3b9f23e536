import { z } from 'zod';
import { idField, optionalDay } from '../lib/fields.ts';
import { daysInOrder, orAll, readQuery, yesOrNo, type FiltersRead } from '../lib/filters.ts';
import { REPORT_BY, SORT_COLUMNS, type ReportQuery } from './reports.ts';

const sort = z
  .string()
  .transform((text) => ({
    column: text.replace(/^-/, ''),
    isDescending: text.startsWith('-'),
  }))
  .pipe(
    z.object({
      column: z.enum(SORT_COLUMNS, `A report can be sorted by ${SORT_COLUMNS.join(', ')}.`),
      isDescending: z.boolean(),
    }),
  );

const Query = z
  .object({
    by: z.preprocess(
      (value) => (value === undefined || value === '' ? 'client' : value),
      z.enum(REPORT_BY, `A report is by ${REPORT_BY.join(', ')}.`),
    ),
    from: optionalDay,
    to: optionalDay,
    clientId: orAll(idField('This client does not exist.')),
    workTypeId: orAll(idField('This work type does not exist.')),
    person: orAll(idField('This person does not exist.')),
    billable: yesOrNo,
    isInvoiced: yesOrNo,
    sort: orAll(sort),
  })
  .refine(...daysInOrder('from', 'to', 'The first day must be before or equal to the last.'));

/** Reads what report the query of an address asks for: by client where it does not say. */
export function readReportQuery(search: URLSearchParams): FiltersRead<ReportQuery> {
  return readQuery(Query, search);
}
