import { expect, test } from 'vitest';
import { clientContacts, clients } from '#db/schema.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient } from '#tests/support/data/entries.ts';
import { expectMode, MODES, useBrowser } from '#tests/support/browser/browser.ts';
import { arrivedAt, shown, toastShown } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';

const contacts = ['Acme Ltd', 'Bolt', 'Cord & Sons', 'Dock'].map((name) => ({ name }));
const xero = useConsentedXero(() => [
  { ...HARBOUR, contacts: [...contacts, { name: 'Paper Mill', wasInvoiced: false }] },
]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

test.for(MODES)('Contacts in Xero are ticked to be clients, with %s', async (mode) => {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  addClient(server(), 'Cord and Sons');
  const visitor = await browser.openSignedIn(server(), mode);
  const { page } = visitor;
  visitor.expectProblems('409');
  await page.goto('/clients');
  await expectMode(visitor);
  await page.getByRole('link', { name: 'From Xero' }).click();
  await page.getByLabel('Acme Ltd').check();
  await page.getByLabel('Cord & Sons').check();
  await page.getByRole('button', { name: 'Add as clients' }).click();
  await shown(page.getByText('Cord & Sons would be another client than Cord and Sons.'));
  expect(await page.getByLabel('Acme Ltd').isChecked()).toBe(true);
  await page.getByLabel('Cord & Sons').uncheck();
  await page.getByRole('button', { name: 'Add as clients' }).click();
  await toastShown(page, '1 client added from Xero');
  await shown(page.getByRole('link', { name: 'Client: Acme Ltd' }));

  await page.getByRole('link', { name: 'Tick all' }).click();
  await arrivedAt(page, /tick=all/);
  await expect.poll(() => page.getByLabel('Dock').isChecked()).toBe(true);
  expect(await page.getByLabel('Cord & Sons').isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Add as clients' }).click();
  await toastShown(page, '2 clients added from Xero');

  await page.getByLabel('Name or email in Xero').fill('paper');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByLabel('Paper Mill').check();
  await page.getByRole('button', { name: 'Add as clients' }).click();
  await toastShown(page, '1 client added from Xero');
  const names = services.db
    .select()
    .from(clients)
    .all()
    .map(({ name }) => name);
  expect(names).toEqual(['Cord and Sons', 'Acme Ltd', 'Bolt', 'Dock', 'Paper Mill']);
  expect(services.db.select().from(clientContacts).all()).toHaveLength(4);
});
