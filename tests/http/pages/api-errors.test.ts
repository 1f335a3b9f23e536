import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { approvedEmails, clients, users, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addUser, addWorkType } from '../../support/data/entries.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit, visitSignedIn } from '../../support/server/visitor.ts';

const shared = useSharedServer();

/** Everything that a call could change. */
function everything() {
  const { db } = shared().server.services;
  return [approvedEmails, clients, users, workLogs, workTypes].map((table) =>
    db.select().from(table).all(),
  );
}

/** A client, a work type and a log of both. */
function makeEntries() {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  return { clientId, workTypeId, logId: addLog(server, { clientId, workTypeId }) };
}

/** The paths of the API, with the ids of new entries, and the methods that each takes. */
function addresses(): [path: string, methods: string[]][] {
  const { clientId, workTypeId, logId } = makeEntries();
  return [
    ['/api/auth/user', ['GET']],
    ['/api/clients', ['GET', 'POST']],
    [`/api/clients/${clientId}`, ['GET', 'PUT', 'DELETE']],
    ['/api/work-types', ['GET', 'POST']],
    [`/api/work-types/${workTypeId}`, ['GET', 'PUT', 'DELETE']],
    ['/api/work-logs', ['GET', 'POST']],
    [`/api/work-logs/${logId}`, ['GET', 'PUT', 'DELETE']],
    ['/api/users', ['GET']],
    [`/api/users/${addUser(shared().server, 'robin@example.com')}`, ['DELETE']],
    ['/api/approved-emails', ['GET', 'POST']],
    ['/api/approved-emails/robin%40example.com', ['DELETE']],
  ];
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
/** A well-formed body, whose contents do not matter here. */
const BODY = { name: 'Changed' };

/** The addresses that take a body, each with its method. */
function addressesWithBody(): [method: string, path: string][] {
  return addresses().flatMap(([path, methods]) =>
    methods
      .filter((method) => WITH_BODY.has(method))
      .map((method): [string, string] => [method, path]),
  );
}

test('the API names the user who is signed in', async () => {
  const answer = await shared().visitor.api('GET', '/api/auth/user');
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual({
    id: 1,
    firstName: null,
    lastName: null,
    email: 'alex@example.com',
    profileImageUrl: null,
  });
});

test('signed out, every address answers 401 and changes nothing, right or wrong method', async () => {
  const stranger = visit(shared().server);
  for (const [path] of addresses()) {
    const before = everything();
    for (const method of METHODS) {
      const answer = await stranger.api(method, path, WITH_BODY.has(method) ? BODY : undefined);
      expect([method, path, answer.status, answer.text]).toEqual([
        method,
        path,
        401,
        '{"message":"Unauthorized"}',
      ]);
    }
    expect(everything()).toEqual(before);
  }
});

test('a wrong method answers 405, says what the address takes, and changes nothing', async () => {
  for (const [path, methods] of addresses()) {
    const before = everything();
    for (const method of [...METHODS, 'OPTIONS'].filter((name) => !methods.includes(name))) {
      const body = WITH_BODY.has(method) ? BODY : undefined;
      const answer = await shared().visitor.api(method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.headers.get('Allow')).toBe(methods.join(', '));
      expect(answer.json()).toEqual({ message: `This address takes ${methods.join(', ')}.` });
    }
    expect(everything()).toEqual(before);
  }
});

test.each(['TRACE', 'PROPFIND', 'QUERY'])('the unusual method %s answers 405', async (method) => {
  const { server, visitor } = shared();
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  for (const [path, taken] of [
    ['/api/clients', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['/api/login', 'GET, HEAD'],
    ['/clients', 'GET, HEAD, POST'],
  ]) {
    // `fetch` refuses to send some of these methods.
    const answer = await new Promise<{ status?: number; allow?: string; body: string }>(
      (resolve, reject) => {
        const sent = request(`${server.url}${path}`, { method, headers: { cookie } });
        sent.on('error', reject).on('response', (response) => {
          const { statusCode: status, headers } = response;
          text(response).then((body) => {
            resolve({ status, allow: headers.allow, body });
          }, reject);
        });
        sent.end();
      },
    );
    expect([path, answer.status, answer.allow]).toEqual([path, 405, taken]);
    expect(answer.body).not.toMatch(/unexpected|went wrong/i);
  }
});

test.each(['/api/login', '/api/auth/callback'])(
  '%s is for links: a post answers 405, and nobody is signed out',
  async (path) => {
    const { visitor } = shared();
    const answer = await visitor.api('POST', path, {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD');
    expect(answer.json()).toEqual({ message: 'This address takes GET, HEAD.' });
    expect((await visitor.api('GET', '/api/auth/user')).status).toBe(200);
  },
);

test.each(['/api/logout/', '/API/logout'])(
  '%s is what the router takes it for: nobody is signed out by a PUT',
  async (path) => {
    const visitor = await visitSignedIn(shared().server);
    const answer = await visitor.api('PUT', path, {});
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(answer.json()).toEqual({ message: 'This address takes GET, HEAD, POST.' });
    expect((await visitor.api('GET', '/api/auth/user')).status).toBe(200);
  },
);

test('the API takes its methods in any letters, and refuses there as JSON', async () => {
  const { server, visitor } = shared();
  const id = addClient(server, 'Acme');
  const changed = await visitor.api('PUT', `/API/Clients/${id}/`, { name: 'Bolt' });
  expect([changed.status, changed.json()]).toMatchObject([200, { name: 'Bolt' }]);
  const foreign = { 'Sec-Fetch-Site': 'cross-site' };
  const refused = await visitor.api('PUT', `/API/clients/${id}`, { name: 'Evil' }, foreign);
  expect(refused.status).toBe(403);
  expect(refused.json()).toHaveProperty('message');
});

test.each([
  '/api/xero/authorize',
  '/api/xero/callback',
  '/work-logs.csv',
  '/reports.csv',
  '/Export.zip',
  '/settings/backups/x',
])('%s can only be fetched, and says so', async (path) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await shared().visitor.api(method, path);
    expect([method, answer.status, answer.headers.get('Allow')]).toEqual([
      method,
      405,
      'GET, HEAD',
    ]);
    expect(answer.text).toContain('This address takes GET, HEAD.');
  }
});

test('an address of the API takes no “_data” of another, and says so', async () => {
  const { visitor } = shared();
  const message =
    'Leave “_data” out of this address: by it the scripts of our own pages ask for the data of a screen.';
  for (const [method, path] of [
    ['GET', '/api/clients?_data=x'],
    ['POST', '/API/clients?_data=x'],
    ['GET', '/api/nothing?_data=root.other'],
    ['GET', '/api/login?_data=x'],
  ] as const) {
    const answer = await visitor.api(method, path, method === 'POST' ? { name: 'A' } : undefined);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(answer.json()).toEqual({ message, issues: [{ path: '_data', message }] });
  }
});

describe('an id that does not exist', () => {
  const bodies: Record<string, object | undefined> = { PUT: {} };

  test.each([
    ['/api/clients', 'The client'],
    ['/api/work-types', 'The work type'],
    ['/api/work-logs', 'The work log'],
  ])('below %s answers 404', async (path, what) => {
    makeEntries();
    const before = everything();
    const ids = ['999999', '0', '-1', '1.5', '1e0', 'x', '01', '%31%20', '99999999999999999999'];
    for (const id of ids) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await shared().visitor.api(method, `${path}/${id}`, bodies[method]);
        expect([method, id, answer.status]).toEqual([method, id, 404]);
        expect(answer.json()).toEqual({
          message: `${what} was not found. It may have been removed.`,
        });
      }
    }
    expect(everything()).toEqual(before);
  });
});

test.each(['/api', '/api/', '/api/nothing', '/api/clients/1/2', '/api/worklogs', '/api//clients'])(
  'the unknown address %s answers 404 as JSON, whatever the method',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await shared().visitor.api(method, path, method === 'POST' ? {} : undefined);
      expect([method, answer.status]).toEqual([method, 404]);
      expect(answer.json()).toEqual({ message: 'There is nothing at this address.' });
    }
  },
);

describe('a body', () => {
  const JSON_TYPE = { 'Content-Type': 'application/json' };

  /** Sends the same body to every address that takes one; gives the answers' differing texts. */
  async function sendToAll(body: BodyInit, headers: Record<string, string>) {
    const targets = addressesWithBody();
    const before = everything();
    const answers = new Set<string>();
    for (const [method, path] of targets) {
      const answer = await shared().visitor.send(path, { method, body, headers });
      answers.add(`${answer.status} ${answer.text}`);
    }
    expect(everything()).toEqual(before);
    return [...answers];
  }

  const encoder = new TextEncoder();
  test.each([
    ['nothing', ''],
    ['half an object', '{"name":"A"'],
    ['a form', 'name=A'],
    ['single quotes', "{'name':'A'}"],
    ['a trailing comma', '{"name":"A",}'],
    ['an endless array', '['.repeat(100_000)],
    ['bytes that are no UTF-8', new Uint8Array([...encoder.encode('{"name":"'), 0xff, 0x22, 0x7d])],
  ])('of %s is refused as malformed', async (_, body) => {
    expect(await sendToAll(body, JSON_TYPE)).toEqual([
      '400 {"message":"The body is not valid JSON.","issues":[]}',
    ]);
  });

  test.each(['null', '[]', '[{"name":"A"}]', '"text"', '7', 'true'])(
    'of %s is refused, since it is no object',
    async (body) => {
      expect(await sendToAll(body, JSON_TYPE)).toEqual([
        '400 {"message":"The body should be a JSON object.","issues":[]}',
      ]);
    },
  );

  test.each(['text/json', 'application/json-patch+json', 'application/jsonp', 'application/xml'])(
    'sent as %s is refused',
    async (type) => {
      expect(await sendToAll('{"name":"A"}', { 'Content-Type': type })).toEqual([
        '415 {"message":"Send the body as JSON, with Content-Type: application/json."}',
      ]);
    },
  );

  test('is taken with a charset after its type, in any case', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;',
    ]) {
      const headers = { 'Content-Type': type };
      const sent = { method: 'POST', body: '{"name":"Typed"}', headers };
      expect((await shared().visitor.send('/api/clients', sent)).status).toBe(201);
    }
  });

  test('over 512 KB is refused, and a smaller one is read', async () => {
    const bodyOf = (length: number) =>
      JSON.stringify({ name: 'Big', notes: 'x', email: ' '.repeat(length) });
    const sentence = 'Not saved: this is over the limit of 512 KB. Shorten it and send it again.';
    expect(await sendToAll(bodyOf(530_000), JSON_TYPE)).toEqual([
      `413 ${JSON.stringify({ message: sentence })}`,
    ]);
    const sent = { method: 'POST', body: bodyOf(500_000), headers: JSON_TYPE };
    expect((await shared().visitor.send('/api/clients', sent)).status).toBe(201);
  });

  test('in an unknown encoding, or not in the encoding that its header names, is refused', async () => {
    const sentence = '{"message":"The request could not be read. No changes were made."}';
    const encoded = (name: string) => ({ ...JSON_TYPE, 'Content-Encoding': name });
    expect(await sendToAll('{"name":"A"}', encoded('rot13'))).toEqual([`415 ${sentence}`]);
    expect(await sendToAll('{"name":"A"}', encoded('gzip'))).toEqual([`400 ${sentence}`]);
  });
});
