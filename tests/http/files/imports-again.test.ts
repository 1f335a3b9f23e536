import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualDeeds, type Deeds } from '#tests/support/data/deeds.ts';
import { cases } from '#tests/support/cases.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

/** A file that comes twice, overlapping, in another dialect, after all that may be done to its logs, adds nothing. */

const server = useServer();
const database = () => server().services.db.$client;
const count = () => Number(database().prepare('select count(*) from work_logs').pluck().get());

type Work = {
  id: number;
  client: string;
  project: string;
  task: string;
  day: number;
  at: number;
  minutes: number;
  rate: number;
  text: string;
};
type Dialect = {
  delimiter: string;
  comma: boolean;
  dots: boolean;
  hasId: boolean;
  encoding: 'utf8' | 'utf16le';
};

const pad = (number: number) => String(number).padStart(2, '0');
const dayOf = ({ day }: Work, { dots }: Dialect) => {
  const date = new Date(Date.UTC(2026, 0, 5) + day * 86_400_000).toISOString().slice(0, 10);
  return dots ? date.split('-').reverse().join('.') : date;
};
const timeOf = ({ at }: Work) => `${pad(8 + Math.floor(at / 60))}:${pad(at % 60)}:00`;
const number = (hundredths: number, { comma }: Dialect) =>
  `${Math.floor(hundredths / 100)}${comma ? ',' : '.'}${pad(hundredths % 100)}`;
const clock = ({ minutes }: Work) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00`;
const amount = ({ rate, minutes }: Work) => Math.floor((rate * minutes + 30) / 60);

/** How each product writes work: the names of its columns, and a line. */
const PRODUCTS = {
  harvest: [
    'Date,Client,Project,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name,Billable Rate,Currency',
    (work: Work, is: Dialect) => [
      ...[dayOf(work, is), work.client, work.project, work.task, work.text, clock(work)],
      ...['Yes', 'No', 'Ann', 'Lee', number(work.rate, is), 'British Pound - GBP'],
    ],
  ],
  toggl: [
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,Duration,Amount (GBP)',
    (work: Work, is: Dialect) => [
      ...['Ann Lee', 'ann@example.com', work.client, work.project, work.task, work.text, 'Yes'],
      ...[dayOf(work, is), timeOf(work), clock(work), number(amount(work), is)],
    ],
  ],
  clockify: [
    'Project,Client,Description,Task,User,Billable,Start Date,Start Time,Duration (h),Billable Rate (GBP)',
    (work: Work, is: Dialect) => [
      ...[work.project, work.client, work.text, work.task, 'Ann', 'Yes'],
      ...[dayOf(work, is), timeOf(work), clock(work), number(work.rate, is)],
    ],
  ],
  kimai: [
    'Date,From,Duration,Currency,Hourly price,Name,Customer,Project,Activity,Description,Billable',
    (work: Work, is: Dialect) => [
      ...[dayOf(work, is), timeOf(work).slice(0, 5), clock(work), 'GBP', number(work.rate, is)],
      ...['Ann', work.client, work.project, work.task, work.text, 'Yes'],
    ],
  ],
} as const;
type Product = keyof typeof PRODUCTS;

function fileOf(product: Product, works: Work[], dialect: Dialect): Uint8Array<ArrayBuffer> {
  const [header, cellsOf] = PRODUCTS[product];
  const id = (cell: string) => (dialect.hasId ? [cell] : []);
  const lines = [
    [...id('ID'), ...header.split(',')],
    ...works.map((work) => [...id(String(work.id)), ...cellsOf(work, dialect)]),
  ];
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const text = lines.map((line) => line.map(quote).join(dialect.delimiter)).join('\r\n');
  return new Uint8Array(Buffer.from(`\ufeff${text}\r\n`, dialect.encoding));
}

const Work = fc.record({
  client: fc.constantFrom('Acme', 'Bolt & Söhne'),
  project: fc.constantFrom('Website', 'App'),
  task: fc.constantFrom('Support', 'Design'),
  day: fc.integer({ min: 0, max: 3 }),
  at: fc.integer({ min: 0, max: 2 }),
  minutes: fc.constantFrom(30, 45, 60),
  rate: fc.constantFrom(6_050, 7_299),
  text: fc.constantFrom('', 'Call', 'Mail; "all"', '=Sum'),
});
const Dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  comma: fc.boolean(),
  dots: fc.boolean(),
  encoding: fc.constantFrom('utf8' as const, 'utf16le' as const),
});

const DEEDS: Deeds = {
  ...usualDeeds(server),
  text: (visitor, log) =>
    visitor.api('PUT', `/api/work-logs/${log}`, { description: `Changed ${log}` }),
  like: (visitor, log) => visitor.api('PUT', `/api/work-logs/${log}`, { description: 'Call' }),
  rate: (visitor, log) => visitor.api('PUT', `/api/work-logs/${log}`, { hourlyRate: '99.00' }),
  day: (visitor, log) => visitor.api('PUT', `/api/work-logs/${log}`, { date: '2026-02-09' }),
  client: (visitor) => visitor.api('PUT', '/api/clients/1', { name: 'Acme Holdings' }),
  type: (visitor) => visitor.api('PUT', '/api/work-types/1', { name: 'Help' }),
};

const Scene = fc.record({
  product: fc.constantFrom(...(Object.keys(PRODUCTS) as Product[])),
  works: fc.array(Work, { minLength: 1, maxLength: 8 }),
  more: fc.integer({ min: 0, max: 2 }),
  from: fc.nat(7),
  hasId: fc.boolean(),
  first: Dialect,
  second: Dialect,
  deeds: fc.array(fc.tuple(fc.constantFrom(...Object.keys(DEEDS)), fc.nat(7)), { maxLength: 6 }),
});

test('A file again, or one that overlaps with it, adds what never came and nothing else', async () => {
  const visitor = await visitSignedIn(server());
  await fc.assert(
    fc.asyncProperty(Scene, async ({ product, works, hasId, deeds, ...scene }) => {
      database().exec(
        `delete from work_logs; delete from import_lines; delete from import_records;
         delete from imports; delete from clients; delete from work_types; delete from history_touched;
         delete from sqlite_sequence where name in ('clients', 'work_types')`,
      );
      const lines = works.map((work, at) => ({ ...work, id: 700 + at }));
      const file = fileOf(product, lines, { ...scene.first, hasId });
      const done = await importFile(visitor, file, '?confirm=doubtful');
      expect(done, done.message ?? '').toMatchObject({ status: 'done', new: lines.length });
      const logs = database().prepare('select id from work_logs order by id').pluck().all();
      for (const [deed, at] of deeds) {
        await DEEDS[deed]?.(visitor, Number(logs[at % logs.length]));
      }
      const left = count();
      for (const dialect of [scene.first, scene.second]) {
        const again = await importFile(visitor, fileOf(product, lines, { ...dialect, hasId }));
        const said = JSON.stringify(again.problems);
        expect(again, said).toMatchObject({ status: 'done', new: 0, known: lines.length });
      }
      expect(count()).toBe(left);
      const fresh = Array.from({ length: scene.more }, (_, at) => ({
        ...{ id: 800 + at, client: 'Acme', project: 'App', task: 'Support', day: 9, at: 0 },
        ...{ minutes: 15, rate: 6_050, text: `Fresh ${at}` },
      }));
      const some = lines.slice(scene.from % lines.length);
      const overlap = fileOf(product, [...fresh, ...some], { ...scene.second, hasId });
      for (const added of [fresh.length, 0]) {
        const longer = await importFile(visitor, overlap);
        expect(longer, JSON.stringify(longer.problems)).toMatchObject({ new: added });
      }
      expect(count()).toBe(left + fresh.length);
    }),
    { numRuns: cases(60) },
  );
}, 240_000);
