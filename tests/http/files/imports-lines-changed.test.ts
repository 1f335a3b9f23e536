import { describe, expect, test } from 'vitest';
import { addUser } from '#tests/support/data/entries.ts';
import { importFile, ourFile } from '#tests/support/data/imports.ts';
import { sendByForm } from '#tests/support/data/looks.ts';
import { startTags, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

/** Lines that changed where they come from, and lines that are almost like ones from before. */

const server = useServer();
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const logs = () =>
  rows(`select c.name as client, duration, description, hourly_rate_pence as rate
    from work_logs w join clients c on c.id = w.client_id order by w.id`);

type Line = [id: string, text: string, hours?: string, rate?: string, more?: Partial<More>];
type More = { client: string; project: string; date: string; first: string };

const HEADER =
  'ID,Date,Client,Project,Task,Notes,Hours,Billable?,First Name,Last Name,Billable Rate';

function harvest(...lines: Line[]): string {
  const list = lines.map(([id, text, hours = '1.00', rate = '80.00', more = {}]) => {
    const { client = 'Acme', project = 'Website', date = '2026-03-02', first = 'Ann' } = more;
    return [id, date, client, project, 'Support', text, hours, 'Yes', first, 'Lee', rate].join(',');
  });
  return `${[HEADER, ...list].join('\n')}\n`;
}

/** The same without ids. */
const withoutIds = (...lines: Line[]) => harvest(...lines).replace(/^[^,\n]*,/gm, '');

const FIRST: Line[] = [
  ['71', 'Call'],
  ['72', 'Call'],
  ['73', 'Mail'],
];

async function bringIn(...lines: Line[]): Promise<Visitor> {
  const visitor = await visitSignedIn(server());
  const done = await importFile(visitor, harvest(...lines));
  expect(done, done.message ?? '').toMatchObject({ status: 'done', new: lines.length });
  return visitor;
}

const change = async (visitor: Visitor, path: string, body: object) => {
  const answer = await visitor.api('PUT', path, body);
  expect(answer.status, answer.text).toBe(200);
};

/** Sends a file by the form, and gives the page that it leads to. */
async function look(visitor: Visitor, file: string) {
  const sent = await sendByForm(server(), visitor, file);
  const address = sent.location ?? '';
  return { address, page: (await visitor.get(address)).text };
}

const boxOn = (page: string) =>
  startTags(page, 'input').find(({ name }) => name === 'edits')?.value ?? '';

describe('A line that changed where it comes from', () => {
  const CHANGED: Line[] = [
    ['71', 'Call', '1.50'],
    ['72', 'Call'],
    ['73', 'Mail'],
  ];

  test('is no new log, and leaves ours as it is unless that is chosen', async () => {
    const visitor = await bringIn(...FIRST);
    const file = harvest(...CHANGED);
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 2, changed: 1 });
    expect(logs()).toMatchObject([{ duration: 60 }, { duration: 60 }, { duration: 60 }]);
    const { page, address } = await look(visitor, file);
    expect(visibleText(page)).toContain('Duration: 1h 0m becomes 1h 30m');
    await pressPlainly(visitor, page, 'Import', { edits: boxOn(page) });
    await expect
      .poll(async () => visibleText((await visitor.get(address)).text))
      .toContain('1 log changed');
    expect(logs().map((log) => (log as { duration: number }).duration)).toEqual([90, 60, 60]);
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 3, changed: 0 });
    // And back again.
    const first = harvest(...FIRST);
    expect(await importFile(visitor, first)).toMatchObject({ new: 0, known: 2, changed: 1 });
  });

  test('changes only what changed there, of a log that was changed here', async () => {
    const visitor = await bringIn(...FIRST);
    await change(visitor, '/api/work-logs/1', {
      description: 'Call with Ann',
      hourlyRate: '95.00',
    });
    const file = harvest(...CHANGED);
    expect(await importFile(visitor, file, '?edits=apply')).toMatchObject({ new: 0, changed: 1 });
    expect(logs()[0]).toEqual({
      ...{ client: 'Acme', duration: 90, description: 'Call with Ann', rate: 9_500 },
    });
  });

  test('of a new client keeps the rate of its log', async () => {
    const visitor = await bringIn(...FIRST);
    const moved = harvest(['71', 'Call', '1.00', '80.00', { client: 'Cord' }], ...FIRST.slice(1));
    expect(await importFile(visitor, moved, '?edits=apply')).toMatchObject({ new: 0, changed: 1 });
    expect(logs()[0]).toMatchObject({ client: 'Cord', rate: 8_000 });
  });

  test('of a log on an invoice is refused with a sentence', async () => {
    const visitor = await bringIn(...FIRST);
    server().services.db.$client.exec('update work_logs set is_invoiced = 1 where id = 1');
    const file = harvest(...CHANGED);
    expect(await importFile(visitor, harvest(...FIRST))).toMatchObject({ new: 0, known: 3 });
    const done = await importFile(visitor, file, '?edits=apply');
    expect(done.problems).toEqual([
      { line: 2, message: expect.stringMatching(/^Log 1 is on an invoice/) as string },
    ]);
    expect(await importFile(visitor, file, '?edits=apply&skip=1')).toMatchObject({
      ...{ status: 'done', new: 0, known: 2 },
    });
    expect(logs()[0]).toMatchObject({ duration: 60 });
  });

  test('stays deleted where its log was deleted', async () => {
    const visitor = await bringIn(...FIRST);
    await visitor.api('DELETE', '/api/work-logs/1');
    expect(await importFile(visitor, harvest(...CHANGED))).toMatchObject({ new: 0, known: 3 });
  });
});

test('Where ids tell lines apart, equal words with another id are another line', async () => {
  const visitor = await bringIn(...FIRST);
  const file = harvest(...FIRST, ['74', 'Call']);
  expect(await importFile(visitor, file)).toMatchObject({ new: 1, known: 3 });
  expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 4 });
});

test('Ids that are only places in a file do not make new lines of old ones', async () => {
  const visitor = await bringIn(['1', 'Call'], ['2', 'Visit'], ['3', 'Mail']);
  const file = harvest(['1', 'Lunch'], ['2', 'Call'], ['3', 'Visit'], ['4', 'Mail']);
  expect(await importFile(visitor, file)).toMatchObject({ new: 1, known: 3, changed: 0 });
});

test('An id that came with other words, alone in its file, is asked about', async () => {
  const visitor = await bringIn(...FIRST);
  const file = harvest(['73', 'Letter', '0.50', '80.00', { date: '2026-03-05' }]);
  const asked = await importFile(visitor, file);
  expect(asked).toMatchObject({ status: 'failed', new: 0 });
  expect(asked.problems[0]?.message).toMatch(/A line with its id came before \(log 3\)/);
  const { page } = await look(visitor, file);
  expect(visibleText(page)).toContain('Are these lines the same work?');
  await pressPlainly(visitor, page, 'Check again', { again: 'same' });
  const second = (await visitor.get('/import/3')).text;
  expect(visibleText(second)).toContain('“Mail” becomes “Letter”');
  expect(logs()).toHaveLength(3);
  expect(await importFile(visitor, file, '?again=other')).toMatchObject({ new: 1, known: 0 });
  expect((await visitor.get('/api/work-logs')).status).toBe(200);
});

describe('A line without an id that is almost like one from before', () => {
  const bring = async () => {
    const visitor = await visitSignedIn(server());
    expect(await importFile(visitor, withoutIds(['', 'Call']))).toMatchObject({ new: 1 });
    return visitor;
  };

  test.each<[string, Line, RegExp]>([
    ['rate', ['', 'Call', '1.00', '90.00'], /but for its rate/],
    ['project', ['', 'Call', '1.00', '80.00', { project: 'App' }], /but for its project/],
  ])('but for its %s is asked about, and is either', async (what, line, sentence) => {
    const visitor = await bring();
    const file = withoutIds(line);
    const asked = await importFile(visitor, file);
    expect(asked).toMatchObject({ status: 'failed', new: 0 });
    expect(asked.problems[0]?.message).toMatch(sentence);
    expect(await importFile(visitor, file, '?again=same')).toMatchObject({ new: 0 });
    expect(logs()).toHaveLength(1);
    const other = await importFile(visitor, file, '?again=other');
    // The same project again was kept with the log when it was said to be the same work.
    expect(other).toMatchObject({ new: what === 'rate' ? 1 : 0 });
  });

  test('and its rate is taken over where that is chosen', async () => {
    const visitor = await bring();
    const file = withoutIds(['', 'Call', '1.00', '90.00']);
    const done = await importFile(visitor, file, '?again=same&edits=apply');
    expect(done).toMatchObject({ new: 0, changed: 1 });
    expect(logs()).toMatchObject([{ rate: 9_000 }]);
    expect(await importFile(visitor, file)).toMatchObject({ new: 0, known: 1, changed: 0 });
  });

  test('but of somebody else is asked about, too', async () => {
    const visitor = await visitSignedIn(server());
    addUser(server(), 'ann@example.com', ['Ann', 'Lee']);
    addUser(server(), 'bob@example.com', ['Bob', 'Lee']);
    expect(await importFile(visitor, withoutIds(['', 'Meeting']))).toMatchObject({ new: 1 });
    const bobs = withoutIds(['', 'Meeting', '1.00', '80.00', { first: 'Bob' }]);
    const asked = await importFile(visitor, bobs);
    expect(asked.problems[0]?.message).toMatch(/but for its person/);
    expect(await importFile(visitor, bobs, '?again=other')).toMatchObject({ new: 1 });
    expect(await importFile(visitor, bobs)).toMatchObject({ new: 0, known: 1 });
    const both = withoutIds(['', 'Meeting'], ['', 'Meeting', '1.00', '80.00', { first: 'Bob' }]);
    expect(await importFile(visitor, both)).toMatchObject({ new: 0, known: 2 });
  });
});

test('Lines stay known whatever is answered of the order of dates', async () => {
  const visitor = await visitSignedIn(server());
  const file = ourFile('02/03/2026 10:00,Acme,Support,60,Call,true,80.00,false,');
  expect(await importFile(visitor, file, '?dates=day-first')).toMatchObject({ new: 1 });
  expect(await importFile(visitor, file, '?dates=month-first')).toMatchObject({ new: 0, known: 1 });
});

test('A log that was changed to read like a line that never came is not that line', async () => {
  const visitor = await visitSignedIn(server());
  const line = (text: string) =>
    ourFile(`2026-03-02 10:00,Acme,Support,60,${text},true,80.00,false,`);
  expect(await importFile(visitor, line('Call'))).toMatchObject({ new: 1 });
  await change(visitor, '/api/work-logs/1', { description: 'Mail' });
  expect(await importFile(visitor, line('Mail'))).toMatchObject({ new: 1, known: 0 });
  expect(await importFile(visitor, line('Call'))).toMatchObject({ new: 0, known: 1 });
});

describe('After an undo', () => {
  const del = async (visitor: Visitor, path: string) => {
    const answer = await visitor.api('DELETE', path);
    expect(answer.status, answer.text).toBe(204);
  };

  test('lines come in again, also those that another import knew by it', async () => {
    const visitor = await visitSignedIn(server());
    const first = await importFile(visitor, harvest(...FIRST));
    expect(await importFile(visitor, harvest(...FIRST))).toMatchObject({ new: 0, known: 3 });
    await del(visitor, `/api/imports/${first.id}`);
    expect(await importFile(visitor, harvest(...FIRST))).toMatchObject({ new: 3, known: 0 });
    expect(await importFile(visitor, harvest(...FIRST))).toMatchObject({ new: 0, known: 3 });
  });

  test('of an import that knew logs from before, these stay known', async () => {
    const visitor = await visitSignedIn(server());
    await visitor.api('POST', '/api/clients', { name: 'Acme', standardRate: '80.00' });
    await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '80.00' });
    const made = await visitor.api('POST', '/api/work-logs', {
      ...{ clientId: 1, workTypeId: 1, duration: 60, description: 'Call', date: '2026-03-02' },
    });
    expect(made.status, made.text).toBe(201);
    const file = harvest(['71', 'Call'], ['72', 'Mail']);
    const done = await importFile(visitor, file);
    expect(done).toMatchObject({ new: 1, known: 1 });
    await change(visitor, '/api/work-logs/1', { description: 'Call with Ann' });
    await del(visitor, `/api/imports/${done.id}`);
    expect(await importFile(visitor, file)).toMatchObject({ new: 1, known: 1 });
  });
});

test('A look says of lines that are invoiced there, and not here', async () => {
  const visitor = await visitSignedIn(server());
  const line = (invoiced: string) =>
    `Date,Client,Task,Notes,Hours,Billable?,Invoiced?,Billable Rate\n2026-03-02,Acme,Support,Call,1.00,Yes,${invoiced},80.00\n`;
  expect(await importFile(visitor, line('No'))).toMatchObject({ new: 1 });
  const { page } = await look(visitor, line('Yes'));
  expect(visibleText(page)).toContain('its log is not invoiced here: it would be billed again');
});
