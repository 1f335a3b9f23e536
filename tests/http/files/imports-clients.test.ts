import { describe, expect, test } from 'vitest';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { importFile, ourFile, sendFile } from '#tests/support/data/imports.ts';
import { chosenOn, lookAt as lookAtFile, lookPage } from '#tests/support/data/looks.ts';
import { visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();

const lookAt = (file: string) => lookAtFile(server(), file);
const rows = (sql: string) => server().services.db.$client.prepare(sql).all();
const clients = () =>
  rows(
    'select name, email, contact_person as person, reference, due_in as due from clients order by id',
  );
const texts = (sql: string) => server().services.db.$client.prepare(sql).pluck().all();
const names = () => texts('select name from clients order by id');
const client = (name: string, more: object = {}) => ({
  ...{ name, email: null, person: null, reference: null, due: null },
  ...more,
});

/** Presses Import on the page of a look, and waits until it has ended. */
async function bringIn(
  visitor: Visitor,
  page: string,
  typed: Record<string, string | string[]> = {},
) {
  const pressed = await pressPlainly(visitor, page, 'Import', typed);
  expect(pressed.status, visibleText(pressed.text)).toBe(303);
  await expect.poll(() => rows('select status from imports')).toEqual([{ status: 'done' }]);
}

const XERO = [
  'ContactName,AccountNumber,EmailAddress,FirstName,LastName,POCity,POCountry,TaxNumber,DueDateBillDay,DueDateBillTerm,DueDateSalesDay,DueDateSalesTerm,AccountsReceivableTaxCodeName',
  'Acme Ltd,A-7,accounts@acme.example,Ann,Lee,London,,,,,14,Days After,20% (VAT on Income)',
  '"Boat, Blue & Sons",,,,Park,,,,,,20,Following Month,',
  'Cord,,,,,,,,,,30,Days After End of Month,',
  'Dock,,,,,,,,,,20,OFFOLLOWINGMONTH,',
].join('\r\n');

const FROM_XERO = [
  client('Acme Ltd', {
    email: 'accounts@acme.example',
    person: 'Ann Lee',
    reference: 'A-7',
    due: '14 days',
  }),
  client('Boat, Blue & Sons', { person: 'Park', due: 'day 20 of next month' }),
  client('Cord'),
  client('Dock', { due: 'day 20 of next month' }),
];

describe('Lists of clients of other programs', () => {
  test('Xero’s contacts come in with email, person, account number and terms, and the rest is said', async () => {
    const { visitor, first } = await lookAt(XERO);
    const text = visibleText(first);
    expect(text).toContain('Clients of another program');
    expect(text).toContain(
      'Left out, as there is no field here for it: POCity, AccountsReceivableTaxCodeName, 4 empty columns and the terms “30 Days After End of Month”.',
    );
    await bringIn(visitor, first);
    expect(clients()).toEqual(FROM_XERO);
  });

  test('its template comes in, too, and the same file again adds nothing', async () => {
    const visitor = await visitSignedIn(server());
    const template = XERO.replace('ContactName', '*ContactName');
    const terms = 'the terms “30 Days After End of Month”';
    const notRead = ['POCity', 'AccountsReceivableTaxCodeName', '4 empty columns', terms];
    expect((await sendFile(visitor, template, { query: '?dry=1' })).json()).toMatchObject({
      new: 4,
      problems: [],
      notRead,
    });
    expect(await importFile(visitor, template)).toMatchObject({ status: 'done', new: 4 });
    expect(clients()).toEqual(FROM_XERO);
    expect(await importFile(visitor, template)).toMatchObject({ new: 0, known: 4 });
  });

  test.each([
    [
      'Harvest’s clients',
      'Client Name,Address\nAcme Ltd,"1 Main Street\nLondon"\nBolt,\n',
      [client('Acme Ltd'), client('Bolt')],
      ['Address'],
    ],
    [
      'Harvest’s contacts of clients, several of one',
      'Client,First Name,Last Name,Title,Email,Office Phone,Mobile Phone,Fax\nAcme,Ann,Lee,,ann@acme.example,1,,\nacme,Bob,Roe,,bob@acme.example,2,,\n',
      [client('Acme', { email: 'ann@acme.example', person: 'Ann Lee' })],
      ['Office Phone', '3 empty columns'],
    ],
    [
      'a column of names',
      'Name\nAcme\n"Boat, Blue"\n',
      [client('Acme'), client('Boat, Blue')],
      null,
    ],
    [
      'names and emails',
      'Customer;E-mail;Website\nAcme;a@acme.example;www\n',
      [client('Acme', { email: 'a@acme.example' })],
      ['Website'],
    ],
  ])('come in: %s', async (_what, file, expected, left) => {
    const visitor = await visitSignedIn(server());
    const look = (await sendFile(visitor, file, { query: '?dry=1' })).json();
    expect(look).toMatchObject({ new: expected.length, problems: [] });
    expect((look as { notRead?: string[] }).notRead ?? null).toEqual(left);
    expect(await importFile(visitor, file)).toMatchObject({ status: 'done' });
    expect(clients()).toEqual(expected);
  });

  test('an email that is none is a problem of its line, as in a form', async () => {
    const visitor = await visitSignedIn(server());
    const file = 'Name,Email\nAcme,ann at acme\nBolt,\n';
    const look = await sendFile(visitor, file, { query: '?dry=1' });
    expect(look.json()).toMatchObject({ new: 1, problems: [{ line: 2 }] });
  });

  test('a file whose columns nobody knows is one where a person says so', async () => {
    const { visitor, first } = await lookAt('Nr,Firm,Sector\n7,Acme,Shops\n8,Bolt,\n');
    expect(visibleText(first)).toContain('Which columns does the file have?');
    const none = await pressPlainly(visitor, first, 'It is a list of clients');
    expect(none.status).toBe(400);
    await pressPlainly(visitor, first, 'It is a list of clients', { client: '1' });
    const shown = await lookPage(visitor);
    expect(visibleText(shown)).toContain('no field here for it: Nr and Sector.');
    expect(shown).toContain('Choose the columns again');
    await bringIn(visitor, shown);
    expect(names()).toEqual(['Acme', 'Bolt']);
  });

  test('a pasted list comes in line by line, commas and all', async () => {
    const visitor = await visitSignedIn(server());
    const paste = (names: string) => visitor.post('/import/names', { names });
    const none = await paste(' \r\n');
    expect([none.status, visibleText(none.text)]).toEqual([
      400,
      expect.stringContaining('Paste at least one name.'),
    ]);
    const list = 'Acme Ltd\r\n\r\n  Boat, Blue & Sons \n=Sum "x"\r\nAcme Ltd\n';
    expect((await paste(list)).location).toBe('/import/1');
    const shown = await lookPage(visitor);
    expect(visibleText(shown)).toContain('Pasted list of clients');
    await bringIn(visitor, shown);
    expect(names()).toEqual(['Acme Ltd', 'Boat, Blue & Sons', '=Sum "x"']);
    const long = await paste('x'.repeat(200_001));
    expect([long.status, visibleText(long.text)]).toEqual([
      400,
      expect.stringContaining('Keep this to 200,000 characters or fewer.'),
    ]);
  });
});

describe('Clients that are here by almost the same name', () => {
  const LIST = 'Name\nACME LIMITED\nSmith & Sons\nSmith and Sons\nBolt\n';

  test('are used where nothing else is said, and the page says which', async () => {
    addClient(server(), 'Acme Ltd');
    const { visitor, first } = await lookAt(LIST);
    const text = visibleText(first);
    expect(text).toContain(
      'line 2: “ACME LIMITED” (here “Acme Ltd”), line 4: “Smith and Sons” (here “Smith & Sons”)',
    );
    expect(chosenOn(first, 'twins')).toEqual(['existing']);
    await bringIn(visitor, first);
    expect(names()).toEqual(['Acme Ltd', 'Smith & Sons', 'Bolt']);
  });

  test('are made again where a person says so', async () => {
    addClient(server(), 'Acme Ltd');
    const { visitor, first } = await lookAt(LIST);
    await bringIn(visitor, first, { twins: 'new' });
    expect(names()).toEqual(['Acme Ltd', 'ACME LIMITED', 'Smith & Sons', 'Smith and Sons', 'Bolt']);
  });

  test('are asked about by the API, which takes either answer', async () => {
    addClient(server(), 'Acme Ltd');
    const visitor = await visitSignedIn(server());
    const list = 'name,standard_rate\nACME LIMITED,\n';
    expect(await importFile(visitor, list)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('1 new clients with the name of one that is here') as string,
    });
    expect(await importFile(visitor, list, '?twins=existing')).toMatchObject({ new: 0, known: 1 });
    expect(names()).toEqual(['Acme Ltd']);
    expect(await importFile(visitor, list, '?twins=new')).toMatchObject({ status: 'done', new: 1 });
    expect(names()).toEqual(['Acme Ltd', 'ACME LIMITED']);
    const wrong = await sendFile(visitor, list, { query: '?twins=both' });
    expect(wrong.status).toBe(400);
  });
});

describe('The client of a name in a file of work', () => {
  const FILE = ourFile('2026-03-02,A.C.M.E. Limited,Support,60,,true,60.00,false,');
  const logged = () => texts('select c.name from work_logs w join clients c on c.id = w.client_id');

  test('is proposed where its name is almost the same, and the page says so', async () => {
    addWorkType(server(), 'Support');
    const acme = addClient(server(), 'Acme Ltd');
    const { visitor, first } = await lookAt(FILE);
    expect(chosenOn(first, 'nameIs')).toContain(String(acme));
    expect(visibleText(first)).toContain(
      'Here there is “Acme Ltd”, which is proposed. If this is another client, choose “Create new”.',
    );
    await bringIn(visitor, first);
    expect([logged(), names()]).toEqual([['Acme Ltd'], ['Acme Ltd']]);
  });

  test('is a new one where a person says so, who is not asked again', async () => {
    const type = addWorkType(server(), 'Support');
    addClient(server(), 'Acme Ltd');
    const { visitor, first } = await lookAt(FILE);
    const nameIs = ['0', String(type)];
    await pressPlainly(visitor, first, 'Check again', { nameIs });
    const again = await lookPage(visitor);
    expect(chosenOn(again, 'nameIs')).toEqual(nameIs);
    expect(visibleText(again)).not.toContain('which is proposed');
    await bringIn(visitor, again);
    expect(logged()).toEqual(['A.C.M.E. Limited']);
  });

  test('that was proposed and is renamed meanwhile is not used unseen', async () => {
    addWorkType(server(), 'Support');
    const acme = addClient(server(), 'Acme Ltd');
    const { visitor, first } = await lookAt(FILE);
    await visitor.api('PUT', `/api/clients/${acme}`, { name: 'Bolt' });
    const pressed = await pressPlainly(visitor, first, 'Import');
    expect(pressed.status).toBe(409);
    expect(visibleText(pressed.text)).toContain('and it is “Create new” now.');
  });

  test('is asked about by the API, which takes either answer', async () => {
    addWorkType(server(), 'Support');
    addClient(server(), 'Acme Ltd');
    const visitor = await visitSignedIn(server());
    expect(await importFile(visitor, FILE)).toMatchObject({ status: 'failed' });
    expect(await importFile(visitor, FILE, '?twins=existing')).toMatchObject({ new: 1 });
    expect([logged(), names()]).toEqual([['Acme Ltd'], ['Acme Ltd']]);
  });
});
