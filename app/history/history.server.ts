import { z } from 'zod';
import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, write } from '#db/connection.server.ts';
import { withoutToken } from '#db/history/acting.server.ts';
import { recordAct } from '#db/history/record-changes.server.ts';
import { historyEntries, type HistoryEntry } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { idField, optionalDay } from '../lib/fields.ts';
import { filterSearch } from '../lib/filter-search.ts';
import { daysInOrder, orAll, readQuery, type FiltersRead } from '../lib/filters.ts';
import { dateBounds, rowsOf, type Condition, type Page, type Rows } from '../lib/paging.ts';
import { listUsers } from '../users/users.server.ts';
import { displayName } from '../users/users.ts';
import {
  KINDS,
  NO_PERSON,
  WITHOUT_IDS,
  type Contents,
  type Kind,
  type ReadEntry,
  type RecordName,
} from './history.ts';

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

/** What an address says of which entries to list. */
export const Filters = z
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

type HistoryServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

const COLUMNS = columnsOf(historyEntries, 'h');

type Row = Stored<HistoryEntry>;

function readEntry(row: Row): ReadEntry {
  const entry = COLUMNS.read(row);
  return { ...entry, before: readContents(entry.before), after: readContents(entry.after) };
}

function readContents(json: string | null): Contents | null {
  return json === null ? null : (JSON.parse(json) as Contents);
}

/** The index that holds the matching entries in the order of the list. */
function indexFor({ record, kind: asked, person }: HistoryFilters): string {
  if (record !== null && record.id !== null) return 'history_entries_record';
  const kind = record?.kind ?? asked;
  if (person !== null) return kind === null ? 'history_entries_user' : 'history_entries_user_kind';
  return kind === null ? 'history_entries_at' : 'history_entries_kind';
}

function conditionsOf({ record, kind, person }: HistoryFilters): Condition<string | number>[] {
  const conditions: Condition<string | number>[] = [];
  if (record !== null) conditions.push(['h.kind = ?', [record.kind]]);
  if (kind !== null && kind !== record?.kind) conditions.push(['h.kind = ?', [kind]]);
  if (record !== null && record.id !== null) conditions.push(['h.record_id = ?', [record.id]]);
  if (person === NO_PERSON) conditions.push(['h.user_id is null', []]);
  else if (person !== null) conditions.push(['h.user_id = ?', [person]]);
  return conditions;
}

/** A page and one more entry, newest first, oldest first on the way to newer ones. */
function historyQuery(filters: HistoryFilters, page: Page, timeZone: string) {
  const days = { startDate: filters.from, endDate: filters.to };
  const conditions = [
    ...conditionsOf(filters),
    ...dateBounds(days, page, { timeZone, date: 'h.at', id: 'h.id' }),
  ];
  const where = conditions.map(([text]) => text).join(' and ');
  const direction = page.newer ? 'asc' : 'desc';
  return {
    text: `select ${COLUMNS.text} from history_entries h indexed by ${indexFor(filters)}
      ${where && `where ${where}`} order by h.at ${direction}, h.id ${direction} limit ?`,
    values: [...conditions.flatMap(([, values]) => values), page.limit + 1],
  };
}

/** The entries of a page, newest first, and whether there are more in its direction. */
export function listHistory(
  { db, config }: HistoryServices,
  filters: HistoryFilters,
  page: Page,
): Rows<ReadEntry> {
  const { text, values } = historyQuery(filters, page, config.timeZone);
  const rows = prepared<Row>(db, text).all(...values);
  return rowsOf(rows.map(readEntry), page);
}

const OF_RECORDS = `
  select ${COLUMNS.text} from json_each(?) j cross join history_entries h
    indexed by history_entries_record on h.kind = ? and h.record_id = j.value
  order by h.at, h.id`;

/** The id of the last entry; 0 while there is none. */
export function lastEntry({ db }: Pick<Services, 'db'>): number {
  const text = 'select coalesce(max(id), 0) as id from history_entries';
  return prepared<{ id: number }>(db, text).get()?.id ?? 0;
}

const AFTER = `select ${COLUMNS.text} from history_entries h where h.id > ? order by h.id limit ?`;

/** The next entries after another one, oldest first. */
export const entriesAfter = ({ db }: Pick<Services, 'db'>, id: number, most: number): ReadEntry[] =>
  prepared<Row>(db, AFTER).all(id, most).map(readEntry);

const SINCE = `select ${COLUMNS.text} from history_entries h
  where h.id > ? and h.kind in ('work-log', 'client', 'invoice', 'settings')
  order by h.id desc limit 500`;

/** At most 500 entries since another one about logs, clients, invoices and settings, newest first. */
export function entriesSince({ db }: Pick<Services, 'db'>, since: number): ReadEntry[] {
  return prepared<Row>(db, SINCE).all(since).map(readEntry);
}

/** Every entry of these records of one kind, oldest first, by the record's id; in one reading. */
export function entriesOf(
  { db }: Pick<Services, 'db'>,
  kind: Kind,
  ids: number[],
): Map<number, ReadEntry[]> {
  const rows = prepared<Row>(db, OF_RECORDS).all(JSON.stringify(ids), kind);
  return Map.groupBy(rows.map(readEntry), ({ recordId }) => recordId ?? 0);
}

/** The people in the trail, each once, found by steps through an index: ids of those deleted, too. */
const PEOPLE = `
  with recursive people (id) as (
    select min(user_id) from history_entries
    union all
    select (select min(h.user_id) from history_entries h where h.user_id > p.id)
    from people p where p.id is not null
  )
  select p.id, (
    select h.by from history_entries h indexed by history_entries_user
    where h.user_id = p.id order by h.at desc, h.id desc limit 1
  ) as name
  from people p where p.id is not null`;

/** Everyone who is or was here, by name; those deleted by the name that they had last. */
export function listPeople({ db }: Pick<Services, 'db'>): { id: number; name: string }[] {
  const known = new Map(listUsers({ db }).map((user) => [user.id, displayName(user)]));
  for (const { id, name } of prepared<{ id: number; name: string }>(db, PEOPLE).all()) {
    if (!known.has(id)) known.set(id, `${withoutToken(name)} (deleted)`);
  }
  return [...known]
    .map(([id, name]) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en-GB'));
}

/** Notes a download in the history; on a full disk in the log, since just then somebody may need the file. */
export function noteDownload({ db, logger }: Pick<Services, 'db' | 'logger'>, file: string): void {
  try {
    write(db, () => {
      recordAct(db.$client, { kind: 'download', action: 'downloaded', after: { file } });
    });
  } catch (error) {
    logger.error({ error, file }, 'A download is not in the history');
  }
}
