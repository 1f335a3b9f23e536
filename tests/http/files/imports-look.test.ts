import { expect, test } from 'vitest';
import { beginWriting, dropImport } from '#app/transfer/in/imports.server.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { ourFile } from '#tests/support/data/imports.ts';
import { chosenOn, lookAt as lookAtFile, lookPage } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { TEST_EMAIL } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const server = useServer();

const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const logs = () =>
  rows(`select c.name as client, t.name as type, w.day, w.duration from work_logs w
    join clients c on c.id = w.client_id join work_types t on t.id = w.work_type_id order by w.id`);

const lookAt = (file: string) => lookAtFile(server(), file);

const CLIENT_FIRST = ['client', 'work-type'];
const kindsOn = (html: string) => chosenOn(html, 'nameKey').map((key) => key.split(':')[0]);

test('A client that was chosen in another tab is not imported to by a page that did not show it', async () => {
  const [bolt, cord] = [addClient(server(), 'Bolt'), addClient(server(), 'Cord')];
  const type = addWorkType(server(), 'Support');
  const { visitor, first } = await lookAt(ourFile('2026-03-02,Acme,Support,60,,true,,false,'));
  expect(kindsOn(first)).toEqual(CLIENT_FIRST);
  const nameIs = (client: number) => [String(client), String(type)];

  await pressPlainly(visitor, first, 'Check again', { nameIs: nameIs(bolt) });
  const unseen = await pressPlainly(visitor, first, 'Import');
  expect(unseen.status).toBe(409);
  expect(logs()).toEqual([]);
  const text = visibleText(unseen.text);
  expect(text).toContain('Client “Acme”: this page showed “Create new”, and it is “Bolt” now.');
  expect(chosenOn(unseen.text, 'nameIs')).toEqual(nameIs(bolt));

  // Both tabs chose: what this one chose stands in its field, and is imported once it was shown.
  const both = await pressPlainly(visitor, first, 'Import', { nameIs: nameIs(cord) });
  expect(both.status).toBe(409);
  expect(logs()).toEqual([]);
  expect(visibleText(both.text)).toContain(
    'Client “Acme”: “Cord” is chosen here, and “Bolt” was chosen elsewhere.',
  );
  expect(chosenOn(both.text, 'nameIs')).toEqual(nameIs(cord));
  expect((await pressPlainly(visitor, both.text, 'Import')).status).toBe(303);
  await expect.poll(logs).toMatchObject([{ client: 'Cord', type: 'Support' }]);
});

test('A choice of this page and one of another for another name are both kept, and shown first', async () => {
  const bolt = addClient(server(), 'Bolt');
  const type = addWorkType(server(), 'Support');
  const file = ourFile(
    '2026-03-02,Acme,Support,60,,true,,false,',
    '2026-03-03,Zenith,Support,30,,true,,false,',
  );
  const { visitor, first } = await lookAt(file);
  expect(kindsOn(first)).toEqual(['client', 'client', 'work-type']);
  await pressPlainly(visitor, first, 'Check again', { nameIs: [`${bolt}`, '0', `${type}`] });
  const mine = { nameIs: ['0', `${bolt}`, `${type}`] };
  expect((await pressPlainly(visitor, first, 'Import', mine)).status).toBe(409);
  expect(logs()).toEqual([]);
  const now = await lookPage(visitor);
  expect(chosenOn(now, 'nameIs')).toEqual([`${bolt}`, `${bolt}`, `${type}`]);
  expect((await pressPlainly(visitor, now, 'Import')).status).toBe(303);
  await expect.poll(() => logs().length).toBe(2);
  expect(rows('select distinct client_id as id from work_logs')).toEqual([{ id: bolt }]);
});

test('The order of dates that was chosen in another tab is shown before it counts', async () => {
  const { visitor, first } = await lookAt(ourFile('02/03/2026,Acme,Support,60,,true,,false,'));
  await pressPlainly(visitor, first, 'Check again', { dayOrder: 'month-first' });
  expect((await pressPlainly(visitor, first, 'Import')).status).toBe(409);
  expect(logs()).toEqual([]);
  const now = await lookPage(visitor);
  expect(chosenOn(now, 'dayOrder')).toEqual(['month-first']);
  await pressPlainly(visitor, now, 'Import');
  await expect.poll(logs).toMatchObject([{ day: '2026-02-03' }]);
});

test('A line that was mended in another tab is not imported by a page that showed it broken', async () => {
  const { visitor, first } = await lookAt(ourFile('2026-03-02,Acme,Support,long,,true,,false,'));
  await pressPlainly(visitor, first, 'Check again', { 'mend:2:3': '45' });
  expect((await pressPlainly(visitor, first, 'Import')).status).toBe(409);
  expect(logs()).toEqual([]);
  await pressPlainly(visitor, await lookPage(visitor), 'Import');
  await expect.poll(logs).toMatchObject([{ duration: 45 }]);
});

test('What was changed on the page alone is imported at the first press', async () => {
  const bolt = addClient(server(), 'Bolt');
  const { visitor, first } = await lookAt(ourFile('2026-03-02,Acme,Support,60,,true,,false,'));
  const typed = { nameIs: [`${bolt}`, '0'] };
  // Twice, as after an answer that was lost.
  expect((await pressPlainly(visitor, first, 'Import', typed)).status).toBe(303);
  expect((await pressPlainly(visitor, first, 'Import', typed)).status).toBe(303);
  await expect.poll(logs).toMatchObject([{ client: 'Bolt', day: '2026-03-02' }]);
});

test.each(['Acme\nLtd', 'Acme\tLtd', 'Acme\u2028Ltd'])(
  'A client is chosen for a name of two lines or with a tab: %j',
  async (name) => {
    const bolt = addClient(server(), 'Bolt');
    const { visitor, first } = await lookAt(
      ourFile(`2026-03-02,"${name}",Support,60,,true,,false,`),
    );
    // As browsers send the end of a line.
    const nameKey = chosenOn(first, 'nameKey').map((key) => key.replace(/\r?\n/g, '\r\n'));
    await pressPlainly(visitor, first, 'Import', { nameKey, nameIs: [`${bolt}`, '0'] });
    await expect.poll(logs).toMatchObject([{ client: 'Bolt' }]);
  },
);

test('A name of two lines in a file is the client of that name in one', async () => {
  addClient(server(), 'Acme Ltd');
  const { visitor, first } = await lookAt(
    ourFile('2026-03-02,"Acme\r\nLtd","Tele\nphone",60,,true,,false,'),
  );
  await pressPlainly(visitor, first, 'Import');
  await expect.poll(logs).toMatchObject([{ client: 'Acme Ltd', type: 'Tele phone' }]);
});

test.each(['description', 'client'])(
  'A %s that is mended with NUL is a problem still',
  async (field) => {
    const columns = { client: 1, description: 4 };
    const { visitor, first } = await lookAt(ourFile('2026-03-02,Acme,Support,long,,true,,false,'));
    const at = columns[field as keyof typeof columns];
    const typed = { 'mend:2:3': '45', [`mend:2:${at}`]: 'a\0b' };
    await pressPlainly(visitor, first, 'Import', typed);
    expect(visibleText(await lookPage(visitor))).toContain(
      'contains a character that cannot be stored',
    );
    expect(logs()).toEqual([]);
  },
);

test('A name and a number that are too long are cut between characters', async () => {
  const long = `${'x'.repeat(199)}😀 and so on`;
  const header =
    'date,client,work_type,minutes,description,invoiced,invoice_number,logged_by,hourly_rate';
  const { visitor, first } = await lookAt(
    `${header}\n2026-03-02,Acme,Support,60,,true,${long},${long},60.00\n`,
  );
  expect(kindsOn(first)).toEqual(['client', 'person', 'work-type']);
  // A form sends no half characters, so this choice of the importer would be lost.
  const nameKey = chosenOn(first, 'nameKey').map((key) => key.toWellFormed());
  await pressPlainly(visitor, first, 'Import', { nameKey, nameIs: ['0', '1', '0'] });
  const cut = `${'x'.repeat(199)}…`;
  await expect
    .poll(() => rows('select xero_invoice_number as number, created_by as by from work_logs'))
    .toEqual([{ number: cut, by: 1 }]);
});

test('A file that is being forgotten in one window is not imported from another, not even the lines that are left', async () => {
  const { visitor, first } = await lookAt(ourFile('2026-03-02,Acme,Support,60,,true,,false,'));
  const { services } = server();
  const forgotten = dropImport(services, 1);
  const user = { id: 1, email: TEST_EMAIL, firstName: null, lastName: null };
  expect(() => beginWriting(services, user, { id: 1, skips: false, confirms: false })).toThrow(
    'See the list of imports.',
  );
  await forgotten;
  expect([logs(), rows('select * from imports')]).toEqual([[], []]);
  expect((await pressPlainly(visitor, first, 'Import')).status).toBe(404);
});

test('A line whose text went on behind the last column is imported once it is set right on the page', async () => {
  const file = [
    'date,client,work_type,minutes,description',
    '2026-03-02,Acme,Support,60,Mail, again',
  ];
  const { visitor, first } = await lookAt(file.join('\n'));
  expect(visibleText(first)).toContain('“again” stands behind the last column');
  await pressPlainly(visitor, first, 'Import', { 'mend:2:4': 'Mail, again' });
  await expect
    .poll(() => rows('select description from work_logs'))
    .toEqual([{ description: 'Mail, again' }]);
});
