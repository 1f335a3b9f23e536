import { expect, test } from 'vitest';
import { importFile, sendFile } from '#tests/support/data/imports.ts';
import { chosenOn, lookAt, lookPage, sendByForm } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';

/** The columns of files of known products: those that are not read are named, and others can be chosen. */

const server = useServer();
const logs = () =>
  server()
    .services.db.$client.prepare(
      `select description as said, duration, hourly_rate_pence as rate, u.email as person
       from work_logs w left join users u on u.id = w.created_by order by w.id`,
    )
    .all();

const HARVEST =
  'ID,Date,Client,Project,Task,Notes,Reviewed text,Hours,Rounded,Billable?,First Name,Last Name,Billable Rate\n71,2026-03-02,Acme,,Support,Call,Call with Ann,1.00,1.25,Yes,Alex,Stone,80.00\n72,2026-03-03,Acme,,Support,Mail,Mail to Ann,0.50,0.75,Yes,Alex,Stone,80.00\n';

test('The columns of a product’s file can be chosen, with the product’s own as they are', async () => {
  const { visitor, first } = await lookAt(server(), HARVEST);
  const text = visibleText(first);
  expect(text).toContain('Harvest');
  expect(text).toContain('These columns are left out: Reviewed text and Rounded.');
  const pressed = await pressPlainly(visitor, first, 'Choose columns');
  expect([pressed.status, pressed.location]).toEqual([303, '/import/1?columns=anew']);
  const form = (await visitor.get('/import/1?columns=anew')).text;
  const chosen = (name: string) => chosenOn(form, name)[0];
  expect(['description', 'hours', 'rate', 'sourceId', 'tags'].map(chosen)).toEqual([
    ...['5', '7', '12', '0', ''],
  ]);
  await pressPlainly(visitor, form, 'Read the file', { description: '6', hours: '8' });
  const shown = await lookPage(visitor);
  expect(visibleText(shown)).toContain('These columns are left out: Notes and Hours.');
  await pressPlainly(visitor, shown, 'Import');
  // Who logged it stands in two columns, which nobody is asked about.
  const person = null;
  await expect.poll(logs).toEqual([
    { said: 'Call with Ann', duration: 75, rate: 8_000, person },
    { said: 'Mail to Ann', duration: 45, rate: 8_000, person },
  ]);
  expect(visibleText(shown)).toContain('Logged by: Alex Stone');
  // Chosen once for all files with this header, which stay files of the product: the same lines add nothing.
  const again = await importFile(visitor, HARVEST.replace('Yes,Alex', 'yes,Alex'), '');
  expect(again.problems).toEqual([]);
  expect(again).toMatchObject({ new: 0, known: 2 });
});

test('Our own files have no columns to choose', async () => {
  const ours = 'date,client,work_type,minutes,colour\n2026-03-02,Acme,Support,60,red\n';
  const { first } = await lookAt(server(), ours);
  expect(first).not.toContain('Choose columns');
  expect(visibleText(first)).toContain('These columns are left out: colour.');
});

test('A product’s file that is a list of clients after all is one', async () => {
  const { visitor, first } = await lookAt(server(), HARVEST);
  await pressPlainly(visitor, first, 'Choose columns');
  const form = (await visitor.get('/import/1?columns=anew')).text;
  await pressPlainly(visitor, form, 'It is a list of clients');
  expect(visibleText(await lookPage(visitor))).toContain('Clients of another program');
});

test('A column that perhaps says what was billed is named by its own sentence, and can be chosen', async () => {
  const file =
    'Client,Project,Task,Description,Billable,Start date,Start time,Duration,Déjà facturé\nAcme,,Support,Call,Yes,2026-03-02,10:00:00,01:00:00,Oui\n';
  const visitor = await visitSignedIn(server());
  const look = (await sendFile(visitor, file, { query: '?dry=1' })).json();
  expect(look).toMatchObject({
    new: 0,
    problems: [{ line: 1, message: expect.stringContaining('“Déjà facturé”') as string }],
  });
  await sendByForm(server(), visitor, file);
  const form = (await visitor.get('/import/2')).text;
  expect(visibleText(form)).toContain('The column “Déjà facturé” is left out.');
  await pressPlainly(visitor, form, 'Read the file', { invoiced: '8' });
  await pressPlainly(visitor, (await visitor.get('/import/2')).text, 'Import');
  await expect
    .poll(() =>
      server().services.db.$client.prepare('select is_invoiced from work_logs').pluck().all(),
    )
    .toEqual([1]);
});

test.each([
  ['Clockify without clients, whose tasks have another name', CLOCKIFY()],
  ['Toggl Track without clients', TOGGL()],
])('A file of %s is known', async (_, file) => {
  const { visitor, first } = await lookAt(server(), file);
  expect(chosenOn(first, 'projects')).toEqual(['clients']);
  await pressPlainly(visitor, first, 'Import');
  await expect.poll(() => logs().length).toBe(1);
  expect(await importFile(visitor, file, '?projects=clients')).toMatchObject({ new: 0, known: 1 });
});

function CLOCKIFY() {
  return 'Project,Description,Activity,User,Billable,Start Date,Start Time,Duration (h),Billable Rate (GBP)\nAcme,Call,Support,Alex,Yes,2026-03-02,10:00,1:00,80.00\n';
}

function TOGGL() {
  return 'Description,Duration,Member,Email,Project,Task,Tags,Start date,Start time,Stop date,Stop time\nCall,01:00:00,Alex,alex@example.com,Acme,Support,,2026-03-02,10:00:00,2026-03-02,11:00:00\n';
}

test('Of a program whose start and end are moments the columns are proposed', async () => {
  const file =
    'Description,Task,Project,Client,User,Start,End,Duration,Duration (decimal),Billable,Tags\nCall,Support,Site,Acme,alex@example.com,2026-03-02 10:00:00,2026-03-02 11:30:00,01:30:00,1.5,Yes,urgent\n';
  const { visitor, first } = await lookAt(server(), file);
  await pressPlainly(visitor, first, 'Read the file');
  await pressPlainly(visitor, await lookPage(visitor), 'Import');
  await expect
    .poll(logs)
    .toMatchObject([{ said: 'Call #urgent', duration: 90, person: 'alex@example.com' }]);
});
