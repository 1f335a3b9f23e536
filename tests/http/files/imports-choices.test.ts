import { describe, expect, test } from 'vitest';
import { endOf, importFile, sendFile } from '#tests/support/data/imports.ts';
import { chosenOn, sendByForm } from '#tests/support/data/looks.ts';
import { startTags, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

/** What is chosen for a file: which amounts count, which changes are made; and what can be seen before. */

const server = useServer();
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const logs = () =>
  rows(
    'select duration, hourly_rate_pence as rate, total_pence as total from work_logs order by id',
  );
const plain = (html: string) => visibleText(html).replace(/\s+/g, ' ');

async function look(visitor: Visitor, file: string) {
  const { location } = await sendByForm(server(), visitor, file);
  const path = location ?? '';
  const read = async () => (await visitor.get(path)).text;
  await expect.poll(read, { timeout: 60_000 }).not.toContain('The file is being read');
  return { path, id: Number(path.split('/').at(-1)), page: await read() };
}

describe('An amount that is not what time and rate come to', () => {
  const HEADER = 'Date,Client,Task,Notes,Hours,Billable?,Billable Rate,Billable Amount';
  const FILE = `${HEADER}\n2026-03-02,Acme,Support,Call,1.00,Yes,60.00,50.00\n2026-03-03,Acme,Support,Mail,2.00,Yes,60.00,120.00\n`;

  test('is a problem through the API, until it is said which is taken', async () => {
    const visitor = await visitSignedIn(server());
    const asked = await importFile(visitor, FILE);
    expect(asked).toMatchObject({ status: 'failed' });
    expect(asked.problems).toEqual([
      {
        line: 2,
        message:
          'Its amount is £50.00, and its time comes to £60.00 by its rate. Choose which to take.',
      },
    ]);
    expect(logs()).toEqual([]);
    expect((await sendFile(visitor, FILE, { query: '?amounts=ask' })).status).toBe(400);
  });

  test.each([
    ['stated', 5_000, '0'],
    ['worked', 6_000, '+£10.00'],
  ])('counts as %s', async (amounts, total, differs) => {
    const visitor = await visitSignedIn(server());
    const { id } = await importFile(visitor, FILE, `?amounts=${amounts}`);
    expect(logs()).toMatchObject([{ total, rate: total }, { total: 12_000 }]);
    const sheet = plain((await visitor.get(`/import/${id}/sheet`)).text);
    expect(sheet).toContain(`Money differs by ${differs}`);
    for (const again of ['stated', 'worked']) {
      const known = await importFile(visitor, FILE, `?amounts=${again}`);
      expect(known).toMatchObject({ new: 0, known: 2, changed: 0 });
    }
  });

  test('is shown with both sums on the look, which asks once', async () => {
    const visitor = await visitSignedIn(server());
    const { path, page, id } = await look(visitor, FILE);
    expect(plain(page)).toContain(
      '1 line states 1h 0m and £50.00; as worked, by rates, it is 1h 0m and £60.00. Difference: time 0, money −£10.00',
    );
    expect((await pressPlainly(visitor, page, 'Import')).status).toBe(409);
    expect(logs()).toEqual([]);
    await pressPlainly(visitor, page, 'Check again', { amounts: 'stated' });
    const second = (await visitor.get(path)).text;
    expect(chosenOn(second, 'amounts')).toEqual(['stated']);
    expect(plain(second)).toContain('Money in the file £170.00 Money here £170.00');
    await pressPlainly(visitor, second, 'Import');
    expect(await endOf(visitor, id)).toMatchObject({ status: 'done', new: 2 });
    expect(logs()).toMatchObject([{ total: 5_000 }, { total: 12_000 }]);
  });

  test('that no rate comes to is a few pennies off, which the look says before and the sheet after', async () => {
    const visitor = await visitSignedIn(server());
    const file = `${HEADER}\n2026-03-02,Acme,Support,Call,8.00,Yes,60.00,100.03\n`;
    const { path, page, id } = await look(visitor, file);
    await pressPlainly(visitor, page, 'Check again', { amounts: 'stated' });
    const second = (await visitor.get(path)).text;
    expect(plain(second)).toContain('Money in the file £100.03 Money here £100.00');
    await pressPlainly(visitor, second, 'Import');
    expect(await endOf(visitor, id)).toMatchObject({ status: 'done' });
    const sheet = plain((await visitor.get(`${path}/sheet`)).text);
    expect(sheet).toContain('Money differs by −£0.03');
    expect(sheet).toContain('The amount in the file is not £12.50 an hour to the penny.');
  });

  test('without a rate is kept to the penny, unasked', async () => {
    const visitor = await visitSignedIn(server());
    const file =
      'Client,Task,Description,Billable,Start date,Start time,Duration,Amount (GBP)\nAcme,Support,,Yes,2026-03-02,10:00:00,00:20:30,20.50\n';
    expect(await importFile(visitor, file)).toMatchObject({ status: 'done', new: 1 });
    expect(logs()).toMatchObject([{ duration: 21, total: 2_050 }]);
  });
});

describe('Rounded hours beside those worked', () => {
  const FILE =
    'Date,Client,Task,Notes,Hours,Hours Rounded,Billable?,Billable Rate,Billable Amount\n2026-03-02,Acme,Support,Call,1.10,1.25,Yes,60.00,75.00\n';

  const HEADER = 'Date,Client,Task,Notes,Hours,Hours Rounded,Billable?,Billable Rate';

  test('are asked about with both sums, before they are chosen and after', async () => {
    const visitor = await visitSignedIn(server());
    const { path, page } = await look(visitor, FILE);
    const both =
      '1 line states 1h 15m and £75.00; as worked, by rates, it is 1h 6m and £66.00. Difference: time +0h 9m, money +£9.00';
    expect(plain(page)).toContain(both);
    await pressPlainly(visitor, page, 'Check again', { amounts: 'stated' });
    const chosen = (await visitor.get(path)).text;
    expect(chosenOn(chosen, 'amounts')).toEqual(['stated']);
    expect(plain(chosen)).toContain(both);
  });

  test('are priced where the file has no amounts, and where a line has none those worked count', async () => {
    const visitor = await visitSignedIn(server());
    const file = `${HEADER}\n2026-03-02,Acme,Support,Call,1.10,1.25,Yes,60.00\n2026-03-03,Acme,Support,Mail,0.50,,Yes,60.00\n`;
    const { page } = await look(visitor, file);
    expect(plain(page)).toContain(
      '1 line states 1h 15m and £75.00; as worked, by rates, it is 1h 6m and £66.00.',
    );
    expect(await importFile(visitor, file, '?amounts=stated')).toMatchObject({ new: 2 });
    expect(logs()).toMatchObject([
      { duration: 75, total: 7_500 },
      { duration: 30, total: 3_000 },
    ]);
  });

  test.each([
    ['stated', 75, 7_500, '0'],
    ['worked', 66, 6_600, '−£9.00'],
  ])('count as %s', async (amounts, duration, total, differs) => {
    const visitor = await visitSignedIn(server());
    expect(await importFile(visitor, FILE)).toMatchObject({ status: 'failed' });
    const { page } = await look(visitor, FILE);
    expect(plain(page)).toContain('1 line states 1h 15m and £75.00');
    const { id } = await importFile(visitor, FILE, `?amounts=${amounts}`);
    expect(logs()).toEqual([{ duration, rate: 6_000, total }]);
    const sheet = plain((await visitor.get(`/import/${id}/sheet`)).text);
    expect(sheet).toContain(`Money differs by ${differs}`);
  });
});

describe('Lines that changed', () => {
  const HEADER = 'ID,Date,Client,Task,Notes,Hours,Billable?,Billable Rate';
  const file = (...hours: string[]) =>
    `${[HEADER, ...hours.map((each, at) => `7${at},2026-03-02,Acme,Support,Note ${at},${each},Yes,80.00`)].join('\n')}\n`;
  const durations = () =>
    logs()
      .map((log) => (log as { duration: number }).duration)
      .slice(0, 3);
  const boxes = (page: string) =>
    startTags(page, 'input').flatMap(({ name, value }) => (name === 'edits' ? [value ?? ''] : []));
  const SAME = ['1.00', '1.00', '1.00'];
  const bring = async () => {
    const visitor = await visitSignedIn(server());
    await importFile(visitor, file('1.00', '1.00', '1.00', ...SAME));
    return { visitor, ...(await look(visitor, file('2.00', '3.00', '4.00', ...SAME))) };
  };

  test('are made one by one, as their boxes say, which are remembered', async () => {
    const { visitor, path, page, id } = await bring();
    const [all, , second, third] = boxes(page);
    expect(boxes(page)).toHaveLength(4);
    await pressPlainly(visitor, page, 'Check again', { edits: [second ?? '', third ?? ''] });
    const again = (await visitor.get(path)).text;
    expect(chosenOn(again, 'edits')).toEqual([second, third]);
    expect(boxes(again)[0]).toBe(all);
    await pressPlainly(visitor, again, 'Import', { edits: second ?? '' });
    expect(await endOf(visitor, id)).toMatchObject({ status: 'done', changed: 3 });
    expect(durations()).toEqual([60, 180, 60]);
    const ended = plain((await visitor.get(path)).text);
    expect(ended).toContain('1 log changed, 2 changed logs left as they are');
    const sheet = plain((await visitor.get(`${path}/sheet`)).text);
    expect(sheet.match(/What changed in the file was not taken over/g)).toHaveLength(2);
    // Those that were left are offered again, and the other one is as it says.
    const other = await importFile(visitor, file('2.00', '3.00', '4.00', ...SAME));
    expect(other).toMatchObject({ new: 0, known: 4, changed: 2 });
  });

  test('are all made by one box, or none without any', async () => {
    const { visitor, page, id } = await bring();
    await pressPlainly(visitor, page, 'Import', { edits: boxes(page)[0] ?? '' });
    expect(await endOf(visitor, id)).toMatchObject({ status: 'done' });
    expect(durations()).toEqual([120, 180, 240]);
    const next = await look(visitor, file('5.00', '1.00', '1.00', ...SAME));
    await pressPlainly(visitor, next.page, 'Import');
    expect(await endOf(visitor, next.id)).toMatchObject({ status: 'done', changed: 3 });
    expect(durations()).toEqual([120, 180, 240]);
  });

  test('are looked at again where the log of a ticked one changed meanwhile', async () => {
    const { visitor, path, page, id } = await bring();
    const [, first] = boxes(page);
    await visitor.api('PUT', '/api/work-logs/1', { description: 'By Ann' });
    await pressPlainly(visitor, page, 'Import', { edits: first ?? '' });
    await expect
      .poll(async () => plain((await visitor.get(path)).text))
      .toContain('the changes to logs differ from those shown');
    expect(durations()).toEqual([60, 60, 60]);
    const again = (await visitor.get(path)).text;
    await pressPlainly(visitor, again, 'Import', { edits: boxes(again)[1] ?? '' });
    expect(await endOf(visitor, id)).toMatchObject({ status: 'done' });
    expect(durations()).toEqual([120, 60, 60]);
  });
});

describe('A row of our own file whose log was changed here since', () => {
  const setUp = async () => {
    const visitor = await visitSignedIn(server());
    await visitor.api('POST', '/api/clients', { name: 'Acme', standardRate: '100.00' });
    await visitor.api('POST', '/api/work-types', { name: 'Support', hourlyRate: '60.00' });
    await visitor.api('POST', '/api/jobs', { clientId: 1, name: 'Move' });
    for (const description of ['Call', 'Mail']) {
      const log = { clientId: 1, workTypeId: 1, duration: 60, description, jobId: 1 };
      const made = await visitor.api('POST', '/api/work-logs', {
        ...log,
        date: '2026-03-02T10:00:00Z',
      });
      expect(made.status, made.text).toBe(201);
    }
    const file = `\ufeff${(await visitor.get('/work-logs.csv')).text}`;
    const change = { duration: 90, hourlyRate: '95.00', description: 'By Ann', jobId: null };
    expect((await visitor.api('PUT', '/api/work-logs/1', change)).status).toBe(200);
    return { visitor, file };
  };
  const NOW = [
    { duration: 90, rate: 9_500, total: 14_250 },
    { duration: 60, rate: 10_000, total: 10_000 },
  ];

  test('is no edit if nobody edited it there, and the look says so', async () => {
    const { visitor, file } = await setUp();
    const done = await importFile(visitor, file, '?edits=apply');
    expect(done).toMatchObject({ status: 'done', new: 0, known: 2, changed: 0 });
    expect(logs()).toEqual(NOW);
    const { page } = await look(visitor, file);
    expect(plain(page)).toContain(
      'A row is as its log was before that was changed here: the log stays as it is now.',
    );
    expect(plain(page)).not.toContain('Changed logs');
  });

  test('is one if it was edited there, too', async () => {
    const { visitor, file } = await setUp();
    const edited = file.replace(',60,Call', ',75,Call');
    expect(edited).not.toBe(file);
    const done = await importFile(visitor, edited, '?edits=apply');
    expect(done).toMatchObject({ status: 'done', new: 0, known: 1, changed: 1 });
    expect(logs()[0]).toMatchObject({ duration: 75 });
  });
});

describe('The lines of a file', () => {
  const line = (at: number) => `2026-03-02,Acme,Support,Note ${at},1.00,Yes,80.00`;
  const fileOf = (count: number) =>
    `Date,Client,Task,Notes,Hours,Billable?,Billable Rate\n${Array.from({ length: count }, (_, at) => line(at)).join('\n')}\n`;

  test('can all be seen before the import, known ones too, page by page', async () => {
    const visitor = await visitSignedIn(server());
    await importFile(visitor, fileOf(2));
    const { path, page } = await look(visitor, fileOf(2_003));
    expect(plain(page)).toContain('By client and month');
    expect(page).toContain(`href="${path}/lines"`);
    const first = (await visitor.get(`${path}/lines`)).text;
    expect(plain(first)).toContain('Log 1, as it is here');
    expect(first.match(/>A new log</g)).toHaveLength(1_998);
    const [, next = ''] = /href="([^"]*\?after=\d+)"/.exec(first) ?? [];
    const second = (await visitor.get(next)).text;
    expect(second.match(/>A new log</g)).toHaveLength(3);
    expect(plain(second)).toContain('Note 2002');
    expect(plain(second)).not.toContain('Next lines');
  });

  test('are none of a list of clients, or after the import', async () => {
    const visitor = await visitSignedIn(server());
    const { id } = await importFile(visitor, fileOf(1));
    const ended = plain((await visitor.get(`/import/${id}/lines`)).text);
    expect(ended).toContain('its lines are gone');
    expect(ended).toContain('no row matches');
    for (const of of ['99', 'x']) {
      expect((await visitor.get(`/import/${of}`)).status).toBe(404);
      expect((await visitor.get(`/import/${of}/lines`)).status).toBe(404);
    }
    const { path, page } = await look(visitor, 'name,standard_rate\nAcme Two,70.00\n');
    expect(plain(page)).not.toContain('Hours and money');
    expect(plain((await visitor.get(`${path}/lines`)).text)).toContain('no row matches');
    expect((await visitor.get(`${path}/sheet`)).status).toBe(404);
  });
});
