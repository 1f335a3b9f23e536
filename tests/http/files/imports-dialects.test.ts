import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualDeeds, type Deeds } from '#tests/support/data/deeds.ts';
import { cases } from '#tests/support/cases.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

/** Files of four products in any dialect, with any answer: every minute, penny and word right, and nothing twice. */

const server = useServer();
const database = () => server().services.db.$client;

const Work = fc.record({
  client: fc.constantFrom('Acme', 'Bolt & Söhne', 'Zoë “Z” Ltd'),
  project: fc.constantFrom('Website', 'App; two', 'Büro'),
  code: fc.constantFrom('', 'W-1'),
  task: fc.constantFrom('', 'Support', 'Tätigkeit'),
  text: fc.constantFrom('', 'Call', 'Mail, "all"', '=Sum', 'Two\nlines'),
  tags: fc.subarray(['urgent', 'on site', 'Öl']),
  link: fc.constantFrom('', 'https://example.com/1?a=b,c'),
  day: fc.constantFrom('2026-01-02', '2026-02-01', '2026-02-28', '2026-03-31', '2026-10-25'),
  at: fc.integer({ min: 8 * 60, max: 12 * 60 }),
  // So that hours of two decimals say them, too.
  minutes: fc.integer({ min: 1, max: 60 }).map((steps) => steps * 3),
  rate: fc.constantFrom(0, 1, 6_000, 7_299, 123_456),
  isBillable: fc.boolean(),
  isInvoiced: fc.boolean(),
});
type Work = typeof Work extends fc.Arbitrary<infer One> ? One : never;

const DAYS = {
  iso: (day: string) => day,
  british: (day: string) => day.split('-').reverse().join('/'),
  german: (day: string) => day.split('-').reverse().join('.'),
  american: (day: string) => [day.slice(5, 7), day.slice(8), day.slice(0, 4)].join('/'),
};
const Dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  comma: fc.boolean(),
  days: fc.constantFrom(...(Object.keys(DAYS) as (keyof typeof DAYS)[])),
  encoding: fc.constantFrom('utf8' as const, 'utf16le' as const, 'latin1' as const),
  flags: fc.constantFrom(['Yes', 'No'], ['ja', 'nein'], ['OUI', 'NON'], ['sí', 'no'], ['1', '0']),
});
type Dialect = typeof Dialect extends fc.Arbitrary<infer One> ? One : never;

const pad = (number: number) => String(number).padStart(2, '0');
const clock = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:00`;
const amountOf = ({ rate, minutes, isBillable }: Work) =>
  isBillable ? Math.floor((rate * minutes + 30) / 60) : 0;

/** How each product writes a line, by the names of its columns. */
type Line = Record<string, string>;
const PRODUCTS = {
  harvest: (work: Work, is: Writer): Line => ({
    Date: is.day,
    Client: work.client,
    Project: work.project,
    'Project Code': work.code,
    Task: work.task,
    Notes: work.text,
    Hours: is.number((work.minutes * 100) / 60),
    'Billable?': is.flag(work.isBillable),
    'Invoiced?': is.flag(work.isInvoiced),
    'First Name': 'Ann',
    'Billable Rate': is.number(work.rate),
    'Billable Amount': is.number(amountOf(work)),
    Currency: 'British Pound - GBP',
    'External Reference URL': work.link,
  }),
  toggl: (work: Work, is: Writer): Line => ({
    Client: work.client,
    Project: work.project,
    Task: work.task,
    Description: work.text,
    Billable: is.flag(work.isBillable),
    'Start date': is.day,
    'Start time': clock(work.at),
    Duration: clock(work.minutes),
    Tags: work.tags.join(', '),
    'Amount (GBP)': is.number(amountOf(work)),
  }),
  clockify: (work: Work, is: Writer): Line => ({
    Project: work.project,
    Client: work.client,
    Description: work.text,
    Task: work.task,
    Tags: work.tags.join(', '),
    Billable: is.flag(work.isBillable),
    Invoiced: is.flag(work.isInvoiced),
    'Start Date': is.day,
    'Start Time': clock(work.at),
    'Duration (h)': clock(work.minutes),
    'Duration (decimal)': is.number((work.minutes * 100) / 60),
    'Billable Rate (GBP)': is.number(work.rate),
  }),
  kimai: (work: Work, is: Writer): Line => ({
    Date: is.day,
    From: clock(work.at).slice(0, 5),
    Duration: is.number((work.minutes * 100) / 60),
    Currency: 'GBP',
    'Hourly price': is.number(work.rate),
    Customer: work.client,
    Project: work.project,
    Activity: work.task,
    Description: work.text,
    Billable: is.flag(work.isBillable),
    Tags: work.tags.join(','),
  }),
};
type Product = keyof typeof PRODUCTS;
type Writer = {
  day: string;
  number: (hundredths: number) => string;
  flag: (is: boolean) => string;
};

function fileOf(product: Product, works: Work[], is: Dialect): Uint8Array<ArrayBuffer> {
  const lines = works.map((work) =>
    PRODUCTS[product](work, {
      day: DAYS[is.days](work.day),
      number: (hundredths) => (hundredths / 100).toFixed(2).replace('.', is.comma ? ',' : '.'),
      flag: (flag) => is.flags[flag ? 0 : 1],
    }),
  );
  const cells = [Object.keys(lines[0] ?? {}), ...lines.map((line) => Object.values(line))];
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const text = `${cells.map((line) => line.map(quote).join(is.delimiter)).join('\r\n')}\r\n`;
  // Windows has these two where Latin 1 has none.
  if (is.encoding === 'latin1') {
    const bytes = Buffer.from(text.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1');
    return new Uint8Array(bytes);
  }
  return new Uint8Array(Buffer.from(`\ufeff${text}`, is.encoding));
}

const Answers = fc.record({
  projects: fc.constantFrom('jobs', 'clients', 'text', 'none'),
  tags: fc.constantFrom('text', 'none'),
});
type Answers = typeof Answers extends fc.Arbitrary<infer One> ? One : never;

const queryOf = ({ projects, tags }: Answers, { days }: Dialect) =>
  `?confirm=doubtful&zeroRates=keep&workTypes=projects&projects=${projects}&tags=${tags}&dates=${days === 'american' ? 'month' : 'day'}-first`;

/** The log that a line is to become. */
function expected(product: Product, work: Work, { projects, tags }: Answers) {
  const has = (column: string) => column in PRODUCTS[product](work, WRITER);
  const code = has('Project Code') ? work.code : '';
  const project = code === '' ? work.project : `${work.project} (${code})`;
  const before = { jobs: '', clients: work.client, text: project, none: '' }[projects];
  const words = [before, work.text].filter(Boolean).join(': ');
  const marks = tags === 'text' && has('Tags') ? work.tags.map((tag) => `#${tag}`) : [];
  const link = has('External Reference URL') ? work.link : '';
  return {
    client: projects === 'clients' ? project : work.client,
    type: work.task === '' ? project : work.task,
    job: projects === 'jobs' ? project : null,
    said: [[words, ...marks].filter(Boolean).join(' '), link].filter(Boolean).join('\n'),
    day: work.day,
    duration: work.minutes,
    pence: amountOf(work),
    billable: Number(work.isBillable),
    invoiced: Number(work.isInvoiced && ['harvest', 'clockify'].includes(product)),
  };
}
const WRITER: Writer = { day: '', number: () => '', flag: () => '' };

const LOGS = `select c.name as client, t.name as type, j.name as job, w.description as said, w.day,
    w.duration, iif(w.billable, w.total_pence, 0) as pence, w.billable, w.is_invoiced as invoiced
  from work_logs w join clients c on c.id = w.client_id join work_types t on t.id = w.work_type_id
  left join jobs j on j.id = w.job_id`;
const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

const DEEDS: Deeds = {
  ...usualDeeds(server),
  text: (visitor, log) => visitor.api('PUT', `/api/work-logs/${log}`, { description: 'Changed' }),
  job: (visitor) => visitor.api('PUT', '/api/jobs/1', { name: 'Renamed job' }),
  client: (visitor) => visitor.api('PUT', '/api/clients/1', { name: 'Renamed client' }),
  type: (visitor) => visitor.api('PUT', '/api/work-types/1', { name: 'Renamed type' }),
};

const Scene = fc.record({
  product: fc.constantFrom(...(Object.keys(PRODUCTS) as Product[])),
  works: fc.array(Work, { minLength: 1, maxLength: 8 }),
  first: fc.tuple(Dialect, Answers),
  second: fc.tuple(Dialect, Answers),
  from: fc.nat(7),
  deeds: fc.array(fc.tuple(fc.constantFrom(...Object.keys(DEEDS)), fc.nat(7)), { maxLength: 5 }),
});

test('Every minute, penny and word comes in, and nothing comes in twice', async () => {
  const visitor = await visitSignedIn(server());
  await fc.assert(
    fc.asyncProperty(Scene, async ({ product, works, first, second, from, deeds }) => {
      database().exec(
        `delete from work_logs; delete from import_lines; delete from import_records;
         delete from imports; delete from jobs; delete from clients; delete from work_types;
         delete from history_touched;
         delete from sqlite_sequence where name in ('clients', 'work_types', 'jobs')`,
      );
      const bring = ([dialect, answers]: typeof first, some: Work[]) =>
        importFile(visitor, fileOf(product, some, dialect), queryOf(answers, dialect));
      const done = await bring(first, works);
      const said = JSON.stringify([done.message, done.problems]);
      expect(done, said).toMatchObject({ status: 'done', new: works.length });
      expect(sorted(database().prepare(LOGS).all())).toEqual(
        sorted(works.map((work) => expected(product, work, first[1]))),
      );
      const logs = database().prepare('select id from work_logs order by id').pluck().all();
      for (const [deed, at] of deeds) {
        await DEEDS[deed]?.(visitor, Number(logs[at % logs.length]));
      }
      const left = database().prepare('select count(*) from work_logs').pluck().get();
      for (const some of [works, works.slice(from % works.length)]) {
        for (const how of [first, second]) {
          const again = await bring(how, some);
          const why = JSON.stringify([again.message, again.problems]);
          expect(again, why).toMatchObject({ status: 'done', new: 0, known: some.length });
        }
      }
      expect(database().prepare('select count(*) from work_logs').pluck().get()).toBe(left);
    }),
    { numRuns: cases(100) },
  );
}, 300_000);
