import { describe, expect, test } from 'vitest';
import { clientContacts } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { controlOf, fieldsOf, visibleText } from '#tests/support/html.ts';
import { pressPlainly } from '#tests/support/plain-forms.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR, QUAY, useXero } from '#tests/support/server/use-xero.ts';
import type { Visitor } from '#tests/support/server/visitor.ts';
import { connecting, HARBOUR_ID, QUAY_ID } from '#tests/support/server/xero-connection.ts';

const xero = useXero(() => [
  { ...HARBOUR, contacts: [{ name: 'Acme' }, { name: 'Acme North' }] },
  { ...QUAY, contacts: [{ name: 'Acme' }] },
]);
const server = useServer(() => xero().environment);
const { connect, connected } = connecting(server, xero);
const NOT_CONNECTED = /No active Xero connection found|is not connected to Xero/;
const PREVIEW = '/work-logs/create-invoices?months=all';

async function start() {
  const visitor = await connected([HARBOUR_ID, QUAY_ID]);
  await activate(visitor, HARBOUR_ID);
  const acme = addClient(server(), 'Acme');
  return { visitor, acme, dialog: `/clients/${acme}/contact` };
}

async function activate(visitor: Visitor, tenantId: string) {
  expect((await visitor.api('PATCH', '/api/xero/active-tenant', { tenantId })).status).toBe(200);
}

const links = () => server().services.db.select().from(clientContacts).all();
const names = () =>
  xero()
    .state()
    .contacts.map(({ name }) => name);

const REFUSED =
  'This was made for Harbour Consulting, and Quay Side Projects is active now, so no changes were made. Check the contacts in Quay Side Projects and choose there, or make Harbour Consulting active again in Settings.';

describe('The contact dialog, when another organisation was made active meanwhile', () => {
  test('links nothing there, and decides for the one that it shows then', async () => {
    const { visitor, dialog } = await start();
    const page = (await visitor.get(dialog)).text;
    await activate(visitor, QUAY_ID);
    const refused = await pressPlainly(visitor, page, 'Choose Acme');
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(REFUSED);
    expect(visibleText(refused.text)).toContain('In Quay Side Projects Not linked');
    expect(links()).toEqual([]);
    expect((await pressPlainly(visitor, refused.text, 'Choose Acme')).status).toBe(303);
    expect(links()).toMatchObject([{ tenantId: QUAY_ID }]);
  });

  test('makes nothing there', async () => {
    const { visitor, dialog } = await start();
    const page = (await visitor.get(dialog)).text;
    await activate(visitor, QUAY_ID);
    const refused = await pressPlainly(visitor, page, 'Create in Xero');
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(REFUSED);
    expect(names()).toEqual(['Acme', 'Acme North', 'Acme']);
    expect(links()).toEqual([]);
  });

  test('unlinks nothing there', async () => {
    const { visitor, dialog } = await start();
    await pressPlainly(visitor, (await visitor.get(dialog)).text, 'Choose Acme');
    const page = (await visitor.get(dialog)).text;
    await activate(visitor, QUAY_ID);
    await pressPlainly(visitor, (await visitor.get(dialog)).text, 'Choose Acme');
    const refused = await pressPlainly(visitor, page, 'Unlink');
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(REFUSED);
    expect(links()).toHaveLength(2);
  });

  test('says so of none that is active, too', async () => {
    const { visitor, dialog } = await start();
    const page = (await visitor.get(dialog)).text;
    await visitor.api('POST', '/api/xero/disconnect');
    const refused = await pressPlainly(visitor, page, 'Choose Acme');
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain('Tallyhour is not connected to Xero');
    expect(links()).toEqual([]);
  });
});

describe('The contact dialog, when the client was linked meanwhile', () => {
  test('does not unlink or replace what it did not show, until it shows it', async () => {
    const { visitor, dialog } = await start();
    const unlinked = (await visitor.get(`${dialog}?q=acme`)).text;
    await pressPlainly(visitor, unlinked, 'Choose Acme');
    const linked = (await visitor.get(dialog)).text;
    const all = (await visitor.get(`${dialog}?q=acme`)).text;
    await pressPlainly(visitor, all, 'Choose Acme North');

    const refused = await pressPlainly(visitor, linked, 'Unlink');
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(
      'Acme was linked to “Acme North” since, so no changes were made. Check it, then choose again.',
    );
    expect((await pressPlainly(visitor, unlinked, 'Choose Acme')).status).toBe(409);
    expect(links()).toMatchObject([{ contactName: 'Acme North' }]);
    // What is so already is no conflict: a second press, or a repetition after a lost answer.
    expect((await pressPlainly(visitor, all, 'Choose Acme North')).status).toBe(303);
    expect((await pressPlainly(visitor, refused.text, 'Unlink')).status).toBe(303);
    expect((await pressPlainly(visitor, refused.text, 'Unlink')).status).toBe(303);
    expect(links()).toEqual([]);
  });

  test('does not link again what somebody unlinked', async () => {
    const { visitor, dialog } = await start();
    await pressPlainly(visitor, (await visitor.get(dialog)).text, 'Choose Acme');
    const page = (await visitor.get(`${dialog}?q=north`)).text;
    await pressPlainly(visitor, page, 'Unlink');
    const refused = await pressPlainly(visitor, page, 'Choose Acme North');
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(
      'Acme was unlinked since, so no changes were made.',
    );
  });
});

describe('The preview, when another organisation was made active meanwhile', () => {
  async function preview() {
    const { visitor, acme } = await start();
    const workTypeId = addWorkType(server(), 'Support');
    addLog(server(), { clientId: acme, workTypeId, day: '2026-09-10' });
    const page = (await visitor.get(PREVIEW)).text;
    const press = (html: string, button: string, more: Record<string, string> = {}) => {
      const fields = fieldsOf(html, 'create-invoices');
      for (const [name, value] of Object.entries(more)) fields.set(name, value);
      fields.set('press', button);
      return visitor.post(PREVIEW, fields);
    };
    return { visitor, acme, page, press };
  }

  test('links and makes no contact there, and says which one it is now', async () => {
    const { visitor, acme, page, press } = await preview();
    const asked = await press(page, `contacts:${acme}`);
    const [north] = xero()
      .state()
      .contacts.filter(({ name }) => name === 'Acme North');
    await activate(visitor, QUAY_ID);
    for (const contact of ['create', `link:${north?.contactId}`]) {
      const refused = await press(asked.text, `link:${acme}`, { contact });
      expect(refused.status).toBe(409);
      expect(visibleText(refused.text)).toContain(REFUSED);
      expect(visibleText(refused.text)).toContain('Drafts in Xero, for Quay Side Projects');
    }
    const looked = await press(page, 'look up');
    expect(looked.status).toBe(409);
    expect(links()).toEqual([]);
    expect(names()).toHaveLength(3);
    // The page that came back is made for the one that is active.
    expect((await press(looked.text, 'look up')).status).toBe(200);
    expect(links()).toMatchObject([{ tenantId: QUAY_ID, contactName: 'Acme' }]);
  });

  test('makes no invoice there, and keeps what was chosen', async () => {
    const { visitor, page, press } = await preview();
    await activate(visitor, QUAY_ID);
    const refused = await press(page, 'create');
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain('Something changed');
    expect(xero().state().invoices).toEqual([]);
  });

  test('does not replace a link that it did not show', async () => {
    const { visitor, acme, page, press } = await preview();
    const asked = (await press(page, `contacts:${acme}`)).text;
    await pressPlainly(
      visitor,
      (await visitor.get(`/clients/${acme}/contact?q=north`)).text,
      'Choose Acme North',
    );
    const [contact] = xero().state().contacts;
    const choice = { contact: `link:${contact?.contactId}` };
    const refused = await press(asked, `link:${acme}`, choice);
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain(
      'Acme was linked to “Acme North” since, so no changes were made.',
    );
    expect(links()).toMatchObject([{ contactName: 'Acme North' }]);
  });

  test('keeps what was chosen where none is active any more, and makes it once one is', async () => {
    const { visitor, acme, page, press } = await preview();
    const key = `${acme}-2026-09`;
    await visitor.api('POST', '/api/xero/disconnect');
    const chosen = { [`day-${key}`]: '2026-10-31', [`po-${key}`]: 'PO 4711' };
    for (const button of ['update', 'create', 'look up', `contacts:${acme}`, 'rewrite']) {
      const refused = await press(page, button, chosen);
      expect(refused.status, button).toBe(
        ['create', 'look up', 'rewrite'].includes(button) ? 409 : 200,
      );
      expect(visibleText(refused.text)).toMatch(NOT_CONNECTED);
      expect(controlOf(refused.text, `day-${key}`).value).toBe('2026-10-31');
      expect(controlOf(refused.text, `po-${key}`).value).toBe('PO 4711');
    }
    const kept = (await press(page, 'create', chosen)).text;
    await connect(visitor, [HARBOUR_ID, QUAY_ID]);
    await activate(visitor, HARBOUR_ID);
    expect((await press(kept, 'create')).status).toBe(303);
    expect(xero().state().invoices).toMatchObject([{ date: '2026-10-31' }]);
  });
});
