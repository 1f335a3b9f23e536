import { describe, expect, test } from 'vitest';
import { clientContacts, clients } from '#db/schema.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient } from '#tests/support/data/entries.ts';
import { toastOf, visibleText } from '#tests/support/html.ts';
import { plainFormsOf, pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, visitSignedIn } from '#tests/support/server/visitor.ts';
import { contactIdOf, HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const PATH = '/clients/from-xero';
const CONTACTS = [
  {
    name: 'Acme Ltd',
    email: 'accounts@acme.example',
    firstName: 'Ann',
    lastName: 'Lee',
    accountNumber: 'A-7',
    taxType: 'ZERORATEDOUTPUT',
    salesTerms: { Day: 20, Type: 'OFFOLLOWINGMONTH' },
  },
  { name: 'Bolt', email: 'no address' },
  { name: 'Paper Mill', wasInvoiced: false },
  { name: 'Closed Co', isArchived: true },
];

const xero = useConsentedXero(() => [
  {
    ...HARBOUR,
    contacts: [
      ...CONTACTS,
      ...Array.from({ length: 60 }, (_, n) => ({
        name: `Town Hall ${String(n).padStart(2, '0')}`,
      })),
    ],
  },
]);
const server = useServer(() => xeroEnvironment(xero()));

async function connected() {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const visitor = await visitSignedIn(server());
  const page = async (search = '') => (await visitor.get(`${PATH}${search}`)).text;
  return { visitor, page };
}

const idOf = (name: string) => contactIdOf(xero(), name);
const all = () => server().services.db.select().from(clients).all();
const links = () => server().services.db.select().from(clientContacts).all();
/** What was asked for by the calls that read contacts. */
const asked = () =>
  xero()
    .state()
    .calls.filter(({ path }) => path.endsWith('/Contacts'))
    .map(({ query }) => Object.fromEntries(new URLSearchParams(query)));

describe('The list of contacts', () => {
  test('has customers in use by name, fifty a page, in one call each', async () => {
    const { visitor, page } = await connected();
    const first = visibleText(await page());
    expect(first).toMatch(/Acme Ltd accounts@acme\.example Bolt no address Town Hall 00/);
    expect(first).not.toMatch(/Paper Mill|Closed Co|Town Hall 48|Previous/);
    const next = /href="([^"]*)"[^>]*>Next</.exec(await page())?.[1]?.replaceAll('&amp;', '&');
    expect(next).toBe(`${PATH}?page=2`);
    const second = visibleText((await visitor.get(next ?? '')).text);
    expect(second).toMatch(/Previous/);
    expect(second).toContain('Town Hall 48');
    expect(second).toContain('Town Hall 59');
    expect(second).not.toMatch(/Acme Ltd|Next/);
    expect(asked().at(-1)).toEqual({
      where: 'IsCustomer==true',
      order: 'Name ASC',
      page: '2',
      pageSize: '50',
      summaryOnly: 'true',
    });
    expect(asked()).toHaveLength(3);
  });

  test('has all in use where that is wanted, and what a search finds in any', async () => {
    const { page } = await connected();
    expect(visibleText(await page('?show=all'))).toMatch(/Bolt no address Paper Mill Town Hall/);
    const found = visibleText(await page('?q=paper'));
    expect(found).toContain('Paper Mill');
    expect(found).not.toContain('Acme Ltd');
    expect(visibleText(await page('?q=closed'))).toContain(
      'No contacts found Archived contacts are left out',
    );
    expect(visibleText(await page('?q=Lee'))).toContain('Acme Ltd');
  });

  test('says where nobody was invoiced yet', async () => {
    const { page } = await connected();
    for (const contact of xero().state().contacts) contact.wasInvoiced = false;
    expect(visibleText(await page())).toContain('Nobody was invoiced yet: show all contacts');
  });

  test('says which client a contact is, or may be, and takes only those that are none', async () => {
    const { page } = await connected();
    const acme = addClient(server(), 'acme ltd');
    addClient(server(), 'BOLT!');
    const html = await page();
    const text = visibleText(html);
    expect(text).toContain('Acme Ltd accounts@acme.example Client, not linked yet: acme ltd');
    expect(text).toContain('Bolt no address Perhaps the client: BOLT!');
    expect(html).not.toContain(`value="${idOf('Acme Ltd')}"`);
    expect(html).toContain(`value="${idOf('Bolt')}"`);
    expect(html).toContain(`href="/clients/${acme}/contact?back=%2Fclients%2Ffrom-xero`);
    const ticked = plainFormsOf(await page('?tick=all')).flatMap(({ fields }) =>
      fields.filter(([name]) => name === 'ids'),
    );
    // Neither the one that is here nor the one that may be.
    expect(ticked).toHaveLength(48);
  });

  test('has nothing to press where all of them are clients', async () => {
    const { page } = await connected();
    for (const { name } of xero().state().contacts) addClient(server(), name);
    const html = await page();
    expect(visibleText(html)).toContain('Client, not linked yet: Acme Ltd');
    expect(html).not.toMatch(/Tick all|Add as clients/);
  });

  test('is replaced by a sentence while Xero is down, and while nothing is connected', async () => {
    const { page } = await connected();
    xero().fail({ kind: '503-html', path: '/Contacts', times: 3 });
    const down = visibleText(await page());
    expect(down).toContain('Xero is not available at the moment');
    expect(down).not.toContain('No contacts found');
    server().services.db.$client.exec('update xero_connections set tenant_id = null');
    expect(visibleText(await page())).toContain('Connect it in Settings');
  });

  test('needs a sign-in', async () => {
    await connected();
    const stranger = visit(server());
    expect((await stranger.get(PATH)).status).toBe(401);
    expect((await stranger.post(PATH, { ids: idOf('Bolt') })).status).toBe(401);
    expect(asked()).toEqual([]);
  });
});

describe('Contacts that are ticked', () => {
  test('become clients, linked, with VAT, terms, email, person and reference, once', async () => {
    const { visitor, page } = await connected();
    const ids = [idOf('Acme Ltd'), idOf('Bolt')];
    const html = await page('?q=l');
    const press = () => pressPlainly(visitor, html, 'Add as clients', { ids });
    const [first, again] = [await press(), await press()];
    expect([first.status, first.location]).toEqual([303, `${PATH}?q=l`]);
    expect(toastOf((await visitor.get(first.location ?? '')).text)).toContain(
      '2 clients added from Xero',
    );
    // The same form again has the same answer.
    expect(again.location).toBe(first.location);
    expect(all()).toMatchObject([
      {
        name: 'Acme Ltd',
        email: 'accounts@acme.example',
        contactPerson: 'Ann Lee',
        reference: 'A-7',
        vatTreatment: 'zero',
        dueIn: null,
        standardRatePence: 6_000,
      },
      // Xero keeps what is no address.
      { name: 'Bolt', email: null, vatTreatment: 'organisation' },
    ]);
    expect(links()).toMatchObject([
      {
        contactId: ids[0],
        taxCode: 'ZERORATEDOUTPUT',
        paymentTerms: JSON.stringify({ day: 20, from: 'next month' }),
      },
      { contactId: ids[1], taxCode: null, paymentTerms: null },
    ]);
    expect(visibleText(await page())).toContain('Client: Acme Ltd');
    // Nothing is left to be asked about their VAT, and nothing is made in Xero.
    expect(
      xero()
        .state()
        .calls.filter(({ method }) => method !== 'GET')
        .map(({ path }) => path),
    ).not.toContain('/Contacts');
    const history = visibleText((await visitor.get('/history?kind=client')).text);
    expect(history).toContain('Acme Ltd');
  });

  test('and are clients by now are left as they are', async () => {
    const { visitor, page } = await connected();
    const html = await page();
    addClient(server(), 'ACME LTD');
    const ids = [idOf('Acme Ltd'), idOf('Bolt')];
    const pressed = await pressPlainly(visitor, html, 'Add as clients', { ids });
    expect(toastOf((await visitor.get(pressed.location ?? '')).text)).toContain(
      '1 client added from Xero, 1 was here already',
    );
    expect(all().map(({ name }) => name)).toEqual(['ACME LTD', 'Bolt']);
  });

  test('with almost the name of a client are asked about once, all together, and stay ticked', async () => {
    const { visitor, page } = await connected();
    addClient(server(), 'Acme Limited');
    const ids = [idOf('Acme Ltd'), idOf('Bolt')];
    const asks = await pressPlainly(visitor, await page(), 'Add as clients', { ids });
    expect(asks.status).toBe(409);
    expect(visibleText(asks.text)).toContain(
      'Acme Ltd would be another client than Acme Limited. Not saved.',
    );
    expect([all().length, links().length]).toEqual([1, 0]);
    const saved = await pressPlainly(visitor, asks.text, 'Add them anyway');
    expect(saved.status).toBe(303);
    expect(all().map(({ name }) => name)).toEqual(['Acme Limited', 'Acme Ltd', 'Bolt']);
  });

  test('are refused where none is, where the organisation is another one, and where Xero is down', async () => {
    const { visitor, page } = await connected();
    const html = await page();
    const none = await pressPlainly(visitor, html, 'Add as clients');
    expect([none.status, visibleText(none.text)]).toEqual([
      400,
      expect.stringContaining('Tick the contacts that are to be clients.'),
    ]);
    const ids = [idOf('Bolt')];
    const other = await pressPlainly(visitor, html, 'Add as clients', {
      ids,
      organisationId: 'another',
    });
    expect(other.status).toBe(409);
    xero().fail({ kind: '503-html', path: '/Contacts' });
    expect((await pressPlainly(visitor, html, 'Add as clients', { ids })).status).toBe(502);
    expect(all()).toEqual([]);
    xero().heal();
    expect((await pressPlainly(visitor, html, 'Add as clients', { ids })).status).toBe(303);
  });
});

test('The list is reached from Clients and from the first steps once Xero is connected', async () => {
  const visitor = await visitSignedIn(server());
  const has = async (path: string) => (await visitor.get(path)).text.includes(`href="${PATH}"`);
  expect([await has('/clients'), await has('/work-logs')]).toEqual([false, false]);
  await connectToXero(server().services, xero());
  expect([await has('/clients'), await has('/work-logs')]).toEqual([true, true]);
});
