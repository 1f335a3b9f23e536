import { z } from 'zod';
import type { Issue } from '../lib/errors.ts';
import { idField, optionalDay } from '../lib/fields.ts';
import { REPORT_BY, SORT_COLUMNS, type ReportQuery } from './reports.ts';

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (value === undefined || value === '' || value === 'all' ? null : value),
    schema.nullable(),
  );

const yesOrNo = orNull(
  z
    .enum(['true', 'false'], 'This should be true, false or all.')
    .transform((text) => text === 'true'),
);

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
    clientId: orNull(idField('This client does not exist.')),
    workTypeId: orNull(idField('This work type does not exist.')),
    person: orNull(idField('This person does not exist.')),
    billable: yesOrNo,
    isInvoiced: yesOrNo,
    sort: orNull(sort),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'The first day must be before or equal to the last.',
  });

/** Reads what report the query of an address asks for: by client where it does not say. */
export function readReportQuery(
  search: URLSearchParams,
): { query: ReportQuery; issues: null } | { query: null; issues: Issue[] } {
  const parsed = Query.safeParse(Object.fromEntries(search));
  if (parsed.success) return { query: parsed.data, issues: null };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: String(path[0] ?? ''),
    message,
  }));
  return { query: null, issues };
}
