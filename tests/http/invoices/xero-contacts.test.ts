import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clientContacts, clients } from '#db/schema.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, toastOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useConsentedXero } from '#tests/support/server/xero-organisation.ts';
import { visit, visitSignedIn } from '#tests/support/server/visitor.ts';
import { contactIdOf, HARBOUR } from '#tests/support/server/xero.ts';
import { connectToXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const ACME = { name: 'Acme Ltd', email: 'accounts@acme.example' };

const xero = useConsentedXero(() => [{ ...HARBOUR, contacts: [ACME, { name: 'Other Co' }] }]);
const server = useServer(() => xeroEnvironment(xero()));

async function connected(clientName = 'Acme Ltd') {
  await connectToXero(server().services, xero());
  const clientId = addClient(server(), clientName);
  const path = `/clients/${clientId}/contact`;
  return { clientId, path, visitor: await visitSignedIn(server()) };
}

function links() {
  return server().services.db.select().from(clientContacts).all();
}

function alertsOf(html: string): string[] {
  return [...html.matchAll(/role="alert"[^>]*>([\s\S]*?)<\/div>/g)].map(([, inner = '']) =>
    visibleText(inner),
  );
}

describe('the dialog of a client’s contact', () => {
  test('suggests, links what is chosen, and the card names it', async () => {
    const { path, visitor } = await connected();
    const unlinked = visibleText((await visitor.get('/clients')).text);
    expect(unlinked).toContain(
      'Acme Ltd Active Standard £60.00/hr Premium £90.00/hr Edit Xero contact',
    );
    expect(unlinked).not.toContain('In Xero:');
    const { status, text } = await visitor.get(path);
    expect(status).toBe(200);
    expect(visibleText(text)).toContain('In Harbour Consulting Not linked Create in Xero');
    expect(visibleText(text)).toContain('Acme Ltd accounts@acme.example Same name Choose');
    expect(visibleText(text)).not.toContain('Other Co');
    expect(links()).toEqual([]);

    const choice = `link:${contactIdOf(xero(), 'Acme Ltd')}`;
    const chosen = await visitor.post(path, { choice });
    expect([chosen.status, chosen.location]).toEqual([303, '/clients']);
    const screen = await visitor.get('/clients');
    expect(toastOf(screen.text)).toContain('Acme Ltd is “Acme Ltd” in Xero');
    expect(visibleText(screen.text)).toContain('In Xero: Acme Ltd');
  });

  test('searches with a form that changes nothing', async () => {
    const { path, visitor } = await connected();
    const { text } = await visitor.get(`${path}?q=other`);
    expect(visibleText(text)).toContain('Other Co Choose');
    expect(visibleText(text)).not.toContain('accounts@acme.example');
    const none = await visitor.get(`${path}?q=%22nobody%22`);
    expect(visibleText(none.text)).toContain('No contact matches “"nobody"”.');
    expect(links()).toEqual([]);
  });

  test('leads back to where it was opened, after a search and a refusal, too', async () => {
    const { clientId, path, visitor } = await connected();
    const page = `/clients/${clientId}`;
    const link = /href="([^"]*\/contact[^"]*)"/.exec((await visitor.get(page)).text)?.[1] ?? '';
    const opened = (await visitor.get(link)).text;
    const search = /<form[^>]*role="search"[^>]*>([\s\S]*?)<\/form>/.exec(opened)?.[0] ?? '';
    expect(controlOf(search, 'back').value).toBe(page);
    expect(
      (await pressPlainly(visitor, opened, 'Choose Acme Ltd, accounts@acme.example')).location,
    ).toBe(page);
    const found = (await visitor.get(`${path}?back=${encodeURIComponent(page)}&q=other`)).text;
    expect((await pressPlainly(visitor, found, 'Choose Other Co')).location).toBe(page);
    xero().archiveContact(contactIdOf(xero(), 'Acme Ltd'));
    const refused = await pressPlainly(visitor, opened, 'Choose Acme Ltd, accounts@acme.example');
    expect(refused.status).toBe(404);
    expect((await pressPlainly(visitor, refused.text, 'Unlink')).location).toBe(page);
  });

  test('creates a contact once, although the answer is lost, and unlinks it', async () => {
    const { path, visitor } = await connected('New Co');
    xero().fail({ kind: 'reset-after', path: '/Contacts', method: 'PUT' });
    const lost = await visitor.post(path, { choice: 'create' });
    expect(lost.status).toBe(502);
    expect(alertsOf(lost.text).join()).toContain('Xero may have done this anyway');
    const again = await visitor.post(path, { choice: 'create' });
    expect(again.location).toBe('/clients');
    const names = () =>
      xero()
        .state()
        .contacts.map(({ name }) => name);
    expect(names()).toEqual(['Acme Ltd', 'Other Co', 'New Co']);
    expect(links()).toMatchObject([{ contactId: contactIdOf(xero(), 'New Co') }]);
    await visitor.post(path, { choice: 'unlink' });
    expect(links()).toEqual([]);
    expect(names()).toHaveLength(3);
  });

  test('two presses at the same time create one contact', async () => {
    const { path, visitor } = await connected('New Co');
    xero().setDelay(30);
    const press = () => visitor.post(path, { choice: 'create' });
    const answers = await Promise.all([press(), press()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(xero().state().contacts).toHaveLength(3);
  });

  test('says that a name belongs to the contact of another client', async () => {
    const { path, visitor } = await connected();
    await visitor.post(path, { choice: 'create' });
    const twin = `/clients/${addClient(server(), 'ACME LTD')}/contact`;
    const refused = await visitor.post(twin, { choice: 'create' });
    expect(refused.status).toBe(409);
    expect(alertsOf(refused.text).join()).toContain('already belongs to the client Acme Ltd');
    expect(links()).toHaveLength(1);
  });

  test('makes another in one press where the contact was archived, which keeps its number, and runs go on', async () => {
    const { clientId, path, visitor } = await connected('New Co');
    await activate(server().services, HARBOUR.tenantId ?? '');
    await visitor.post(path, { choice: 'create' });
    const workTypeId = addWorkType(server(), 'Support');
    addLog(server(), { clientId, workTypeId, day: '2026-09-30' });
    xero().archiveContact(contactIdOf(xero(), 'New Co'));
    const run = await visitor.api('POST', '/api/xero/create-invoices');
    expect(run.text).toContain(
      'is archived or deleted in Xero. Restore it in Xero, or choose or create',
    );
    expect(xero().state().invoices).toEqual([]);

    const opened = (await visitor.get(path)).text;
    const pressed = await pressPlainly(visitor, opened, 'Create a new one in Xero');
    expect(pressed.location).toBe('/clients');
    const made = xero()
      .state()
      .contacts.filter(({ name }) => name === 'New Co');
    const [first, second] = made;
    expect(made.map(({ status }) => status)).toEqual(['ARCHIVED', 'ACTIVE']);
    expect(second?.contactNumber).toBe(`${first?.contactNumber}.2`);
    expect(links()).toMatchObject([{ contactId: second?.contactId }]);
    // The page from before, pressed again, makes no third one; and the button is gone.
    await pressPlainly(visitor, opened, 'Create a new one in Xero');
    expect(xero().state().contacts).toHaveLength(4);
    expect((await visitor.get(path)).text).not.toContain('Create a new one');
    await visitor.api('POST', '/api/xero/create-invoices');
    await expect
      .poll(() => xero().state().invoices)
      .toMatchObject([{ contactId: second?.contactId }]);
  });

  test('keeps the link and says so when Xero is down, and when the contact is archived', async () => {
    const { path, visitor } = await connected();
    const contactId = contactIdOf(xero(), 'Acme Ltd');
    await visitor.post(path, { choice: `link:${contactId}` });
    xero().fail({ kind: '503-html', path: '/Contacts', times: 3 });
    const down = await visitor.get(path);
    expect(down.status).toBe(200);
    expect(alertsOf(down.text)).toEqual([
      'Xero is not available at the moment. No changes were made in Xero. Try again in a few minutes.',
    ]);
    expect(visibleText(down.text)).toContain('In Harbour Consulting Acme Ltd Unlink');
    xero().heal();
    xero().archiveContact(contactId);
    const archived = await visitor.get(path);
    expect(alertsOf(archived.text).join()).toContain('is archived or deleted in Xero');
    const other = `link:${contactIdOf(xero(), 'Other Co')}`;
    expect((await visitor.post(path, { choice: other })).status).toBe(303);
    expect(links()).toMatchObject([{ contactName: 'Other Co' }]);
  });

  test('refuses what none of its buttons sends', async () => {
    const { path, visitor } = await connected();
    for (const choice of ['', 'link:', 'link:1', 'erase']) {
      expect((await visitor.post(path, { choice })).status).toBe(400);
    }
    expect((await visitor.post(path)).status).toBe(400);
    const unknown = 'link:00000000-0000-4000-8000-000000000000';
    expect((await visitor.post(path, { choice: unknown })).status).toBe(404);
    expect((await visitor.get('/clients/999/contact')).status).toBe(404);
    expect((await visitor.post('/clients/999/contact', { choice: 'create' })).status).toBe(404);
    expect(links()).toEqual([]);
  });

  test('needs a sign-in', async () => {
    const { path } = await connected();
    const stranger = visit(server());
    expect((await stranger.get(path)).status).toBe(401);
    expect((await stranger.post(path, { choice: 'create' })).status).toBe(401);
    expect(links()).toEqual([]);
  });

  test('leads to Settings as long as Xero is not connected', async () => {
    const clientId = addClient(server(), 'Acme Ltd');
    const visitor = await visitSignedIn(server());
    const path = `/clients/${clientId}/contact`;
    const { text } = await visitor.get(path);
    expect(visibleText(text)).toContain(
      'Tallyhour is not connected to Xero. Connect it in Settings',
    );
    expect(text).toContain('href="/settings"');
    expect((await visitor.post(path, { choice: 'create' })).status).toBe(409);
    expect(xero().state().calls).toEqual([]);
  });

  test('loses its link when the row of the client is erased', async () => {
    const { path, clientId, visitor } = await connected();
    await visitor.post(path, { choice: 'create' });
    expect(links()).toHaveLength(1);
    server().services.db.delete(clients).where(eq(clients.id, clientId)).run();
    expect(links()).toEqual([]);
  });
});
