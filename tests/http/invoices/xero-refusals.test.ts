import { describe, expect, test } from 'vitest';
import { clientContacts } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { toastOf, visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useXero } from '#tests/support/server/use-xero.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import {
  connecting,
  connectionOf,
  HARBOUR_ID,
  QUAY_ID,
  toastAfter,
} from '#tests/support/server/xero-connection.ts';

const xero = useXero();
const server = useServer(() => xero().environment);
const { begin, connect, connected, row, ask } = connecting(server, xero);

/** What is said after Xero's page has sent somebody back with an error. */
async function refusedWith(visitor: Visitor, query: string): Promise<string> {
  const state = await begin(visitor);
  const answer = await visitor.get(`/api/xero/callback?${query}&state=${state}`);
  return (await toastAfter(visitor, answer)) ?? '';
}

/** Opens Xero's page; gives what it shows, and sends its form. */
async function consent(visitor: Visitor) {
  const { location } = await visitor.get('/api/xero/authorize?t=1');
  const address = location ?? '';
  return {
    page: await (await fetch(address)).text(),
    send: async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' });
      const back = new URL(answer.headers.get('Location') ?? '');
      expect(back.searchParams.get('error_description')).toBe('TenantConsent status DENIED');
      return visitor.get(`${back.pathname}${back.search}`);
    },
  };
}

const CANCELLED =
  'Cancel was pressed in Xero. Press "Connect to Xero" again and allow access. If Xero did not offer your organisation: your role in it has to be Standard or Adviser, and it can have at most two apps that Xero has not certified, as this one is not. Disconnect another one in Xero: Settings, Connected apps.';

describe('Somebody whom Xero sends back without access', () => {
  test('reads that it was cancelled, what was kept, and why an organisation may not be offered', async () => {
    const visitor = await visitSignedIn(server());
    const first = await (await consent(visitor)).send({ cancel: 'yes' });
    const nothing = `Xero was not connected. Nothing was changed. ${CANCELLED}`;
    expect(await toastAfter(visitor, first)).toContain(nothing);
    expect(row()).toBeUndefined();

    await connect(visitor, [HARBOUR_ID]);
    const again = await (await consent(visitor)).send({ cancel: 'yes' });
    const kept = `Xero was not connected. The connection that there was is kept. ${CANCELLED}`;
    expect(await toastAfter(visitor, again)).toContain(kept);
    expect(await connectionOf(visitor)).toMatchObject({ connected: true, tenantId: HARBOUR_ID });
  });

  test('is not offered an organisation with two apps that are not certified, nor one without the role', async () => {
    const visitor = await visitSignedIn(server());
    xero().fill(HARBOUR_ID);
    expect((await consent(visitor)).page).not.toContain('Harbour Consulting');
    xero().takeRole(QUAY_ID);
    const { page, send } = await consent(visitor);
    expect(page).not.toContain('Quay Side Projects');
    const answer = await send({ cancel: 'yes' });
    expect(await toastAfter(visitor, answer)).toContain(CANCELLED);
  });

  test.each([
    [
      'error=invalid_scope',
      'does not give this app what Tallyhour asks for (offline_access accounting',
    ],
    [
      'error=temporarily_unavailable',
      'Xero has a fault of its own at the moment. Try again in a few',
    ],
    ['error=server_error', 'Xero has a fault of its own at the moment. Try again in a few'],
    [
      'error=unauthorized_client',
      'Xero named unauthorized_client. Whoever runs this server has to',
    ],
    ['error=%3Cscript%3E', 'Xero named no reason. Whoever runs this server has to compare'],
    ['session_state=1', 'Xero named no reason. Whoever runs this server has to compare'],
  ])('for %s reads its own reason', async (query, sentence) => {
    const said = await refusedWith(await visitSignedIn(server()), query);
    expect(said.replaceAll(', ', ' ')).toContain(sentence);
    expect(said).toContain('Xero was not connected. Nothing was changed.');
    expect(row()).toBeUndefined();
  });

  test('with access to no organisation reads that, and not which one to choose', async () => {
    const visitor = await visitSignedIn(server());
    const answer = await connect(visitor, []);
    expect(await toastAfter(visitor, answer)).toContain(
      'Xero let Tallyhour into no organisation, so no invoices can be created yet.',
    );
  });
});

describe('An organisation that lets the product in no more', () => {
  test('since whoever connected it has another role: says so, stays chosen, and works when somebody else connects', async () => {
    const visitor = await connected();
    addLog(server(), {
      clientId: addClient(server(), 'Acme'),
      workTypeId: addWorkType(server(), 'Support'),
      day: '2026-09-30',
    });
    xero().takeRole(HARBOUR_ID);
    const said =
      'Xero does not let Tallyhour work in this organisation any more: whoever connected it has another role there now, or its subscription or trial has ended. No changes were made in Xero. Have somebody whose role there is Standard or Adviser connect to Xero again in Settings.';
    await expect(ask()).rejects.toMatchObject({ message: said, isOutcomeUnknown: false });
    await visitor.post('/settings/xero/refresh');
    const page = (await visitor.get('/settings')).text;
    expect(toastOf(page)).toContain(said);
    // What the sentence asks for is there.
    expect(page).toMatch(/href="\/api\/xero\/authorize[^>]*>Connect again<\/a>/);
    expect(await connectionOf(visitor)).toMatchObject({ connected: true, tenantId: HARBOUR_ID });
    await connect(visitor, [HARBOUR_ID]);
    await expect(ask()).resolves.toEqual([]);
  });

  test('since it was reset, as a Demo Company is: is named, with what was kept and what to do', async () => {
    const visitor = await connected();
    const clientId = addClient(server(), 'Acme');
    addLog(server(), { clientId, workTypeId: addWorkType(server(), 'Support'), day: '2026-09-30' });
    await visitor.api('POST', '/api/xero/create-invoices');
    await expect.poll(() => xero().state().invoices.length, { timeout: 30_000 }).toBe(1);
    const fresh = xero().reset(HARBOUR_ID);
    await expect(ask()).rejects.toMatchObject({ kind: 'connection-gone' });
    const page = (await visitor.get('/settings')).text;
    const alert = visibleText(page);
    expect(alert).toContain('Xero does not let Tallyhour into Harbour Consulting any more');
    expect(alert).toContain(
      'a Demo Company is reset after some weeks, and is a new organisation then',
    );
    expect(alert).toContain('Connect again and allow access to it, or choose another one.');
    expect(visibleText((await visitor.get('/invoices')).text)).toContain('INV-0001');

    const answer = await connect(visitor, [fresh]);
    expect(await toastAfter(visitor, answer)).toContain('Connected to Xero successfully');
    expect(await connectionOf(visitor)).toMatchObject({ connected: true, tenantId: fresh });
    expect(visibleText((await visitor.get('/settings')).text)).not.toContain('any more');
    const links = server().services.db.select().from(clientContacts).all();
    expect(links).toMatchObject([{ clientId, tenantId: HARBOUR_ID }]);
  });

  test('since less was allowed than the product needs: says so, and to allow all of it', async () => {
    const visitor = await visitSignedIn(server());
    const state = await begin(visitor);
    const code = xero().grantCode([HARBOUR_ID], ['offline_access', 'accounting.settings.read']);
    await visitor.get(`/api/xero/callback?code=${code}&state=${state}`);
    await expect(ask()).rejects.toMatchObject({
      kind: 'not-authorised',
      message:
        'Xero was not allowed to let Tallyhour do this. No changes were made in Xero. Connect to Xero again in Settings, and allow all that is asked for.',
    });
  });
});
