import { prepared, type Database } from '#db/connection.server.ts';
import { idOfPlace, MARK, placeOf } from '#db/search-index.server.ts';
import type { Services } from '../../context.server.ts';
import { endOfBusinessDay, startOfBusinessDay } from '../../lib/calendar.ts';
import type { Cursor } from '../../lib/cursor.ts';
import type { Condition, Page } from '../../lib/paging.ts';
import type { WorkLogFilters } from './filters.ts';
import { inPlainSigns } from '../../lib/looks.ts';

export type ListServices = Pick<Services, 'db'> & { config: Pick<Services['config'], 'timeZone'> };

/**
 * Filters that go beyond client, status and dates are answered by the index of words: a log's words
 * are those of its description and of its filters, and the index intersects the lists of logs of
 * each word. It holds them in the order of the list.
 */
export function needsWords({ q, workTypeId, billable, person }: WorkLogFilters): boolean {
  return q !== null || workTypeId !== null || billable !== null || person !== null;
}

/** The logs that match a query of the index of words, as `f`, and their rows, as `w`. */
export const LOGS_BY_WORDS = `work_log_words f
  cross join work_logs w on w.id = ${idOfPlace('f.rowid')}`;

/** The conditions for the index of words, and the places of the page's range. Null when nothing can match. */
export function wordConditions(
  db: Database,
  filters: WorkLogFilters,
  page: Omit<Page, 'limit'>,
  timeZone: string,
): Condition<string | bigint>[] | null {
  const match = matchOf(db, filters);
  if (match === null) return null;
  const { startDate, endDate } = filters;
  const { older, newer } = page;
  const place = (at: Date | null) => at && { date: at.getTime(), id: 0 };
  const inOrder = (...some: (Cursor | null | undefined)[]) =>
    some.flatMap((one) => (one ? [placeOf(one)] : [])).sort((one, other) => (one < other ? -1 : 1));
  const from = place(startDate === null ? null : startOfBusinessDay(startDate, timeZone));
  const to = place(endDate === null ? null : endOfBusinessDay(endDate, timeZone));
  const last = inOrder(to, older).at(-1);
  const first = inOrder(from, newer).at(0);
  return [
    ['f.work_log_words match ?', [match]],
    ...(last === undefined ? [] : [['f.rowid > ?', [last]] satisfies Condition<bigint>]),
    ...(first === undefined ? [] : [['f.rowid < ?', [first]] satisfies Condition<bigint>]),
  ];
}

/** The ids of logs in the index of words; for a condition on them. */
export const IDS_BY_WORDS = `select ${idOfPlace('f.rowid')} from work_log_words f`;

/** The few logs of a job, in the order of the list. */
export const LOGS_OF_JOB = 'work_logs w indexed by work_logs_job_date';

/**
 * All filters but the days as conditions on the row of a log, `w`: for few logs, found otherwise already. Null when no log
 * can match.
 */
export function plainConditions(
  db: Database,
  filters: WorkLogFilters,
  timeZone: string,
): Condition<number | string | bigint>[] | null {
  const { clientId, jobId, isInvoiced, workTypeId, billable, person, q } = filters;
  const equal = {
    'w.client_id': clientId,
    'w.job_id': jobId,
    'w.work_type_id': workTypeId,
    'w.is_invoiced': isInvoiced,
    'w.billable': billable,
    'w.created_by': person,
  };
  const conditions = Object.entries(equal).flatMap(
    ([column, value]): Condition<number | string | bigint>[] =>
      value === null ? [] : [[`${column} = ?`, [Number(value)]]],
  );
  if (q === null) return conditions;
  const words = wordConditions(db, filters, {}, timeZone);
  if (words === null) return null;
  const where = words.map(([text]) => text).join(' and ');
  const values = words.flatMap(([, some]) => some);
  return [...conditions, [`w.id in (${IDS_BY_WORDS} where ${where})`, values]];
}

/** The query for the index of words; null when nothing can match it. */
function matchOf(db: Database, filters: WorkLogFilters): string | null {
  const { q, clientId, workTypeId, billable, isInvoiced, person } = filters;
  // The logs of a deleted person still have that person's word in the index, but belong to nobody.
  if (person !== null && prepared(db, 'select 1 from users where id = ?').get(person) === undefined)
    return null;
  const readings = q === null ? [] : readingsOf(q);
  if (q !== null && readings.length === 0) return null;
  const limits = { c: clientId, t: workTypeId, b: billable, i: isInvoiced, p: person };
  const marks = Object.entries(limits).filter(([, value]) => value !== null);
  return [
    ...(readings.length === 0 ? [] : [`(${readings.map(allOf).join(' OR ')})`]),
    ...marks.map(([letter, value]) => `"${MARK}${letter}${Number(value)}"`),
  ].join(' AND ');

  function allOf(words: string[]): string {
    const like = (word: string) => termsLike(db, word);
    const each = [...new Set(words)].map((word) => spellingsOf(word).map(like).join(' OR '));
    return `(${each.map((any) => `(${any})`).join(' AND ')})`;
  }
}

/** Up to so many letters, the index has a list of logs for each beginning of a word. */
const LISTED_LETTERS = 5;
/** With more words than this that begin alike, their lists are merged by the index itself. */
const MOST_TERMS = 64;

/** The index's record of itself, which every write to it changes. */
const STATE = 'select hex(block) as state from work_log_words_data where id = 10';

/** What was looked up since the index last changed, for each database. */
const lookedUp = new WeakMap<Database, { state: string; terms: Map<string, string> }>();
const MOST_LOOKED_UP = 1_000;

/**
 * The words of the index that begin with a word, as a query. For a beginning without a list of its
 * own, the index would first merge the whole lists of all these words, which takes a tenth of a
 * second for a common one; of words named one by one it reads only what the page needs. It goes through the
 * whole list of a word to find the next word, so what was found is kept until the index changes.
 */
function termsLike(db: Database, word: string): string {
  const anyLike = `"${word}" *`;
  if (word.length <= LISTED_LETTERS || !/^[a-z0-9]+$/.test(word)) return anyLike;
  const kept = keptTerms(db);
  const terms = kept?.get(word) ?? lookUp(db, word) ?? anyLike;
  if (kept && kept.size < MOST_LOOKED_UP) kept.set(word, terms);
  return terms;
}

/** Null within a transaction that may write: the record does not show it yet. */
function keptTerms(db: Database): Map<string, string> | null {
  if (db.$client.inTransaction && !db.$client.readonly) return null;
  const state = prepared<{ state: string }>(db, STATE).get()?.state ?? '';
  const kept = lookedUp.get(db);
  if (kept?.state === state) return kept.terms;
  const terms = new Map<string, string>();
  lookedUp.set(db, { state, terms });
  return terms;
}

/** Null when there are none, or more than are named one by one. */
function lookUp(db: Database, word: string): string | null {
  const next = prepared<{ term: string }>(
    db,
    'select term from work_log_terms where term >= ? limit 1',
  );
  const terms: string[] = [];
  let term = next.get(word)?.term;
  while (term?.startsWith(word)) {
    terms.push(`"${term}"`);
    if (terms.length > MOST_TERMS) return null;
    // The next word that is not this one: no letter or digit comes before this character.
    term = next.get(`${term}\u0001`)?.term;
  }
  return terms.length === 0 ? null : `(${terms.join(' OR ')})`;
}

/** The combining marks that the index of words (unicode61 of FTS5) takes for a part of their letter. */
const MARKS =
  '\\u0300-\\u0304\\u0306-\\u030C\\u030F\\u0311\\u031B\\u0323-\\u0328\\u032D\\u032E\\u0330\\u0331';
const WORD = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}${MARKS}]*`, 'gu');

/** The words of a search, in small letters, parted as the index of words parts them. */
export function wordsOf(q: string): string[] {
  return q.toLowerCase().match(WORD) ?? [];
}

/** The words of a search as it was typed and, where that differs, as it looks; none of signs only. */
function readingsOf(q: string): string[][] {
  const typed = wordsOf(q);
  const shown = wordsOf(inPlainSigns(q));
  const readings = typed.join(' ') === shown.join(' ') ? [typed] : [typed, shown];
  return readings.filter((words) => words.length > 0);
}

/** Letters that a text may hold as one sign, the longest first. */
type AsOne = [letters: string, sign: string];
const SHARP_S: AsOne[] = [['ss', 'ß']];
const LIGATURES: AsOne[] = [
  ['ffi', 'ﬃ'],
  ['ffl', 'ﬄ'],
  ['ff', 'ﬀ'],
  ['fi', 'ﬁ'],
  ['fl', 'ﬂ'],
];

/** A word in the wide letters and figures of East Asian keyboards. */
const wide = (word: string) =>
  word.replace(/[a-z0-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** How else a word may be written: `strasse` as `straße`, `file` with a ligature or without, and in wide letters. */
function spellingsOf(word: string): string[] {
  const letters = [...SHARP_S, ...LIGATURES].reduce(
    (text, [all, sign]) => text.replaceAll(sign, all),
    word,
  );
  const joined = (by: AsOne[]) =>
    by.reduce((text, [all, sign]) => text.replaceAll(all, sign), letters);
  return [...new Set([word, letters, joined(SHARP_S), joined(LIGATURES), wide(letters)])];
}
