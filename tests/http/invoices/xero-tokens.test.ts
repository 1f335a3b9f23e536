import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTokens } from '#app/xero/connection/tokens.server.ts';
import { xeroConnections } from '#db/schema.ts';
import { visibleText } from '../../support/html.ts';
import { useServer } from '../../support/server/use-server.ts';
import { useXero } from '../../support/server/use-xero.ts';
import {
  connecting,
  connectionOf,
  HARBOUR_ID,
  QUAY_ID,
} from '../../support/server/xero-connection.ts';

const xero = useXero();
const server = useServer(() => xero().environment);
const { connect, connected, row, countTokenCalls, ask } = connecting(server, xero);

const ENDED =
  'The connection to Xero has ended. No changes were made in Xero. Connect to Xero again in Settings.';
const MINUTE = 60_000;

describe('the tokens', () => {
  test('are encrypted in the file, and in no reply and no log line', async () => {
    const visitor = await connected([HARBOUR_ID, QUAY_ID]);
    const held = row();
    const opened = held && openTokens(server().services, held);
    if (!opened) throw new Error('No token is held');
    const tokens = Object.values(opened);
    const replies: string[] = [];
    for (const path of ['/settings', '/api/xero/connection', '/api/xero/tenants']) {
      replies.push((await visitor.get(path)).text);
    }
    xero().fail({ kind: '500-before', path: '/connections', times: 1 });
    replies.push((await visitor.get('/api/xero/tenants')).text);
    replies.push(JSON.stringify(server().logLines()));
    const { dataDir } = server().services.config;
    const files = readdirSync(dataDir).filter((name) => name.startsWith('database'));
    for (const name of files) replies.push(readFileSync(join(dataDir, name), 'latin1'));
    for (const token of tokens) expect(token.length).toBeGreaterThan(20);
    for (const reply of replies) for (const token of tokens) expect(reply).not.toContain(token);
    // A control: the part of the file with the encrypted token is read.
    expect(replies.some((reply) => reply.includes(row()?.accessToken ?? '-'))).toBe(true);
  });

  test('are refreshed once for many calls at once, before they expire', async () => {
    await connected();
    const before = row();
    server().setClock(new Date(Date.now() + 29.5 * MINUTE));
    const read = await Promise.all([ask(), ask(), ask()]);
    expect(read).toEqual([[], [], []]);
    expect(countTokenCalls()).toBe(2);
    expect(row()?.refreshToken).not.toBe(before?.refreshToken);
  });

  test('are refreshed once when Xero refuses one, and the refused call alone is repeated', async () => {
    await connected();
    xero().expireAccessTokens();
    const read = await Promise.all([ask(), ask()]);
    expect(read).toHaveLength(2);
    expect(countTokenCalls()).toBe(2);
    xero().fail({ kind: '401', path: '/Contacts', times: 9 });
    await expect(ask()).rejects.toMatchObject({
      kind: 'not-authorised',
      isOutcomeUnknown: false,
    });
    expect(countTokenCalls()).toBe(3);
  });

  test('that cannot be renewed for a while leave the connection in place and no outcome unknown', async () => {
    await connected();
    server().setClock(new Date(Date.now() + 31 * MINUTE));
    xero().fail({ kind: '500-before', path: '/connect/token', times: 1 });
    await expect(ask()).rejects.toMatchObject({
      kind: 'unavailable',
      isOutcomeUnknown: false,
    });
    expect(row()?.endedAt).toBeNull();
    expect(await ask()).toEqual([]);
  });

  test('that Xero no longer accepts end the connection, and connecting again mends it', async () => {
    const visitor = await connected();
    xero().endGrants();
    server().setClock(new Date(Date.now() + 31 * MINUTE));
    const answer = await visitor.get('/api/xero/tenants');
    expect([answer.status, answer.json()]).toEqual([409, { message: ENDED }]);
    expect(row()?.endedAt).not.toBeNull();
    const asked = xero().state().calls.length;
    await expect(ask()).rejects.toMatchObject({ kind: 'connection-gone' });
    expect(xero().state().calls).toHaveLength(asked);
    expect(await connectionOf(visitor)).toMatchObject({ connected: false, authorized: false });
    expect(visibleText((await visitor.get('/settings')).text)).toContain(
      'The connection to Xero has ended',
    );
    await connect(visitor, [HARBOUR_ID]);
    expect(await connectionOf(visitor)).toMatchObject({ connected: true, tenantId: HARBOUR_ID });
  });

  test('that arrive after a disconnection are not kept', async () => {
    const visitor = await connected();
    server().setClock(new Date(Date.now() + 29.5 * MINUTE));
    xero().setDelay(300);
    const reading = ask();
    const failed = expect(reading).rejects.toMatchObject({ status: 409 });
    server().services.db.delete(xeroConnections).run();
    await failed;
    xero().heal();
    expect(row()).toBeUndefined();
    expect((await visitor.api('POST', '/api/xero/disconnect')).status).toBe(409);
  });
});
