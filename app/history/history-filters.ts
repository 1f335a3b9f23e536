import { z } from 'zod';
import type { Issue } from '../lib/errors.ts';
import { idField, optionalDay } from '../lib/fields.ts';
import { KINDS, NO_PERSON, WITHOUT_IDS, type Kind, type RecordName } from './history.ts';

/** Which entries to list; null sets no limit. Days are in the business time zone, both included. */
export type HistoryFilters = {
  record: RecordName | null;
  kind: string | null;
  person: number | typeof NO_PERSON | null;
  from: string | null;
  to: string | null;
};

/** The query parameters of the filters, the same on the screen and in the API. */
export const HISTORY_FILTER_NAMES = ['record', 'kind', 'person', 'from', 'to'] as const;

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (value === undefined || value === '' || value === 'all' ? null : value),
    schema.nullable(),
  );

const RECORD_RULE = 'Enter a record such as work-log:12, client:3 or settings.';
const KIND_NAMES = Object.keys(KINDS) as Kind[];

const record = z.string().transform((text, context): RecordName => {
  const [, kind = '', digits] = /^([a-z-]{1,40})(?::(\d{1,15}))?$/.exec(text.trim()) ?? [];
  if (kind !== '' && (digits === undefined) === WITHOUT_IDS.includes(kind)) {
    return { kind, id: digits === undefined ? null : Number(digits) };
  }
  context.addIssue({ code: 'custom', message: RECORD_RULE });
  return z.NEVER;
});

const Filters = z
  .object({
    record: orNull(record),
    kind: orNull(z.enum(KIND_NAMES, 'There is no such kind of record.')),
    person: orNull(z.union([z.literal(NO_PERSON), idField('This person does not exist.')])),
    from: optionalDay,
    to: optionalDay,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'The first day must be before or equal to the last.',
  });

/** Reads the filters from the query of an address. */
export function readHistoryFilters(
  search: URLSearchParams,
): { filters: HistoryFilters; issues: null } | { filters: null; issues: Issue[] } {
  const parsed = Filters.safeParse(Object.fromEntries(search));
  if (parsed.success) return { filters: parsed.data, issues: null };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  return { filters: null, issues };
}

/** Only the filters of an address, without the page. */
export function historySearch(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of HISTORY_FILTER_NAMES) {
    const value = search.get(name);
    if (value && value !== 'all') kept.set(name, value);
  }
  return kept;
}
