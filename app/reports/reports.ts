import { lastOf } from '../lib/filter-search.ts';
import { z } from 'zod';
import { idField, optionalDay } from '../lib/fields.ts';
import { daysInOrder, orAll, readQuery, yesOrNo, type FiltersRead } from '../lib/filters.ts';

/** What a report adds up by. */
export const REPORT_BY = ['client', 'work-type', 'month', 'week', 'person', 'job'] as const;
export type ReportBy = (typeof REPORT_BY)[number];

/** The columns that a report can be sorted by; a minus before one turns its order round. */
export const SORT_COLUMNS = [
  'name',
  'hours',
  'billableHours',
  'share',
  'net',
  'invoicedNet',
  'rate',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

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

/** What an address says of which report it asks for. */
export const Query = z
  .object({
    by: z.preprocess(
      (value) => (value === undefined || value === '' ? 'client' : value),
      z.enum(REPORT_BY, `A report is by ${REPORT_BY.join(', ')}.`),
    ),
    from: optionalDay,
    to: optionalDay,
    clientId: orAll(idField('This client does not exist.')),
    jobId: orAll(idField('This job does not exist.')),
    workTypeId: orAll(idField('This work type does not exist.')),
    person: orAll(idField('This person does not exist.')),
    billable: yesOrNo,
    isInvoiced: yesOrNo,
    sort: orAll(sort),
  })
  .refine(...daysInOrder('from', 'to', 'The first day must be before or equal to the last.'))
  .refine(({ by, clientId, jobId }) => by !== 'job' || (clientId ?? jobId) !== null, {
    path: ['clientId'],
    message: 'Choose the client whose jobs these are.',
  });

/** A report as an address asks for it; without a sort, the order that fits what it is by. */
export type ReportQuery = z.output<typeof Query>;
type Sort = z.output<typeof sort>;

/** Which logs a report adds up; null sets no limit. Days are business days, both included. */
export type ReportScope = Omit<ReportQuery, 'by' | 'sort'>;

/** The query parameters of a report, the same on the screen, in the file and in the API. */
export const REPORT_NAMES = Object.keys(Query.shape);

/** Reads what report the query of an address asks for: by client where it does not say. */
export function readReportQuery(search: URLSearchParams): FiltersRead<ReportQuery> {
  return readQuery(Query, search);
}

export const NO_SUMS = {
  logs: 0,
  minutes: 0,
  billableMinutes: 0,
  /** Of billable logs. */
  netPence: 0,
  /** What invoiced logs come to before billing rounds them. */
  workedNetPence: 0,
  /** What is billed for them, less what was credited. */
  invoicedNetPence: 0,
  /** Of billable time alone: what hours brought, without hardware. */
  timePence: 0,
};

/** What logs come to: in minutes, and in pence net of VAT. */
export type Sums = typeof NO_SUMS;

/** The sum of two sums. */
export function addSums(one: Sums, other: Sums): Sums {
  const sum = { ...NO_SUMS };
  for (const name of SUM_NAMES) sum[name] = one[name] + other[name];
  return sum;
}

export const SUM_NAMES = Object.keys(NO_SUMS) as (keyof Sums)[];

/** A row of a report. The key is a record's id, `none` for nobody, a Monday or a month. */
export type ReportRow = Sums & { key: string; name: string };

/** A report: its rows in order, and the sum of them all. */
export type Report = { rows: ReportRow[]; total: Sums };

/** The key of what nobody is known to have logged, and of what is for no job. */
export const NOBODY = 'none';

/** What an hour brought, in pence: the net of billable time by all hours. Null without hours. */
export function effectiveRate({ minutes, timePence }: Sums): number | null {
  return minutes === 0 ? null : Math.round((timePence * 60) / minutes);
}

/** The share of billable hours in tenths of a per cent; null without hours. */
export function billableShare({ minutes, billableMinutes }: Sums): number | null {
  return minutes === 0 ? null : Math.round((billableMinutes * 1000) / minutes);
}

const isOfTime = (by: ReportBy) => by === 'month' || by === 'week';

/** The order of a report that names none: months and weeks by time, all others with the most first. */
export function usualSort(by: ReportBy): Sort {
  return isOfTime(by)
    ? { column: 'name', isDescending: false }
    : { column: 'net', isDescending: true };
}

const VALUES: Record<Exclude<SortColumn, 'name'>, (sums: Sums) => number> = {
  hours: ({ minutes }) => minutes,
  billableHours: ({ billableMinutes }) => billableMinutes,
  share: ({ minutes, billableMinutes }) => (minutes === 0 ? -1 : billableMinutes / minutes),
  net: ({ netPence }) => netPence,
  invoicedNet: ({ invoicedNetPence }) => invoicedNetPence,
  rate: ({ minutes, timePence }) => (minutes === 0 ? -1 : timePence / minutes),
};

const collator = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/** The rows in order. Rows that are equal in the sorted column are ordered by name, then by key. */
export function sortRows(rows: ReportRow[], by: ReportBy, sort: Sort | null): ReportRow[] {
  const { column, isDescending } = sort ?? usualSort(by);
  const sign = isDescending ? -1 : 1;
  const byName = (one: ReportRow, other: ReportRow) =>
    isOfTime(by)
      ? compare(one.key, other.key)
      : collator.compare(one.name, other.name) || compare(Number(one.key), Number(other.key));
  return rows.toSorted((one, other) =>
    column === 'name'
      ? sign * byName(one, other)
      : sign * (VALUES[column](one) - VALUES[column](other)) || byName(one, other),
  );
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A sort as the address has it: `-net`. */
export function formatSort({ column, isDescending }: Sort): string {
  return `${isDescending ? '-' : ''}${column}`;
}

/** The parameters of an address that a report reads, without those that say nothing. */
export function reportSearch(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of REPORT_NAMES) {
    const value = lastOf(search, name);
    // A report is by one thing: `all` is not one, and refused as in the file and the API.
    if (value && (value !== 'all' || name === 'by')) kept.set(name, value);
  }
  return kept;
}
