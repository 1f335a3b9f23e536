import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activeOrganisation, findOrganisation } from '#app/xero/connection/organisation.server.ts';
import { clientContacts } from '#db/schema.ts';
import { addClient } from '../../support/data/entries.ts';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { useXero } from '../../support/server/use-xero.ts';
import { visit, visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import {
  connecting,
  connectionOf,
  HARBOUR_ID,
  QUAY_ID,
  toastAfter,
} from '../../support/server/xero-connection.ts';

const xero = useXero();
const server = useServer(() => xero().environment);
const { begin, connect, connected, row, countTokenCalls, ask } = connecting(server, xero);

const NOT_CONNECTED = 'No active Xero connection found. Please connect to Xero first.';
const NOT_OURS =
  'Xero was not connected: the answer does not match a connection you started here in the last ten minutes. Press "Connect to Xero" again.';
const MINUTE = 60_000;

describe('connecting', () => {
  test('starts at an address that is new each time', async () => {
    const visitor = await visitSignedIn(server());
    server().setClock(new Date('2026-07-16T09:00:00Z'));
    const page = (await visitor.get('/settings')).text;
    expect(page).toContain('href="/api/xero/authorize?t=1784192400000"');
  });

  test('with one organisation makes it active at once, with the usual settings', async () => {
    const visitor = await visitSignedIn(server());
    const answer = await connect(visitor, [HARBOUR_ID]);
    expect(await toastAfter(visitor, answer)).toContain('Connected to Xero successfully');
    expect(await connectionOf(visitor)).toEqual({
      connected: true,
      authorized: true,
      requiresTenantSelection: false,
      tenantId: HARBOUR_ID,
      tenantName: 'Harbour Consulting',
      connectedAt: row()?.connectedAt.toISOString(),
      restored: false,
    });
    expect(activeOrganisation(server().services)).toMatchObject({
      shortCode: '!hArb',
      currency: 'GBP',
      isVatRegistered: true,
      accountCode: '200',
      timeTaxCode: 'OUTPUT2',
      paymentTerms: { day: 14, type: 'DAYSAFTERBILLDATE' },
    });
  });

  test('with several asks which one, until one is chosen', async () => {
    const visitor = await connected([HARBOUR_ID, QUAY_ID]);
    expect(await connectionOf(visitor)).toMatchObject({
      connected: false,
      authorized: true,
      requiresTenantSelection: true,
      tenantId: null,
    });
    const page = visibleText((await visitor.get('/settings')).text);
    expect(page).toContain('Authorized - Please select organisation');
    expect(page).toContain('Select Org');
    const chosen = await visitor.api('PATCH', '/api/xero/active-tenant', { tenantId: QUAY_ID });
    expect(chosen.json()).toMatchObject({ success: true, connected: true, tenantId: QUAY_ID });
    expect(activeOrganisation(server().services)).toMatchObject({
      isVatRegistered: false,
      accountCode: '200',
      timeTaxCode: null,
    });
  });

  test('is refused for a state that is missing, wrong, used, old or of another session', async () => {
    const visitor = await visitSignedIn(server());
    const other = await visitSignedIn(server());
    const state = await begin(visitor);
    const code = () => xero().grantCode();
    const refused = async (who: Visitor, query: string) => {
      const answer = await who.get(`/api/xero/callback?code=${code()}${query}`);
      expect(await toastAfter(who, answer)).toContain(NOT_OURS);
    };
    await refused(visitor, '');
    await begin(visitor);
    await refused(visitor, '&state=another');
    await begin(visitor);
    await refused(visitor, `&state=${state}`);
    // A cookie from somebody else's session does not help.
    const stolen = await begin(visitor);
    const cookie = visitor.cookies.get('xero-state') ?? '';
    other.cookies.set('xero-state', cookie);
    await refused(other, `&state=${stolen}`);
    const old = await begin(visitor);
    const start = new Date();
    server().setClock(new Date(start.getTime() + 10 * MINUTE));
    await refused(visitor, `&state=${old}`);
    server().setClock(start);
    visitor.cookies.set('xero-state', cookie);
    expect(row()).toBeUndefined();
    expect(countTokenCalls()).toBe(0);
    // The control: with its own session the same answer is accepted, once.
    const good = await visitor.get(`/api/xero/callback?code=${code()}&state=${stolen}`);
    expect(await toastAfter(visitor, good)).not.toContain('not connected');
    expect(row()).toBeDefined();
    await refused(visitor, `&state=${stolen}`);
  });

  test('needs a sign-in, and goes on afterwards', async () => {
    const stranger = visit(server());
    expect((await stranger.get('/api/xero/authorize')).location).toBe('/api/login');
    expect((await stranger.get('/api/xero/callback?code=x&state=y')).location).toBe('/api/login');
    for (const [method, path] of [
      ['GET', '/api/xero/connection'],
      ['GET', '/api/xero/tenants'],
      ['PATCH', '/api/xero/active-tenant'],
      ['POST', '/api/xero/disconnect'],
    ] as const) {
      expect([path, (await stranger.send(path, { method })).status]).toEqual([path, 401]);
    }
    const visitor = await connected();
    for (const form of ['organisation', 'choices', 'refresh', 'template', 'disconnect']) {
      const { status } = await stranger.post(`/settings/xero/${form}`, { tenantId: QUAY_ID });
      expect([form, status]).toEqual([form, 401]);
    }
    expect(await connectionOf(visitor)).toMatchObject({ connected: true, tenantId: HARBOUR_ID });
  });

  test('keeps the tokens when Xero cannot be read right afterwards, and can be completed later', async () => {
    const visitor = await visitSignedIn(server());
    xero().fail({ kind: '503-html', path: '/connections', times: 1 });
    const answer = await connect(visitor, [HARBOUR_ID]);
    expect(await toastAfter(visitor, answer)).toContain(
      'Xero is connected, but your organisation could not be read.',
    );
    expect(row()).toBeDefined();
    await visitor.post('/settings/xero/refresh');
    await visitor.api('PATCH', '/api/xero/active-tenant', { tenantId: HARBOUR_ID });
    expect(await connectionOf(visitor)).toMatchObject({ connected: true });
  });
});

describe('the active organisation', () => {
  test('is switched, and what was chosen for each stays', async () => {
    const visitor = await connected([HARBOUR_ID, QUAY_ID]);
    const goTo = (tenantId: string) => visitor.post('/settings/xero/organisation', { tenantId });
    expect(await toastAfter(visitor, await goTo(HARBOUR_ID))).toContain(
      'Active tenant updated successfully',
    );
    const choices = { tenantId: HARBOUR_ID, accountCode: '260', timeTaxCode: 'ZERORATEDOUTPUT' };
    const saved = await visitor.post('/settings/xero/choices', choices);
    expect(await toastAfter(visitor, saved)).toContain('Xero settings saved successfully');
    await goTo(QUAY_ID);
    const late = await visitor.post('/settings/xero/choices', choices);
    expect(await toastAfter(visitor, late)).toContain('Another organisation is active now');
    await goTo(HARBOUR_ID);
    expect(activeOrganisation(server().services)).toMatchObject({
      tenantId: HARBOUR_ID,
      accountCode: '260',
      timeTaxCode: 'ZERORATEDOUTPUT',
    });
    for (const wrong of [{ accountCode: '400' }, { timeTaxCode: 'INPUT2' }]) {
      const refused = await visitor.post('/settings/xero/choices', { ...choices, ...wrong });
      expect(await toastAfter(visitor, refused)).toContain('Failed to save Xero settings');
    }
  });

  test('stays the same when another cannot be read, is unknown or is not named', async () => {
    const visitor = await connected([HARBOUR_ID, QUAY_ID]);
    const goTo = (tenantId: unknown) =>
      visitor.api('PATCH', '/api/xero/active-tenant', { tenantId });
    await goTo(HARBOUR_ID);
    xero().fail({ kind: '503-html', path: '/TaxRates', times: 1 });
    expect((await goTo(QUAY_ID)).status).toBe(502);
    expect((await goTo('33333333-aaaa-4bbb-8ccc-000000000003')).status).toBe(404);
    expect((await goTo('')).status).toBe(400);
    expect((await goTo(7)).status).toBe(400);
    expect(await connectionOf(visitor)).toMatchObject({ tenantId: HARBOUR_ID });
    expect(findOrganisation(server().services, QUAY_ID)).toBeNull();
  });

  test('is gone once Xero no longer lets us in', async () => {
    const visitor = await connected([HARBOUR_ID, QUAY_ID]);
    await visitor.api('PATCH', '/api/xero/active-tenant', { tenantId: HARBOUR_ID });
    xero().disconnect(HARBOUR_ID);
    await expect(ask()).rejects.toMatchObject({ kind: 'connection-gone' });
    expect(await connectionOf(visitor)).toMatchObject({
      connected: false,
      requiresTenantSelection: true,
    });
    expect((await visitor.get('/api/xero/tenants')).json()).toEqual({
      success: true,
      tenants: [{ tenantId: QUAY_ID, tenantName: 'Quay Side Projects' }],
    });
  });
});

describe('a server without a registered app', () => {
  const plain = useServer();

  test('says which variables are missing, and asks nothing', async () => {
    const visitor = await visitSignedIn(plain());
    const page = visibleText((await visitor.get('/settings')).text);
    expect(page).toContain('XERO_CLIENT_ID and XERO_CLIENT_SECRET');
    expect(await toastAfter(visitor, await visitor.get('/api/xero/authorize'))).toContain(
      'Xero is not set up on this server.',
    );
    expect((await visitor.get('/api/xero/tenants')).status).toBe(409);
    expect(await connectionOf(visitor)).toMatchObject({ connected: false, authorized: false });
  });
});

describe('disconnecting', () => {
  test('ends every connection in Xero, forgets the tokens, and keeps the links of clients', async () => {
    const visitor = await connected([HARBOUR_ID, QUAY_ID]);
    const clientId = addClient(server(), 'Acme');
    const link = { clientId, tenantId: HARBOUR_ID, contactId: 'c', contactName: 'Acme' };
    const { db } = server().services;
    db.insert(clientContacts)
      .values({ ...link, linkedAt: new Date() })
      .run();
    // A connection that the person has removed in Xero already counts as ended.
    xero().disconnect(QUAY_ID);
    const answer = await visitor.api('POST', '/api/xero/disconnect');
    expect([answer.status, answer.json()]).toEqual([200, { success: true }]);
    expect(xero().state().connections).toEqual([]);
    expect(row()).toBeUndefined();
    expect(
      db.select().from(clientContacts).where(eq(clientContacts.clientId, clientId)).all(),
    ).toHaveLength(1);
    const refused = await visitor.get('/api/xero/tenants');
    expect([refused.status, refused.json()]).toEqual([409, { message: NOT_CONNECTED }]);
    expect((await visitor.api('POST', '/api/xero/disconnect')).status).toBe(409);
  });

  test('forgets the tokens even when Xero cannot answer, and says where to end the connection there', async () => {
    const visitor = await connected();
    xero().fail({ kind: '503-html', path: '/connections', times: 9 });
    const answer = await visitor.post('/settings/xero/disconnect');
    const toast = await toastAfter(visitor, answer);
    expect(toast).toContain('Disconnected here, but Xero could not be told');
    expect(toast).toContain('End it in Xero, too: Settings, Connected apps');
    expect(row()).toBeUndefined();
    expect(await connectionOf(visitor)).toMatchObject({ connected: false, authorized: false });
    // Nor does it need a token that cannot be renewed.
    xero().heal();
    await connect(visitor, [HARBOUR_ID]);
    xero().expireAccessTokens();
    xero().fail({ kind: '503-html', path: '/connect/token', times: 9 });
    const told = await visitor.api('POST', '/api/xero/disconnect');
    expect(told.status).toBe(200);
    expect(told.json()).toMatchObject({
      success: true,
      message: expect.stringContaining('Connected apps') as string,
    });
    expect(row()).toBeUndefined();
  });

  test('is reported on the screen and changes nothing when the database cannot write', async () => {
    const visitor = await connected();
    const { $client } = server().services.db;
    $client.exec(`create trigger full before delete on xero_connections
      begin select raise(abort, 'disk full'); end`);
    const answer = await visitor.post('/settings/xero/disconnect');
    expect(await toastAfter(visitor, answer)).toContain('Failed to disconnect from Xero');
    expect(row()).toBeDefined();
  });

  test('leaves a connection alone that was made after the question was shown', async () => {
    const visitor = await connected();
    const asked = await visitor.get('/settings/xero/disconnect');
    const [, version = ''] = /name="version" value="(\d+)"/.exec(asked.text) ?? [];
    expect(version).not.toBe('');
    expect((await visitor.post('/settings/xero/disconnect', { version })).status).toBe(303);
    expect(row()).toBeUndefined();
    await connect(visitor, [HARBOUR_ID]);
    const stale = await visitor.post('/settings/xero/disconnect', { version });
    expect(await toastAfter(visitor, stale)).toContain('changed in another window');
    expect(row()).toBeDefined();
  });

  test('works when the sign-in has ended already', async () => {
    const visitor = await connected();
    xero().endGrants();
    expect((await visitor.api('POST', '/api/xero/disconnect')).status).toBe(200);
    expect(row()).toBeUndefined();
  });
});

describe('the description template', () => {
  test('is saved, and refused when it is blank', async () => {
    const visitor = await connected();
    const blank = await visitor.post('/settings/xero/template', { template: '  \t ' });
    expect([blank.status, visibleText(blank.text).includes('Enter a template.')]).toEqual([
      400,
      true,
    ]);
    expect((await visitor.get('/settings')).text).toContain('{date} | {workType} | {description}');
    const slip = await visitor.post('/settings/xero/template', { template: '{date} {Client}' });
    expect(slip.status).toBe(400);
    expect(visibleText(slip.text)).toContain(
      '{Client} is no shortcode. Use {date}, {workType} and {description}.',
    );
    expect(slip.text).toContain('value="{date} {Client}"');
    const viaApi = { invoiceDescriptionTemplate: '{client}: {description}' };
    expect((await visitor.api('POST', '/api/ai/config', viaApi)).status).toBe(400);
    const saved = await visitor.post('/settings/xero/template', { template: ' {description} ' });
    expect(await toastAfter(visitor, saved)).toContain('Xero settings saved successfully');
    expect((await visitor.get('/settings')).text).toContain('value="{description}"');
  });

  test('comes back as it was typed, with a sentence, when the database cannot write', async () => {
    const visitor = await connected();
    server().services.db.$client.exec(`create trigger full before insert on settings
      when new.name = 'invoices.template' begin select raise(abort, 'disk full'); end`);
    const template = '{workType}: {description}';
    const answer = await visitor.post('/settings/xero/template', { template });
    expect(answer.status).toBe(500);
    expect(visibleText(answer.text)).toContain(
      'Failed to save Xero settings. Your entries are kept here; try again.',
    );
    expect(answer.text).toContain(`value="${template}"`);
  });
});
