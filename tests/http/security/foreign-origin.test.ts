import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { approvedEmails, clients, sessions, users, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addUser, addWorkType, approve } from '../../support/data/entries.ts';
import { controlOf, visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit, visitSignedIn, type Answer } from '../../support/server/visitor.ts';
import { dataAddress } from '#tests/support/route-ids.ts';

const shared = useSharedServer();

const SENTENCE = 'This request came from another site, so no changes were made.';

/** Everything that a request could change. */
function everything() {
  const { db } = shared().server.services;
  const tables = [approvedEmails, clients, sessions, users, workLogs, workTypes];
  return tables.map((table) => db.select().from(table).all());
}

const EVIL = 'https://evil.example';
const foreign: [string, (ownOrigin: string) => Record<string, string>][] = [
  ['from another site', () => ({ 'Sec-Fetch-Site': 'cross-site', Origin: EVIL })],
  ['from another host of the same site', () => ({ 'Sec-Fetch-Site': 'same-site' })],
  ['from another origin', () => ({ Origin: EVIL })],
  ['from another port of this host', () => ({ Origin: 'http://localhost:1' })],
  ['from a hidden origin', () => ({ Origin: 'null' })],
  [
    'that names our origin although it is cross-site',
    (ownOrigin) => ({ 'Sec-Fetch-Site': 'cross-site', Origin: ownOrigin }),
  ],
];

describe.each(foreign)('a request %s', (_, headersFor) => {
  const headers = () => headersFor(shared().server.url);

  test('changes nothing through the API', async () => {
    const { server, visitor } = shared();
    const clientId = addClient(server, 'Acme');
    const workTypeId = addWorkType(server, 'Support');
    const logId = addLog(server, { clientId, workTypeId });
    const userId = addUser(server, 'robin@example.com');
    const before = everything();
    const work = { clientId, workTypeId, duration: 60 };
    const calls: [string, string, object?][] = [
      ['POST', '/api/clients', { name: 'Forged' }],
      ['PUT', `/api/clients/${clientId}`, { name: 'Forged' }],
      ['DELETE', `/api/clients/${clientId}`],
      ['POST', '/api/work-types', { name: 'Forged' }],
      ['PUT', `/api/work-types/${workTypeId}`, { name: 'Forged' }],
      ['DELETE', `/api/work-types/${workTypeId}`],
      ['POST', '/api/work-logs', work],
      ['PUT', `/api/work-logs/${logId}`, { duration: 1 }],
      ['DELETE', `/api/work-logs/${logId}`],
      ['DELETE', `/api/users/${userId}`],
      ['POST', '/api/approved-emails', { email: 'forged@example.com' }],
      ['DELETE', '/api/approved-emails/robin%40example.com'],
      ['POST', '/api/auth/user', {}],
      ['PATCH', '/api/nothing', {}],
    ];
    for (const [method, path, body] of calls) {
      const answer = await visitor.api(method, path, body, headers());
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.json()).toEqual({ message: SENTENCE });
    }
    expect(everything()).toEqual(before);
    // The same call without those headers goes through.
    expect((await visitor.api('POST', '/api/work-logs', work)).status).toBe(201);
  });

  test('changes nothing through a screen, as a document or as data', async () => {
    const { server, visitor } = shared();
    const clientId = addClient(server, 'Acme');
    const workTypeId = addWorkType(server, 'Support');
    const logId = addLog(server, { clientId, workTypeId });
    const userId = addUser(server, 'robin@example.com');
    const emailId = approve(server, 'robin@example.com');
    const before = everything();
    const work = { clientId: String(clientId), workTypeId: String(workTypeId), duration: '1' };
    const screens: [path: string, pattern: string, fields?: Record<string, string>][] = [
      ['/clients/new', '/clients/new', { name: 'Forged' }],
      [`/clients/${clientId}/edit`, '/clients/:id/edit', { name: 'Forged' }],
      [`/clients/${clientId}/deactivate`, '/clients/:id/deactivate'],
      [`/clients/${clientId}/reactivate`, '/clients/:id/reactivate'],
      ['/settings/work-types/new', '/settings/work-types/new', { name: 'Forged' }],
      [
        `/settings/work-types/${workTypeId}/edit`,
        '/settings/work-types/:id/edit',
        { name: 'Forged' },
      ],
      [`/settings/work-types/${workTypeId}/delete`, '/settings/work-types/:id/delete'],
      [`/settings/users/${userId}/delete`, '/settings/users/:id/delete'],
      ['/settings/approved-emails/new', '/settings/approved-emails/new', { email: 'a@b.example' }],
      [`/settings/approved-emails/${emailId}/remove`, '/settings/approved-emails/:id/remove'],
      ['/work-logs/new', '/work-logs/new', work],
      [`/work-logs/${logId}/edit`, '/work-logs/:id/edit', work],
      [`/work-logs/${logId}/delete`, '/work-logs/:id/delete'],
    ];
    for (const [path, pattern, fields] of screens) {
      for (const target of [path, dataAddress(path, pattern)]) {
        const answer = await visitor.post(target, fields, headers());
        expect([target, answer.status]).toEqual([target, 403]);
        expect(answer.text).toContain(SENTENCE);
      }
    }
    expect(everything()).toEqual(before);
    // From our own page, both are accepted.
    const data = dataAddress('/work-logs/new');
    expect((await visitor.post('/work-logs/new', work)).status).toBe(303);
    const answer = await visitor.post(data, work);
    expect([answer.status, answer.headers.get('X-Remix-Redirect')]).toEqual([204, '/work-logs']);
  });
});

describe('a form of ours that was opened by another address than APP_ORIGIN', () => {
  /** A number of this machine, at which the server answers as well. */
  const opened = () => shared().server.url.replace('localhost', '127.0.0.1');
  const send = (path: string, headers: Record<string, string> = {}) => {
    const { cookies } = shared().visitor;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return fetch(opened() + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie, Origin: opened(), ...headers },
      body: new URLSearchParams({ name: 'Opened elsewhere' }),
    });
  };

  /** Sends a request with a Host of its own, which `fetch` does not; gives the page. */
  async function sendAs(headers: { host: string; origin: string }, method: string, path: string) {
    const { hostname, port } = new URL(opened());
    const sent = request({ hostname, port, method, path, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return (await answer.setEncoding('utf8').toArray()).join('');
  }

  test('is refused with both addresses and the variable, on the screen and by the API', async () => {
    const before = everything();
    const sentence = `This page was opened at ${opened()}, but the address of this server is set to ${shared().server.url}, so no changes were made. Open it at ${shared().server.url}; or, if ${opened()} is right, set APP_ORIGIN=${opened()} where the server gets its settings, and start it again.`;
    const form = await send('/clients/new');
    expect(form.status).toBe(403);
    expect(visibleText(await form.text())).toContain(sentence);
    const api = await send('/api/clients');
    expect([api.status, await api.json()]).toEqual([403, { message: sentence }]);
    expect(everything()).toEqual(before);
  });

  test('is accepted where the browser vouches that it is ours', async () => {
    const answer = await send('/clients/new', { 'Sec-Fetch-Site': 'same-origin' });
    expect(answer.status).toBe(303);
  });

  test.each(['<b>x</b>', 'a"b', 'localhost:1<b>'])(
    'shows nothing that could be planted: %s',
    async (host) => {
      const planted = { host, origin: `http://${host}` };
      const form = await sendAs(planted, 'POST', '/clients/new');
      expect(form).toContain('so no changes were made.');
      const landing = await sendAs(planted, 'GET', '/');
      expect(landing).toContain('This page was opened at ');
      for (const text of [form, landing]) expect(text).not.toContain(host);
    },
  );

  test('says so on the landing page, before anybody has typed', async () => {
    const { server } = shared();
    const landing = async (url: string) => visibleText(await (await fetch(url)).text());
    const said = `This page was opened at ${new URL(opened()).host}, but the address of this server is ${server.url}`;
    expect(await landing(opened())).toContain(said);
    expect(await landing(server.url)).not.toContain('APP_ORIGIN');
  });
});

test('reading is open to links from anywhere', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL };
  expect((await shared().visitor.get('/clients', headers)).status).toBe(200);
});

describe('a form from a browser that names no origin', () => {
  const post = (fields: Record<string, string>, visitor = shared().visitor): Promise<Answer> =>
    visitor.post('/clients/new', { name: 'From w3m', ...fields }, {});
  const tokenIn = async (visitor = shared().visitor) =>
    controlOf((await visitor.get('/clients/new')).text, 'formToken').value ?? '';

  test('is accepted with the form token of its session', async () => {
    expect((await post({ formToken: await tokenIn() })).status).toBe(303);
    // The page stays open all day: the same token serves again.
    expect((await post({ formToken: await tokenIn() })).status).toBe(303);
  });

  test('is refused without a token, or with a wrong one', async () => {
    const token = await tokenIn();
    const before = everything();
    expect((await post({})).status).toBe(403);
    for (const formToken of ['', 'x', `${token}x`, token.slice(1)]) {
      const answer = await post({ formToken });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain(SENTENCE);
    }
    expect(everything()).toEqual(before);
  });

  test("is refused with another session's token, even of the same person", async () => {
    const other = await visitSignedIn(shared().server);
    const before = everything();
    expect((await post({ formToken: await tokenIn(other) })).status).toBe(403);
    expect((await post({ formToken: await tokenIn() }, other)).status).toBe(403);
    expect((await post({ formToken: await tokenIn() }, visit(shared().server))).status).toBe(403);
    expect(everything()).toEqual(before);
    expect((await post({ formToken: await tokenIn(other) }, other)).status).toBe(303);
  });

  test('comes back with what was typed, to be copied, and with nothing that sends it', async () => {
    const other = await visitSignedIn(shared().server);
    const fields = {
      name: 'Acme <b>& Sons</b>',
      address: 'Quay 1\r\nHull',
      email: ' ',
      version: '3',
      apiKey: 'sk-secret',
    };
    const { text } = await post({ ...fields, formToken: await tokenIn(other) });
    expect(visibleText(text)).toContain('open that page again, and copy what you typed from here.');
    const shown = [...text.matchAll(/<dt>(\w+)<\/dt><dd>(.*?)<\/dd>/g)];
    expect(shown.map(([, name, value]) => [name, value])).toEqual([
      ['name', 'Acme &lt;b&gt;&amp; Sons&lt;/b&gt;'],
      ['address', 'Quay 1<br>Hull'],
    ]);
    expect(text).not.toMatch(/<form|<button|<input|sk-secret/);
    const api = await shared().visitor.post('/api/clients', { name: 'Acme' }, {});
    expect([api.status, api.json()]).toEqual([403, { message: SENTENCE }]);
  });

  test('is refused without a token under other content types, too', async () => {
    const { visitor } = shared();
    for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { 'Content-Type': type };
      const sent = { method: 'POST', body: 'name=Forged', headers };
      expect((await visitor.send('/clients/new', sent)).status).toBe(403);
      expect((await visitor.send('/api/clients', sent)).status).toBe(403);
    }
  });

  test('has the token in every form that posts', async () => {
    const { server, visitor } = shared();
    const clientId = addClient(server, 'Acme');
    const workTypeId = addWorkType(server, 'Support');
    const logId = addLog(server, { clientId, workTypeId });
    addLog(server, { clientId, workTypeId });
    await visitor.api('DELETE', `/api/clients/${clientId}`);
    await visitor.api('DELETE', `/api/work-types/${workTypeId}`);
    const userId = addUser(server, 'robin@example.com');
    const emailId = approve(server, 'robin@example.com');
    const token = await tokenIn();
    const pages = [
      '/clients',
      `/clients/${clientId}/edit`,
      `/clients/${clientId}/deactivate`,
      '/settings',
      '/settings/work-types/new',
      `/settings/work-types/${workTypeId}/edit`,
      `/settings/work-types/${workTypeId}/delete`,
      `/settings/users/${userId}/delete`,
      '/settings/approved-emails/new',
      `/settings/approved-emails/${emailId}/remove`,
      '/work-logs/new',
      `/work-logs/${logId}/edit`,
      `/work-logs/${logId}/delete`,
    ];
    for (const page of pages) {
      const { text } = await visitor.get(page);
      const forms = [...text.matchAll(/<form\b[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)];
      expect([page, forms.length]).not.toEqual([page, 0]);
      for (const [form] of forms) expect(controlOf(form, 'formToken').value).toBe(token);
    }
  });
});
