import { describe, expect, test } from 'vitest';
import { importFile, sendFile } from '#tests/support/data/imports.ts';
import { sendByForm } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

const server = useServer();
const rates = () =>
  server()
    .services.db.$client.prepare('select hourly_rate_pence from work_logs order by id')
    .pluck()
    .all();

const FILES: [string, string][] = [
  [
    'Harvest',
    'Date,Client,Task,Notes,Hours,Billable?,Invoiced?,Billable Rate,Billable Amount\n2026-03-02,Acme,Support,,1.00,Yes,No,0.00,0.00\n2026-03-02,Acme,Support,,2.00,No,No,0.00,0.00\n',
  ],
  [
    'Clockify',
    'Project,Client,Description,Task,User,Billable,Start Date,Start Time,Duration (h),Billable Rate (GBP),Billable Amount (GBP)\n,Acme,,Support,,Yes,2026-03-02,10:00,1:00,0.00,0.00\n,Acme,,Support,,No,2026-03-02,12:00,2:00,0.00,0.00\n',
  ],
  [
    'Kimai',
    'Date,From,To,Duration,Currency,Price,Hourly price,Customer,Activity,Description,Billable\n2026-03-02,10:00,11:00,1.00,GBP,0.00,0.00,Acme,Support,,Yes\n2026-03-02,12:00,14:00,2.00,GBP,0.00,0.00,Acme,Support,,No\n',
  ],
  [
    'Toggl Track',
    'Client,Task,Description,Billable,Start date,Start time,Duration,Amount (GBP)\nAcme,Support,,Yes,2026-03-02,10:00:00,01:00:00,0.00\nAcme,Support,,No,2026-03-02,12:00:00,02:00:00,0.00\n',
  ],
];

describe.each(FILES)('Billable at 0.00 in a file of %s means that no rate was set:', (_, file) => {
  test('a problem, until somebody says what it counts as', async () => {
    const visitor = await visitSignedIn(server());
    const look = await sendFile(visitor, file, { query: '?dry=1' });
    expect(look.json()).toMatchObject({
      new: 1,
      problems: [{ line: 2, message: expect.stringMatching(/no rate was set/) as string }],
    });
    expect(await importFile(visitor, file)).toMatchObject({ status: 'failed' });
    expect(rates()).toEqual([]);
  });

  test.each([
    ['ours', 6_000],
    ['keep', 0],
  ])('%s', async (word, rate) => {
    const visitor = await visitSignedIn(server());
    expect(await importFile(visitor, file, `?zeroRates=${word}`)).toMatchObject({ new: 2 });
    expect(rates()).toEqual([rate, 0]);
    for (const other of ['ours', 'keep']) {
      expect(await importFile(visitor, file, `?zeroRates=${other}`)).toMatchObject({ known: 2 });
    }
  });
});

test('A look asks once for the file', async () => {
  const visitor = await visitSignedIn(server());
  const [[, file] = ['', '']] = FILES;
  const { location } = await sendByForm(server(), visitor, file);
  const page = (await visitor.get(location ?? '')).text;
  expect(visibleText(page)).toContain('No rate was set');
  await pressPlainly(visitor, page, 'Import', { zeroRates: 'ours' });
  await expect.poll(rates).toEqual([6_000, 0]);
});

test('Another word is refused, and our own file is taken as it says', async () => {
  const visitor = await visitSignedIn(server());
  const ours =
    'date,client,work_type,minutes,billable,hourly_rate\n2026-03-02,Acme,Support,60,true,0.00\n';
  expect((await sendFile(visitor, ours, { query: '?zeroRates=theirs' })).status).toBe(400);
  expect((await sendFile(visitor, ours, { query: '?edits=all' })).status).toBe(400);
  expect(await importFile(visitor, ours)).toMatchObject({ new: 1 });
  expect(rates()).toEqual([0]);
});
