import { expect, test } from 'vitest';
import { importFile, sendFile } from '#tests/support/data/imports.ts';
import { visibleText } from '#tests/support/html.ts';
import { plainFormsOf, pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();

const logs = () =>
  server()
    .services.db.$client.prepare(
      'select day, duration, hourly_rate_pence as rate, billable, description, is_invoiced as invoiced from work_logs order by id',
    )
    .all();

/** Sends a file by the form of the page; gives the page that it leads to. */
async function lookAt(visitor: Visitor, lines: string[]): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([lines.join('\r\n')], { type: 'text/csv' }), 'sheet.csv');
  const headers = { Origin: server().url, 'Sec-Fetch-Site': 'same-origin' };
  const sent = await visitor.send('/import', { method: 'POST', headers, body });
  return (await visitor.get(sent.location ?? '')).text;
}

/** Reads a file by the columns that the page proposes, and imports it. */
async function importAsProposed(lines: string[]): Promise<string> {
  const visitor = await visitSignedIn(server());
  const asked = await lookAt(visitor, lines);
  const read = await pressPlainly(visitor, asked, 'Read the file');
  const look = (await visitor.get(read.location ?? '')).text;
  await pressPlainly(visitor, look, 'Import');
  return visibleText(asked);
}

test.each([
  [
    'Harvest, with a rate',
    ['Date,Client,Task,Hours,Rate,Billable,Description,Invoiced'],
    '2026-03-02,Acme,Support,1.5,95.00,no,Mended the router,yes',
    'looks like one of Harvest, which has no column “Rate”',
  ],
  [
    'Toggl Track, with a rate',
    ['Client,Task,Start date,Duration,Description,Rate,Billable,Invoiced'],
    'Acme,Support,2026-03-02,1.5,Mended the router,95.00,no,yes',
    'looks like one of Toggl Track, which has no column “Rate”',
  ],
  [
    'ours, with another name of the rate',
    ['date,client,work_type,minutes,rate,billable,description,invoiced'],
    '2026-03-02,Acme,Support,90,95.00,no,Mended the router,yes',
    'looks like one of Work logs, which has no column “rate”',
  ],
])(
  'A spreadsheet with columns by chance like %s loses none of them',
  async (_, header, line, said) => {
    const asked = await importAsProposed([...header, line, '']);
    expect(asked).toContain(said);
    await expect.poll(logs).toEqual([
      {
        ...{ day: '2026-03-02', duration: 90, rate: 9500, billable: 0, invoiced: 1 },
        description: 'Mended the router',
      },
    ]);
  },
);

test.each(['Customer,Activity,Day,Hours,Minutes,Notes', 'Client,Task,Date,Hours,Minutes,Notes'])(
  'Hours and minutes in two columns come to both: %s',
  async (header) => {
    const durations = ['1,30', '2,45', '0,20', '1,', ',50', '0.33,20', '1.5,90', '1:30,90'];
    await importAsProposed([
      header,
      ...durations.map((duration, at) => `Acme,Support,2026-03-02,${duration},Line ${at}`),
    ]);
    await expect
      .poll(() => logs().map((log) => (log as { duration: number }).duration))
      .toEqual([90, 165, 20, 60, 50, 20, 90, 90]);
  },
);

test('Hours and minutes that contradict each other are a problem, and no log', async () => {
  const visitor = await visitSignedIn(server());
  const asked = await lookAt(visitor, [
    'Customer,Activity,Day,Hours,Minutes',
    'Acme,Support,2026-03-02,1.5,30',
  ]);
  const read = await pressPlainly(visitor, asked, 'Read the file');
  const look = (await visitor.get(read.location ?? '')).text;
  expect(visibleText(look)).toContain('its hours and its minutes contradict each other.');
});

test.each(['sep=;', '"sep=;"', '\ufeffsep=;', 'SEP=;'])(
  'A file whose first line is for Excel, %j, is read from the second on',
  async (first) => {
    const lines = [
      first,
      'date;client;work_type;minutes;description',
      '2026-03-02;Acme;Support;90;a, b',
    ];
    const visitor = await visitSignedIn(server());
    const done = await importFile(visitor, lines.join('\r\n'));
    expect(done).toMatchObject({ status: 'done', new: 1, problems: [] });
    expect(logs()).toMatchObject([{ duration: 90, description: 'a, b' }]);
  },
);

test('A client that begins like that line is one', async () => {
  const visitor = await visitSignedIn(server());
  const look = await sendFile(visitor, 'name,standard_rate\r\nsep=x,60\r\n', { query: '?dry=1' });
  expect(look.json()).toMatchObject({ new: 1, problems: [] });
});

test('Dates of both kinds are read once those of one kind are mended', async () => {
  const visitor = await visitSignedIn(server());
  const line = (date: string) => `${date},Acme,Support,90`;
  const look = await lookAt(visitor, [
    'date,client,work_type,minutes',
    ...['13/04/2026', '04/14/2026', '02/03/2026'].map(line),
  ]);
  const text = visibleText(look);
  expect(text).toContain('“13/04/2026” begins with the day. The file has dates of both kinds');
  expect(text).toContain('“04/14/2026” begins with the month.');
  expect(text).toContain('“02/03/2026” may begin with the day or with the month.');
  const [field = ''] = plainFormsOf(look).flatMap(({ fields }) =>
    fields.flatMap(([name, value]) => (value === '04/14/2026' ? [name] : [])),
  );
  await pressPlainly(visitor, look, 'Check again', { [field]: '14/04/2026' });
  const again = (await visitor.get('/import/1')).text;
  await pressPlainly(visitor, again, 'Import');
  await expect
    .poll(logs)
    .toMatchObject([{ day: '2026-03-02' }, { day: '2026-04-13' }, { day: '2026-04-14' }]);
});
