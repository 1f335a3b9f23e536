import { describe, expect, test } from 'vitest';
import { importFile } from '#tests/support/data/imports.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { chosenOn, sendByForm } from '#tests/support/data/looks.ts';
import { startTags, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const logs = () =>
  rows(`select w.id, c.name as client, w.duration, w.description, w.total_pence as total
    from work_logs w join clients c on c.id = w.client_id order by w.id`);

/** A few logs made by hand, and the file of them. */
async function setUp() {
  const visitor = await visitSignedIn(server());
  await visitor.api('POST', '/api/clients', { name: 'Acme', standardRate: '100.00' });
  await visitor.api('POST', '/api/clients', { name: 'Bolt', standardRate: '50.00' });
  await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '60.00' });
  for (const [at, description] of ['Call', 'Mail'].entries()) {
    const answer = await visitor.api('POST', '/api/work-logs', {
      ...{ clientId: 1, workTypeId: 1, duration: 60, description },
      date: `2026-03-0${at + 2}T10:00:00Z`,
    });
    expect(answer.status, answer.text).toBe(201);
  }
  return { visitor, file: await ownFile(visitor) };
}

// Reading an answer takes the mark away with which our files begin.
const MARK = '\uFEFF';
const ownFile = async (visitor: Visitor) => `${MARK}${(await visitor.get('/work-logs.csv')).text}`;

/** The file with other cells in the row of a log. */
function edited(file: string, id: number, cells: Record<string, string>): string {
  const list = readCsv(file).map((row) => (row.id === String(id) ? { ...row, ...cells } : row));
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = [Object.keys(list[0] ?? {}), ...list.map((row) => Object.values(row))];
  return `${MARK}${lines.map((line) => line.map(quoted).join(',')).join('\r\n')}`;
}

/** What the box of a look has that has the logs changed. */
const boxOn = (page: string) =>
  startTags(page, 'input').find(({ name }) => name === 'edits')?.value ?? '';

const UNTOUCHED = [
  { id: 1, client: 'Acme', duration: 60, description: 'Call', total: 10_000 },
  { id: 2, client: 'Acme', duration: 60, description: 'Mail', total: 10_000 },
];

test('Our own file, edited, changes nothing unasked, and makes no log', async () => {
  const { visitor, file } = await setUp();
  const other = edited(file, 1, { minutes: '72', description: 'Call with Ann' });
  const done = await importFile(visitor, other);
  expect(done).toMatchObject({ status: 'done', new: 0, known: 1, changed: 1, problems: [] });
  expect(logs()).toEqual(UNTOUCHED);
});

test('With edits=apply its rows become what they say, each with its version and history', async () => {
  const { visitor, file } = await setUp();
  const first = edited(file, 1, {
    ...{ minutes: '72', description: 'Call with Ann', client: 'Bolt' },
    ...{ hourly_rate: '90.00', billable: 'false', date: '2026-03-05 10:00' },
  });
  const both = edited(first, 2, { client: 'Cord' });
  expect(await importFile(visitor, both, '?edits=apply')).toMatchObject({
    ...{ status: 'done', new: 0, known: 0, changed: 2 },
  });
  expect(logs()).toEqual([
    { id: 1, client: 'Bolt', duration: 72, description: 'Call with Ann', total: 10_800 },
    { id: 2, client: 'Cord', duration: 60, description: 'Mail', total: 10_000 },
  ]);
  expect(rows('select day, billable, version from work_logs where id = 1')).toEqual([
    { day: '2026-03-05', billable: 0, version: 2 },
  ]);
  const entries = await visitor.get('/api/history?kind=work-log');
  expect(entries.json()).toContainEqual(
    expect.objectContaining({ record: 'work-log:1', action: 'changed', by: 'alex@example.com' }),
  );
  expect(await importFile(visitor, both)).toMatchObject({ new: 0, known: 2, changed: 0 });
});

test('The look lists what changes, and one box has it changed', async () => {
  const { visitor, file } = await setUp();
  const sent = await sendByForm(server(), visitor, edited(file, 1, { minutes: '72' }));
  const page = (await visitor.get(sent.location ?? '')).text;
  const text = visibleText(page);
  expect(text).toContain('Duration: 1h 0m becomes 1h 12m');
  expect(chosenOn(page, 'edits')).toEqual([]);
  await pressPlainly(visitor, page, 'Import', { edits: '' });
  expect(logs()).toEqual(UNTOUCHED);
  expect(visibleText((await visitor.get(sent.location ?? '')).text)).toContain(
    '1 changed log left as it is',
  );
  const again = await sendByForm(server(), visitor, edited(file, 1, { minutes: '73' }));
  const second = (await visitor.get(again.location ?? '')).text;
  const seen = boxOn(second);
  await pressPlainly(visitor, second, 'Import', { edits: seen });
  await expect.poll(logs).toMatchObject([{ id: 1, duration: 73 }, UNTOUCHED[1]]);
});

test('A log that was changed since the look is not overwritten unseen', async () => {
  const { visitor, file } = await setUp();
  const sent = await sendByForm(server(), visitor, edited(file, 1, { minutes: '72' }));
  const page = (await visitor.get(sent.location ?? '')).text;
  const seen = boxOn(page);
  await visitor.api('PUT', '/api/work-logs/1', { duration: 90 });
  await pressPlainly(visitor, page, 'Import', { edits: seen });
  expect(logs()).toMatchObject([{ duration: 90 }, { duration: 60 }]);
  await expect
    .poll(async () => visibleText((await visitor.get(sent.location ?? '')).text))
    .toContain('Not imported: the changes to logs differ from those shown.');
});

describe('A row is a problem', () => {
  const problemOf = async (visitor: Visitor, file: string) => {
    const done = await importFile(visitor, file, '?edits=apply');
    expect(done.status).toBe('failed');
    expect(logs()).toMatchObject([{ duration: 60 }, { duration: 60 }]);
    return done.problems;
  };
  const said = (line: number, sentence: RegExp) => [
    { line, message: expect.stringMatching(sentence) as string },
  ];

  test('that changes a log that is invoiced', async () => {
    const { visitor, file } = await setUp();
    server().services.db.$client.exec('update work_logs set is_invoiced = 1 where id = 1');
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 2, problems: [] });
    const problems = await problemOf(visitor, edited(file, 1, { minutes: '72' }));
    expect(problems).toEqual(said(3, /Log 1 is on an invoice/));
  });

  test('that calls a log invoiced that is not', async () => {
    const { visitor, file } = await setUp();
    expect(await problemOf(visitor, edited(file, 1, { invoiced: 'true' }))).toEqual(
      said(3, /Log 1 is not invoiced here/),
    );
  });

  test('that has the id of another row, and says something else', async () => {
    const { visitor, file } = await setUp();
    const copied = edited(file, 2, { id: '1', minutes: '15' });
    expect(await problemOf(visitor, copied)).toEqual(said(2, /stands in this file more than once/));
  });
});

describe('An id that is not here', () => {
  test('is that of a log that was deleted: it stays deleted', async () => {
    const { visitor, file } = await setUp();
    await visitor.api('DELETE', '/api/work-logs/1');
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 2, changed: 0 });
    await visitor.api('DELETE', '/api/work-logs/2');
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 2 });
    expect(logs()).toEqual([]);
  });

  test('is one of another installation, whose logs come in', async () => {
    const { visitor } = await setUp();
    const others = [
      'id,date,client,work_type,kind,minutes,description,billable,hourly_rate,total,invoiced,invoice_number,logged_by',
      '3,2025-07-01 09:00,Zenith,Advice,time,30,Plan,true,70.00,35.00,false,,',
      '2,2025-06-02 09:00,Acme,Support,time,45,Talk,true,70.00,52.50,false,,',
      '1,2025-06-01 09:00,Zenith,Advice,time,90,Walk,true,70.00,105.00,false,,',
    ].join('\r\n');
    const confirmed = '?confirm=doubtful';
    const first = await importFile(visitor, others, confirmed);
    expect(first).toMatchObject({ new: 3, known: 0, changed: 0 });
    // Their ids here are others, and their lines came before.
    expect(await importFile(visitor, others)).toMatchObject({ new: 0, known: 3, changed: 0 });
    expect(logs()).toHaveLength(5);
  });

  test('was given by an import that is undone, and comes in again', async () => {
    const { visitor, file } = await setUp();
    server().services.db.$client.exec('delete from work_logs; delete from history_touched');
    const { id } = await importFile(
      visitor,
      file.replaceAll('\n1,', '\n4,').replaceAll('\n2,', '\n3,'),
    );
    expect(logs()).toHaveLength(2);
    expect((await visitor.api('DELETE', `/api/imports/${id}`)).status).toBe(204);
    const again = file.replaceAll('\n1,', '\n4,').replaceAll('\n2,', '\n3,');
    expect(await importFile(visitor, again)).toMatchObject({ new: 2, known: 0 });
  });

  test('is none: a row that was added to our own file is a new log', async () => {
    const { visitor, file } = await setUp();
    const added = `${file.trimEnd()}\r\n,2026-03-09 10:00,Acme,Support,time,30,Visit,true,100.00,,false,,\r\n`;
    expect(await importFile(visitor, added)).toMatchObject({ new: 1, known: 2, changed: 0 });
  });
});
