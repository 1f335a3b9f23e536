import { z } from 'zod';
import { idField, optionalDay } from '../lib/fields.ts';
import { filterSearch } from '../lib/filter-search.ts';
import { daysInOrder, orAll, readQuery, type FiltersRead } from '../lib/filters.ts';
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

const RECORD_RULE = 'Enter a record such as work-log:12, client:3 or settings.';
const PERSON_RULE = 'This person does not exist.';
const KIND_NAMES = Object.keys(KINDS) as Kind[];

const record = z.string().transform((text, context): RecordName => {
  // As somebody types it, or as it was copied: `Work-log: 12`.
  const name = text.replace(/[\s\p{Z}\p{Cf}]/gu, '').toLowerCase();
  const [, kind = '', digits] = /^([a-z-]{1,40})(?::(\d{1,15}))?$/.exec(name) ?? [];
  if (kind !== '' && (digits === undefined) === WITHOUT_IDS.includes(kind)) {
    return { kind, id: digits === undefined ? null : Number(digits) };
  }
  context.addIssue({ code: 'custom', message: RECORD_RULE });
  return z.NEVER;
});

const Filters = z
  .object({
    record: orAll(record),
    kind: orAll(z.enum(KIND_NAMES, 'There is no such kind of record.')),
    person: orAll(z.union([z.literal(NO_PERSON), idField(PERSON_RULE)], PERSON_RULE)),
    from: optionalDay,
    to: optionalDay,
  })
  .refine(...daysInOrder('from', 'to', 'The first day must be before or equal to the last.'));

/** Reads the filters from the query of an address. */
export function readHistoryFilters(search: URLSearchParams): FiltersRead<HistoryFilters> {
  return readQuery(Filters, search);
}

/** Only the filters of an address, without the page. */
export function historySearch(search: URLSearchParams): URLSearchParams {
  return filterSearch(HISTORY_FILTER_NAMES, search);
}
