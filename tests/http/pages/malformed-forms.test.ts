import { describe, expect, test } from 'vitest';
import { approvedEmails, clients, workLogs, workTypes } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { visibleText } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import type { Answer } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const UNREADABLE = 'The form could not be read. Go back and send it again.';
const TOO_MUCH = 'Not saved: this form has too many fields.';

/** Every address that takes a form with fields, and a form that it accepts. */
function formsWithFields(): [path: string, fields: Record<string, string>][] {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Support');
  const logId = addLog(server, { clientId, workTypeId });
  const work = { clientId: String(clientId), workTypeId: String(workTypeId), duration: '1' };
  return [
    ['/clients/new', { name: 'Taken' }],
    [`/clients/${clientId}/edit`, { name: 'Taken' }],
    ['/settings/work-types/new', { name: 'Taken' }],
    [`/settings/work-types/${workTypeId}/edit`, { name: 'Taken' }],
    ['/settings/approved-emails/new', { email: `taken-${logId}@example.com` }],
    ['/work-logs/new', work],
    [`/work-logs/${logId}/edit`, work],
  ];
}

function everything() {
  const { db } = shared().server.services;
  return [approvedEmails, clients, workTypes, workLogs].map((table) =>
    db.select().from(table).all(),
  );
}

/** Sends a form to every address; expects 400, this sentence, no change, and no long wait. */
async function expectRefused(
  sentence: string,
  send: (path: string, fields: Record<string, string>) => Promise<Answer>,
): Promise<void> {
  const forms = formsWithFields();
  const before = everything();
  for (const [path, fields] of forms) {
    const startedAt = performance.now();
    const answer = await send(path, fields);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(visibleText(answer.text)).toContain(sentence);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  }
  expect(everything()).toEqual(before);
}

const withFields = (more: Record<string, string>) => (path: string, fields: object) =>
  shared().visitor.post(path, { ...fields, ...more });

test('the forms are accepted when they are not spoiled as below', async () => {
  for (const [path, fields] of formsWithFields()) {
    expect([path, (await shared().visitor.post(path, fields)).status]).toEqual([path, 303]);
  }
});

describe("the form library's own fields", () => {
  test.each([
    '{',
    'name',
    'null',
    '5',
    '"validate"',
    '[]',
    '{}',
    '{"type":"validate"}',
    '{"type":"nonsense","payload":{}}',
    '{"type":5,"payload":{}}',
    '{"type":"update","payload":null}',
    '{"type":"insert","payload":{"name":5}}',
    // Each of these would fill the memory, and end the server.
    '{"type":"update","payload":{"name":"items[99999999]","value":"x"}}',
    '{"type":"update","payload":{"name":"items","index":99999999,"value":"x"}}',
    '{"type":"insert","payload":{"name":"items[99999999]"}}',
    '{"type":"reset","payload":{"name":"items[99999999].name"}}',
    '{"type":"reorder","payload":{"name":"items","from":0,"to":1e9}}',
  ])('refuse the intent %s', async (intent) => {
    await expectRefused(UNREADABLE, withFields({ __intent__: intent }));
  });

  test('refuse an intent that nests without end', async () => {
    const name = `${'a.'.repeat(50_000)}b`;
    const value = '['.repeat(9_999) + ']'.repeat(9_999);
    for (const intent of [
      `{"type":"update","payload":{"name":"${name}","value":"x"}}`,
      `{"type":"update","payload":{"name":"a","value":${value}}}`,
    ]) {
      await expectRefused(UNREADABLE, withFields({ __intent__: intent }));
    }
  });

  test.each(['{', 'null', '5', '[]', '{}', '{"validated":5}', '{"validated":{"name":"yes"}}'])(
    'refuse the state %s',
    async (state) => {
      await expectRefused(UNREADABLE, withFields({ __state__: state }));
    },
  );

  test('refuse a file in place of an intent', async () => {
    await expectRefused(UNREADABLE, (path) => {
      const body = new FormData();
      body.set('__intent__', new File(['{}'], 'intent.json'));
      const headers = { Origin: shared().server.url };
      return shared().visitor.send(path, { method: 'POST', body, headers });
    });
  });

  test('may ask to check a field: the form comes back, and nothing is saved', async () => {
    const forms = formsWithFields();
    const before = everything();
    for (const [path, fields] of forms) {
      const [name = ''] = Object.keys(fields);
      const intent = JSON.stringify({ type: 'validate', payload: { name } });
      const state = JSON.stringify({ validated: { [name]: true } });
      const answer = await withFields({ __intent__: intent, __state__: state })(path, fields);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect(everything()).toEqual(before);
  });
});

describe('the names of fields', () => {
  test.each(['items[50000].name', 'items[200]', 'a[0][999999999999]', 'name[00000000000000201]'])(
    'may not count as far as %s',
    async (name) => {
      await expectRefused(TOO_MUCH, withFields({ [name]: 'x' }));
    },
  );

  test('must not be too long', async () => {
    await expectRefused(TOO_MUCH, withFields({ [`${'a.'.repeat(20_000)}b`]: 'x' }));
    await expectRefused(TOO_MUCH, withFields({ [`a${'[0]'.repeat(20_000)}`]: 'x' }));
  });

  test('must not be more than any form has', async () => {
    const many = Array.from({ length: 2_001 }, (_, index): [string, string] => [`f${index}`, 'x']);
    await expectRefused(TOO_MUCH, withFields(Object.fromEntries(many)));
    const same = many.map(([, value]): [string, string] => ['name', value]);
    await expectRefused(TOO_MUCH, (path) => shared().visitor.post(path, new URLSearchParams(same)));
  });

  test.each(['__proto__[polluted]', '__proto__.polluted', 'constructor.prototype.polluted'])(
    'cannot reach the prototype of all objects: %s',
    async (name) => {
      for (const [path, fields] of formsWithFields()) {
        const { status } = await withFields({ [name]: 'x' })(path, fields);
        expect([path, status]).toEqual([path, 303]);
      }
      expect({}).not.toHaveProperty('polluted');
    },
  );

  test.each(['', '.', '..', '[', '[]', 'a[', 'a[x]', ']', 'name[', '[0]'])(
    'may be as odd as %j without harm',
    async (name) => {
      for (const [path, fields] of formsWithFields()) {
        const { status } = await withFields({ [name]: 'x' })(path, fields);
        expect([303, 400]).toContain(status);
      }
    },
  );

  test.each([
    [
      'twice',
      [
        ['name', 'A'],
        ['name', 'B'],
      ],
    ],
    ['as a list', [['name[0]', 'A']]],
    ['as a thing', [['name.first', 'A']]],
  ] satisfies [string, [string, string][]][])(
    'give one field %s: it is refused',
    async (_, pairs) => {
      const fields = new URLSearchParams(pairs);
      for (const path of ['/clients/new', '/settings/work-types/new']) {
        const answer = await shared().visitor.post(path, fields);
        expect([path, answer.status]).toEqual([path, 400]);
        expect(visibleText(answer.text)).toContain('This should be text.');
      }
    },
  );
});

describe('a body that is not a form', () => {
  test.each([
    ['application/json', '{"name":"A"}'],
    ['application/octet-stream', 'name=A'],
    ['multipart/form-data; boundary=x', 'name=A'],
    ['multipart/form-data', 'name=A'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA',
    ],
    ['/;', 'name=A'],
    ['', 'name=A'],
  ])('sent as %j is refused', async (type, body) => {
    const headers = { Origin: shared().server.url, 'Content-Type': type };
    await expectRefused(UNREADABLE, (path) =>
      shared().visitor.send(path, { method: 'POST', body, headers }),
    );
  });

  test('such as a file in place of a text is refused beside its field', async () => {
    const body = new FormData();
    body.set('name', new File(['A'], 'name.txt'));
    const headers = { Origin: shared().server.url };
    const answer = await shared().visitor.send('/clients/new', { method: 'POST', body, headers });
    expect(answer.status).toBe(400);
    expect(visibleText(answer.text)).toContain('This should be text.');
  });

  test('or is over 512 KB is refused with a page that says so', async () => {
    const before = everything();
    const answer = await shared().visitor.post('/clients/new', { name: 'x'.repeat(530_000) });
    expect(answer.status).toBe(413);
    expect(visibleText(answer.text)).toContain(
      'Not saved: this is over the limit of 512 KB. Shorten it and send it again.',
    );
    expect(everything()).toEqual(before);
  });
});
