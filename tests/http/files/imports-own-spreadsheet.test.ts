import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '#tests/support/cases.ts';
import { importFile } from '#tests/support/data/imports.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

/** Our own file of work logs, saved by a spreadsheet, edited or not: edits of its logs, and no new ones. */

const server = useServer();
const database = () => server().services.db.$client;
const logs = () =>
  database()
    .prepare(
      `select id, duration, description, hourly_rate_pence as rate, billable, day
      from work_logs order by id`,
    )
    .all() as Log[];

type Log = {
  id: number;
  duration: number;
  description: string;
  rate: number;
  billable: number;
  day: string;
};
type Row = Record<string, string>;

const ownFile = async (visitor: Visitor) =>
  readCsv(`\ufeff${(await visitor.get('/work-logs.csv')).text}`);

/** How a spreadsheet writes what it read. */
const Sheet = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  comma: fc.boolean(),
  date: fc.constantFrom('iso', 'day-first', 'dots'),
  flags: fc.constantFrom<[string, string][]>(['TRUE', 'FALSE'], ['WAHR', 'FALSCH']),
  encoding: fc.constantFrom('utf8' as const, 'utf16le' as const, 'latin1' as const),
  lacks: fc.constantFrom('', 'total', 'description', 'billable', 'hourly_rate', 'kind'),
});
type SheetOf = typeof Sheet extends fc.Arbitrary<infer One> ? One : never;

function save(rows: Row[], sheet: SheetOf): Uint8Array<ArrayBuffer> {
  const [yes, no] = sheet.flags;
  const cell = ([name, text]: [string, string]) => {
    const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d) (.*)$/.exec(text) ?? [];
    if (name === 'date' && sheet.date === 'day-first') return `${day}/${month}/${year} ${time}`;
    if (name === 'date' && sheet.date === 'dots') return `${day}.${month}.${year} ${time}`;
    if (['hourly_rate', 'total'].includes(name) && sheet.comma) return text.replace('.', ',');
    if (text === 'true') return yes;
    return text === 'false' ? no : text;
  };
  const kept = rows.map((row) => Object.entries(row).filter(([name]) => name !== sheet.lacks));
  const lines = [kept[0]?.map(([name]) => name) ?? [], ...kept.map((row) => row.map(cell))];
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const text = lines.map((line) => line.map(quote).join(sheet.delimiter)).join('\r\n');
  const marked = sheet.encoding === 'latin1' ? text : `\ufeff${text}`;
  return new Uint8Array(Buffer.from(marked, sheet.encoding));
}

const EDITS: Record<string, { cells: Row; is: Partial<Log>; column: string }> = {
  text: { cells: { description: 'Edited' }, is: { description: 'Edited' }, column: 'description' },
  time: { cells: { minutes: '73' }, is: { duration: 73 }, column: '' },
  rate: { cells: { hourly_rate: '91.50' }, is: { rate: 9_150 }, column: 'hourly_rate' },
  free: { cells: { billable: 'false' }, is: { billable: 0 }, column: 'billable' },
  day: { cells: { date: '2026-03-25 10:00' }, is: { day: '2026-03-25' }, column: '' },
};

const Scene = fc.record({
  sheet: Sheet,
  edits: fc.uniqueArray(fc.tuple(fc.nat(3), fc.constantFrom(...Object.keys(EDITS))), {
    selector: ([at]) => at,
    maxLength: 3,
  }),
  isRenamed: fc.boolean(),
});

test('Rows of our own file that a spreadsheet saved are edits of their logs, and never new ones', async () => {
  const visitor = await visitSignedIn(server());
  await visitor.api('POST', '/api/clients', { name: 'Müller & Co', standardRate: '80.50' });
  await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '60.00' });
  let name = 0;
  await fc.assert(
    fc.asyncProperty(Scene, async ({ sheet, edits, isRenamed }) => {
      database().exec(
        'delete from work_logs; delete from import_lines; delete from imports; delete from history_touched',
      );
      for (const [at, description] of ['Call', 'Mail; "all"', '=Sum', ''].entries()) {
        const answer = await visitor.api('POST', '/api/work-logs', {
          ...{ clientId: 1, workTypeId: 1, duration: 60, description },
          date: `2026-03-${24 - at}T10:00:00Z`,
        });
        expect(answer.status, answer.text).toBe(201);
      }
      const rows = await ownFile(visitor);
      const before = logs();
      if (isRenamed) {
        name += 1;
        await visitor.api('PUT', '/api/clients/1', { name: `Müller ${name}` });
      }
      expect(await importFile(visitor, save(rows, sheet))).toMatchObject({
        ...{ status: 'done', new: 0, changed: 0, known: 4 },
      });
      const made = edits.flatMap(([at, edit]) => {
        const [row, is] = [rows[at], EDITS[edit]];
        if (row === undefined || is === undefined || is.column === sheet.lacks) return [];
        rows[at] = { ...row, ...is.cells };
        return [{ id: Number(row.id), ...is.is }];
      });
      const file = save(rows, sheet);
      expect(await importFile(visitor, file)).toMatchObject({ new: 0, changed: made.length });
      expect(logs()).toEqual(before);
      const done = await importFile(visitor, file, '?edits=apply');
      expect(done, done.message ?? '').toMatchObject({ new: 0, changed: made.length });
      const after = before.map((log) => ({ ...log, ...made.find(({ id }) => id === log.id) }));
      expect(logs()).toEqual(after);
      expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 4, changed: 0 });
    }),
    { numRuns: cases(60) },
  );
}, 240_000);

test('A row with an id of ours and nothing else of its log is asked about, and is no new log unasked', async () => {
  const visitor = await visitSignedIn(server());
  await visitor.api('POST', '/api/clients', { name: 'Acme', standardRate: '80.00' });
  await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '60.00' });
  await visitor.api('POST', '/api/work-logs', {
    ...{ clientId: 1, workTypeId: 1, duration: 60, description: 'Call' },
    date: '2026-03-02T10:00:00Z',
  });
  const [row = {}] = await ownFile(visitor);
  const other = { ...row, date: '2026-03-09 10:00', minutes: '15', description: 'Letter' };
  const file = save([other], {
    ...{ delimiter: ';', comma: true, date: 'dots', flags: ['TRUE', 'FALSE'] },
    ...{ encoding: 'utf8', lacks: '' },
  });
  const asked = await importFile(visitor, file);
  expect(asked).toMatchObject({ status: 'failed', new: 0 });
  expect(asked.problems[0]?.message).toMatch(/Its id is that of log 1 here/);
  expect(await importFile(visitor, file, '?again=same')).toMatchObject({ new: 0, changed: 1 });
  expect(logs()).toHaveLength(1);
  expect(await importFile(visitor, file, '?again=other')).toMatchObject({ new: 1, changed: 0 });
});
