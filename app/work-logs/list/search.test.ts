import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { alignBusinessDays } from '#db/business-days.server.ts';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import { withoutSearchIndex } from '#db/search-index.server.ts';
import { users, workLogs } from '#db/schema.ts';
import { cases } from '#tests/support/cases.ts';
import { createLogger } from '../../platform/logger.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { deleteWorkLog, restoreWorkLog } from '../deletion.server.ts';
import { NO_FILTERS, type WorkLogFilters } from './filters.ts';
import { listWorkLogs } from './list.server.ts';
import { needsWords, wordsOf } from './search.server.ts';
import { summariseWorkLogs } from './totals.server.ts';

const ZONE = 'Europe/London';
const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations');
const STAMPS = { createdAt: new Date(0), updatedAt: new Date(0) };

let db: Database;
const logger = createLogger({ destination: { write: () => undefined } });
const services = () => ({ db, clock: () => new Date(0), config: { timeZone: ZONE }, logger });

function addNames(): void {
  for (const name of ['One', 'Two']) {
    db.$client
      .prepare(
        `insert into clients (name, standard_rate_pence, premium_rate_pence, created_at, updated_at) values (?, 0, 0, 0, 0)`,
      )
      .run(name);
    db.$client
      .prepare(
        `insert into work_types (name, hourly_rate_pence, created_at, updated_at) values (?, 0, 0, 0)`,
      )
      .run(name);
    db.$client
      .prepare(
        `insert into jobs (client_id, name, created_at, updated_at) values ((select max(id) from clients), ?, 0, 0)`,
      )
      .run(name);
    db.insert(users)
      .values({ email: `${name.toLowerCase()}@example.com`, ...STAMPS })
      .run();
  }
}

beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  alignBusinessDays(db, ZONE, dayOf);
  addNames();
  return () => db.$client.close();
});

// Words that begin alike, more of them than are named one by one, signs, accents, other scripts.
const endings = Array.from('abcdefghijklmnopqrstuvwxyz0123').map((letter) => `instal${letter}`);
const word = fc.constantFrom(
  ...['print', 'printer', 'Printers', 'PRINTING', 'mail', 'mailbox', 'a', 'ab', 'abc', 'abcd'],
  ...[
    'HD-1885',
    'hd',
    '1885',
    '18850',
    'Café',
    'cafe\u0301',
    'Łódź',
    '£60',
    '"quoted"',
    'AND',
    'or',
  ],
  ...['\uE000c1', '日本', 'ß', "o'neill", 'NEAR(a', '*', '—', '\uE000', 'i1', 'b1', ...endings],
);
const description = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ', ', '-', '\n', '/')), { maxLength: 6 })
  .map((parts) => parts.flat().join(''));

// Few instants, several in the same second and day; among them an end of summer time.
const date = fc
  .constantFrom(
    ...['2026-03-28T23:59:59.999Z', '2026-03-29T00:00:00.000Z', '2026-03-29T00:00:00.400Z'],
    ...['2026-03-29T22:59:59.999Z', '2026-03-29T23:00:00.000Z', '2026-10-25T00:30:00.000Z'],
  )
  .map((text) => new Date(text));

const row = fc.record({
  clientId: fc.integer({ min: 1, max: 2 }),
  workTypeId: fc.integer({ min: 1, max: 2 }),
  duration: fc.integer({ min: 1, max: 600 }),
  totalPence: fc.integer({ min: 0, max: 10_000 }),
  billable: fc.boolean(),
  isInvoiced: fc.boolean(),
  createdBy: fc.option(fc.integer({ min: 1, max: 2 })),
  jobId: fc.option(fc.integer({ min: 1, max: 2 })),
  description,
  date,
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'change', 'describe', 'move', 'delete', 'put back'),
  nth: fc.nat(40),
  row,
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const columnsOf = (values: Row) => ({
  ...values,
  hourlyRatePence: 0,
  day: dayOf(values.date, ZONE),
  ...STAMPS,
});

function take({ kind, nth, row: values }: Step): void {
  if (kind === 'add') {
    db.insert(workLogs).values(columnsOf(values)).run();
    return;
  }
  const ids = db.select({ id: workLogs.id }).from(workLogs).all();
  const id = ids[nth % Math.max(1, ids.length)]?.id;
  if (id === undefined) return;
  const change = (columns: Partial<ReturnType<typeof columnsOf>>) =>
    db.update(workLogs).set(columns).where(eq(workLogs.id, id)).run();
  // Who made a log stays.
  if (kind === 'change') change({ ...columnsOf(values), createdBy: undefined });
  else if (kind === 'describe') change({ description: values.description });
  else if (kind === 'move') change({ date: values.date, day: dayOf(values.date, ZONE) });
  else {
    change({ isInvoiced: false });
    deleteWorkLog(services(), id);
    if (kind === 'put back') restoreWorkLog(services(), id);
  }
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const partsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The slow, obvious way: every log and every word is looked at. */
function search(filters: WorkLogFilters) {
  const { q, clientId, jobId, workTypeId, billable, isInvoiced, person, startDate, endDate } =
    filters;
  // The logs of a job are in the order of whole instants, as those without words are.
  const unit = jobId === null ? 1_000 : 1;
  const second = (log: { date: Date }) => Math.floor(log.date.getTime() / unit);
  return db
    .select()
    .from(workLogs)
    .all()
    .filter((log) => {
      const parts = partsOf(log.description);
      const asked = q === null ? [] : partsOf(q);
      if (q !== null && asked.length === 0) return false;
      return asked.every((one) => parts.some((part) => part.startsWith(one)));
    })
    .filter((log) => clientId === null || log.clientId === clientId)
    .filter((log) => jobId === null || log.jobId === jobId)
    .filter((log) => workTypeId === null || log.workTypeId === workTypeId)
    .filter((log) => person === null || log.createdBy === person)
    .filter((log) => billable === null || log.billable === billable)
    .filter((log) => isInvoiced === null || log.isInvoiced === isInvoiced)
    .filter((log) => startDate === null || dayOf(log.date, ZONE) >= startDate)
    .filter((log) => endDate === null || dayOf(log.date, ZONE) <= endDate)
    .sort((one, other) => second(other) - second(one) || other.id - one.id);
}

/** All pages from the newest on, and on the way back. */
function readPages(filters: WorkLogFilters, limit: number) {
  const ids: number[] = [];
  let page = listWorkLogs(services(), filters, { limit });
  for (;;) {
    ids.push(...page.logs.map(({ id }) => id));
    const last = page.logs.at(-1);
    if (!page.hasMore || !last) break;
    const older = { date: last.date.getTime(), id: last.id };
    page = listWorkLogs(services(), filters, { limit, older });
  }
  const first = page.logs[0];
  const newer = first ? { date: first.date.getTime(), id: first.id } : undefined;
  const back = newer ? listWorkLogs(services(), filters, { limit: 100, newer }).logs : [];
  return { ids, back: back.map(({ id }) => id) };
}

const day = fc.option(fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25'));
const filters = fc.record({
  q: fc.option(
    fc.oneof(
      word,
      fc.tuple(word, word).map((words) => words.join(' ')),
    ),
    { freq: 4 },
  ),
  clientId: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1 }),
  workTypeId: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1 }),
  billable: fc.option(fc.boolean(), { freq: 1 }),
  isInvoiced: fc.option(fc.boolean(), { freq: 1 }),
  person: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1 }),
  jobId: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1 }),
  startDate: day,
  endDate: day,
});

function expectSameAsBySearching(wanted: WorkLogFilters[]): void {
  for (const filter of wanted) {
    const found = search(filter);
    const ids = found.map(({ id }) => id);
    // Without filters by words, the order is that of whole instants (list.test.ts).
    if (!needsWords(filter) && filter.jobId === null) continue;
    const pages = readPages(filter, 3);
    expect(pages.ids).toEqual(ids);
    expect(pages.back).toEqual(ids.slice(0, Math.max(0, Math.floor((ids.length - 1) / 3) * 3)));
    expect(summariseWorkLogs(services(), filter)).toEqual({
      count: found.length,
      minutes: found.reduce((sum, { duration }) => sum + duration, 0),
      totalPence: found.reduce((sum, { totalPence }) => sum + totalPence, 0),
    });
  }
}

const TRIED = [
  'printer',
  'print',
  'instal',
  'hd 1885',
  'mail',
  'cafe',
  'Łódź',
  'ab',
  'a',
  '日本',
].map((q) => ({ ...NO_FILTERS, q }));

describe('a search', () => {
  test('finds what a person would by reading all, whatever was added, changed and deleted', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.array(filters, { minLength: 1, maxLength: 10 }),
        (steps, wanted) => {
          db.delete(workLogs).run();
          for (const one of steps) take(one);
          expectSameAsBySearching([...wanted, ...TRIED]);
        },
      ),
      { numRuns: cases(30) },
    );
  });

  test('finds no log of a person who was deleted, and all of others', () => {
    for (const createdBy of [1, 2, 2, null]) {
      const values = { clientId: 1, workTypeId: 1, duration: 60, totalPence: 0, description: '' };
      const date = new Date('2026-03-29T12:00:00Z');
      const more = { billable: true, isInvoiced: false, createdBy, jobId: null };
      take({ kind: 'add', nth: 0, row: { ...values, ...more, date } });
    }
    const madeBy = (person: number) =>
      listWorkLogs(services(), { ...NO_FILTERS, person }, { limit: 9 }).logs.length;
    expect([madeBy(1), madeBy(2)]).toEqual([1, 2]);
    db.delete(users).where(eq(users.id, 2)).run();
    expect([madeBy(1), madeBy(2)]).toEqual([1, 0]);
    expect(summariseWorkLogs(services(), { ...NO_FILTERS, person: 2 })?.count).toBe(0);
    expect(listWorkLogs(services(), NO_FILTERS, { limit: 9 }).logs).toHaveLength(4);
  });

  const someLogs = () =>
    fc.sample(fc.array(step, { minLength: 80, maxLength: 80 }), { numRuns: 1, seed: 11 }).flat();

  test('finds the same after a change of the time zone, and in an index made anew', () => {
    for (const one of someLogs()) take(one);
    expect(search({ ...NO_FILTERS, q: 'instal' }).length).toBeGreaterThan(3);
    expectSameAsBySearching(TRIED);
    alignBusinessDays(db, 'Asia/Kolkata', dayOf);
    expectSameAsBySearching(TRIED);
    withoutSearchIndex(db, () => db.update(workLogs).set({ description: 'A mailbox' }).run());
    expectSameAsBySearching(TRIED);
    expect(summariseWorkLogs(services(), { ...NO_FILTERS, q: 'mail' })?.count).toBeGreaterThan(9);
  });

  test('finds the logs of a database that is older than the index', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallyhour-test-'));
    cpSync(MIGRATIONS, folder, { recursive: true });
    const journalFile = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: unknown[] };
    // The index of words came with the fourth migration.
    journal.entries = journal.entries.slice(0, 3);
    writeFileSync(journalFile, JSON.stringify(journal));
    db.$client.close();
    db = openDatabase(':memory:');
    migrateDatabase(db, folder);
    rmSync(folder, { recursive: true });
    // The schema of today writes these columns, which came later.
    db.$client.exec(`
      alter table work_logs add created_by integer;
      alter table work_logs add included_vat_pence integer;
      alter table work_logs add billed_more_pence integer;
      alter table work_logs add job_id integer;
      alter table work_logs add started_at integer;
      alter table work_logs add ended_at integer;
      create table jobs (
        id integer primary key, client_id, name, po_number, hourly_rate_pence, budget_minutes,
        is_open default 1, version default 1, created_at, updated_at
      );
      alter table work_types add items_name text;
      alter table hardware_items rename column quantity to quantity_in_places;
      alter table hardware_items rename column unit_price_pence to unit_price_in_places;
      alter table invoice_logs add has_vat integer;
      alter table users add issuer text;
      alter table users add subject text;
    `);
    addNames();
    for (const one of someLogs()) {
      take({ ...one, row: { ...one.row, createdBy: null, jobId: null } });
    }
    db.$client.exec(`
      alter table work_logs drop column created_by;
      alter table work_logs drop column included_vat_pence;
      alter table work_logs drop column billed_more_pence;
      alter table work_logs drop column job_id;
      alter table work_logs drop column started_at;
      alter table work_logs drop column ended_at;
      drop table jobs;
      alter table work_types drop column items_name;
      alter table hardware_items rename column quantity_in_places to quantity;
      alter table hardware_items rename column unit_price_in_places to unit_price_pence;
      alter table invoice_logs drop column has_vat;
      alter table users drop column issuer;
      alter table users drop column subject;
    `);
    migrateDatabase(db);
    expectSameAsBySearching(TRIED);
    const sums = summariseWorkLogs(services(), { ...NO_FILTERS, workTypeId: 1, billable: false });
    expect(sums?.count).toBe(search({ ...NO_FILTERS, workTypeId: 1, billable: false }).length);
  });

  test('says that it does not add up too many', () => {
    for (const one of someLogs()) take(one);
    const filter = { ...NO_FILTERS, q: 'instal' };
    const { length } = search(filter);
    expect(summariseWorkLogs(services(), filter, length)?.count).toBe(length);
    expect(summariseWorkLogs(services(), filter, length - 1)).toBeNull();
  });

  test.each([
    ['Straße', ['strasse', 'STRASSE', 'straße', 'STRAẞE']],
    ['Strasse', ['straße', 'STRAẞE']],
    ['Passwort ﬁle of oﬃce', ['file passwort', 'FILE', 'office', 'oﬀice', 'ﬁle']],
    ['file of the office', ['ﬁle oﬃce', 'oﬃ']],
    ['mailbox 1885', ['mail\u00adbox', 'mail\u200bbox', 'ｍａｉｌ １８８５', '\u200b1885\ufeff']],
    ['mail\u00adbox １８８５', ['mail\u00adbox', '１８８５', 'mail box', 'mailbox 1885', 'mailb']],
    ['\u200eRech\u200bnung ＶＰＮ\ufeff', ['rechnung vpn', 'RECHN', 'nung', 'ｖｐｎ']],
    ['می\u200cخواهم', ['می\u200cخواهم', 'میخواهم', 'خواهم']],
  ])('in %j finds %j', (description, asked) => {
    const values = { clientId: 1, workTypeId: 1, duration: 60, totalPence: 0, description };
    const more = { billable: true, isInvoiced: false, createdBy: null, jobId: null };
    take({ kind: 'add', nth: 0, row: { ...values, ...more, date: new Date(0) } });
    for (const q of asked) {
      for (const clientId of [1, 2]) {
        const { logs } = listWorkLogs(services(), { ...NO_FILTERS, q, clientId }, { limit: 9 });
        expect([q, clientId, logs.length]).toEqual([q, clientId, clientId === 1 ? 1 : 0]);
      }
    }
    const other = { ...NO_FILTERS, q: `${asked.join(' ')} other` };
    expect(listWorkLogs(services(), other, { limit: 9 }).logs).toEqual([]);
  });

  test.each([
    ['HD-1885', ['hd', '1885']],
    ['  "a\tb"*', ['a', 'b']],
    ['Łódź £60 AND', ['łódź', '60', 'and']],
    ['— * "', []],
  ])('takes %j for the words %j', (q, words) => {
    expect(wordsOf(q)).toEqual(words);
  });
});

test('a log whose id has no place in the index is refused, and nothing else is', () => {
  const add = (id: number) =>
    db
      .insert(workLogs)
      .values({
        id,
        ...{ clientId: 1, workTypeId: 1, duration: 1, hourlyRatePence: 0, totalPence: 0 },
        ...{ date: new Date(-5), day: '1969-12-31', description: 'Mail', ...STAMPS },
      })
      .run();
  expect(() => add(2 ** 29)).toThrow('no place');
  add(2 ** 29 - 1);
  const { logs } = listWorkLogs(services(), { ...NO_FILTERS, q: 'mail' }, { limit: 5 });
  expect(logs.map(({ id }) => id)).toEqual([2 ** 29 - 1]);
});
