import { beforeEach, describe, expect, test } from 'vitest';
import { endToken } from '#app/auth/tokens/tokens.server.ts';
import { users, workLogs } from '#db/schema.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { connectAssistant, tokenWith } from '#tests/support/server/assistant.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visit, visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';

const server = useServer();
let signedIn: Visitor;
let bearer: string;

beforeEach(async () => {
  signedIn = await visitSignedIn(server());
  addClient(server(), 'Thorn Ltd');
  addWorkType(server(), 'Remote Support');
  bearer = `Bearer ${tokenWith(server(), ['log', 'read']).token}`;
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const LOG = {
  ...LIST,
  method: 'tools/call',
  params: { name: 'log_work', arguments: { line: '1h thorn remote' } },
};

/** Headers as a client of 2025-11-25 sends them. */
const headers = (more: Record<string, string> = {}) => ({
  Authorization: bearer,
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-11-25',
  ...more,
});

const stored = () => server().services.db.select().from(workLogs).all();
const post = (body: unknown, more?: Record<string, string>) =>
  visit(server()).api('POST', '/mcp', body, headers(more));

describe('Who may come in', () => {
  test('nobody without a token, a cookie or not', async () => {
    for (const visitor of [visit(server()), signedIn]) {
      const refused = await visitor.api('POST', '/mcp', LOG);
      expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
      expect(refused.json()).toMatchObject({
        message: expect.stringContaining('Bearer') as string,
      });
    }
    expect(stored()).toEqual([]);
  });

  test('no token that is none, that has ended or has expired, also beside a good cookie', async () => {
    const { services } = server();
    const ended = tokenWith(server(), ['all']);
    endToken(services, services.db.select().from(users).get()?.id ?? 0, ended.id);
    const expired = tokenWith(server(), ['all'], { days: 1 });
    server().setClock(new Date(Date.now() + 25 * 60 * 60 * 1000));
    for (const token of ['th_nonsense', '', ended.token, expired.token]) {
      const refused = await signedIn.api(
        'POST',
        '/mcp',
        LOG,
        headers({ Authorization: `Bearer ${token}` }),
      );
      expect([token, refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([
        token,
        401,
        expect.stringContaining('Bearer'),
      ]);
    }
    expect(stored()).toEqual([]);
  });

  test('a token that ends while its assistant is connected', async () => {
    const { services } = server();
    const { call, token } = await connectAssistant(server(), ['log']);
    expect((await call('log_work', { line: '1h thorn remote' })).isError).toBe(false);
    endToken(services, services.db.select().from(users).get()?.id ?? 0, token.id);
    await expect(call('log_work', { line: '2h thorn remote' })).rejects.toThrow();
    expect(stored()).toHaveLength(1);
  });

  test('no page of another site, whichever host it thinks it asks', async () => {
    const pages: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example', Host: 'evil.example' },
    ];
    for (const more of pages) {
      expect([more, (await post(LOG, more)).status]).toEqual([more, 403]);
    }
    expect(stored()).toEqual([]);
  });
});

describe('A message as 2025-11-25 sends it', () => {
  test('is answered without a session', async () => {
    const init = await post({
      ...LIST,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      },
    });
    expect([init.status, init.headers.get('Mcp-Session-Id')]).toEqual([200, null]);
    expect(init.text).toContain('"protocolVersion":"2025-11-25"');
    expect(init.headers.get('Cache-Control')).toContain('no-store');
    const done = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([done.status, done.text]).toEqual([202, '']);
    const listed = await post(LIST);
    expect(listed.text).toContain('"name":"log_work"');
    expect((await post(LOG)).text).toContain('"duration":60');
    expect(stored()).toHaveLength(1);
  });

  test('of a tool that is not there, or a method, is refused', async () => {
    const unknown = { ...LOG, params: { name: '__proto__', arguments: {} } };
    expect((await post(unknown)).text).toContain('There is no tool of this name.');
    expect((await post({ ...LIST, method: 'resources/list' })).text).toContain('-32601');
  });
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is not taken', async (method) => {
  const answer = await visit(server()).send('/mcp', { method, headers: headers() });
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
});

test('A body that is no message is refused in a sentence', async () => {
  const send = (body: string, type = 'application/json') =>
    visit(server()).send('/mcp', {
      method: 'POST',
      headers: headers({ 'Content-Type': type }),
      body,
    });
  expect((await send('{"jsonrpc"')).json()).toEqual({
    message: 'The body is not valid JSON.',
    issues: [],
  });
  expect((await send('')).status).toBe(400);
  expect((await send('7')).status).toBe(400);
  expect((await send('{}')).status).toBe(400);
  expect((await send(JSON.stringify(LOG), 'text/plain')).status).toBe(415);
  expect((await send(JSON.stringify({ ...LOG, more: 'x'.repeat(600_000) }))).status).toBe(413);
  const batch = await send(JSON.stringify([LOG, LOG]));
  expect([batch.status, stored()]).toEqual([400, []]);
});

test('Nobody can hold a stream open', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const answer = await post(
    {
      ...LIST,
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    },
    { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
  );
  expect(answer.text).toContain('limit');
});
