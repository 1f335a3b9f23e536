import { describe, expect, test } from 'vitest';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { addPendingLog } from '../../support/data/pending-work-logs.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { idOf } from '../../support/server/visitor.ts';

const shared = useSharedServer();

type Headers = Record<string, string>;

const call = (method: string, path: string, body?: object, headers?: Headers) =>
  shared().visitor.api(method, path, body, headers);

async function tagOf(path: string): Promise<string> {
  return (await call('GET', path)).headers.get('ETag') ?? '';
}

function addTimeLog(): string {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  return `/api/work-logs/${addLog(server, { clientId, workTypeId: addWorkType(server, 'Support') })}`;
}

/** Each kind of record: a function that adds one and gives its address, and two changes of it. */
const KINDS: [string, () => string, object, object][] = [
  ['work log', addTimeLog, { description: 'Mended' }, { billable: false }],
  [
    'client',
    () => `/api/clients/${addClient(shared().server, 'Acme')}`,
    { email: 'office@acme.example' },
    { premiumRate: '91.00' },
  ],
  [
    'work type',
    () => `/api/work-types/${addWorkType(shared().server, 'Support')}`,
    { description: 'By telephone' },
    { hourlyRate: '81.00' },
  ],
  [
    'pending work log',
    () => `/api/pending-worklogs/${addPendingLog(shared().server)}`,
    { description: 'And the switch' },
    { duration: 45 },
  ],
];

describe.each(KINDS)('a %s', (_, add, one, other) => {
  test('has a strong ETag, which every change replaces and reading does not', async () => {
    const path = add();
    const first = await tagOf(path);
    expect(first).toMatch(/^"[^"]+"$/);
    expect(await tagOf(path)).toBe(first);
    const answer = await call('PUT', path, one);
    const second = answer.headers.get('ETag');
    expect(second).toMatch(/^"[^"]+"$/);
    expect(second).not.toBe(first);
    expect(await tagOf(path)).toBe(second);
  });

  test('cannot be changed or deleted with the tag of an older version', async () => {
    const path = add();
    const stale = await tagOf(path);
    await call('PUT', path, one);
    const before = await call('GET', path);
    for (const [method, body] of [
      ['PUT', other],
      ['DELETE', undefined],
    ] as const) {
      const refused = await call(method, path, body, { 'If-Match': stale });
      expect(refused.status).toBe(412);
      expect(refused.json()).toEqual({
        message:
          'This was changed since you read it, so your change was not made. Read it again, then repeat your change.',
      });
    }
    const after = await call('GET', path);
    expect([after.json(), after.headers.get('ETag')]).toEqual([
      before.json(),
      before.headers.get('ETag'),
    ]);
  });

  test('can be changed with the tag of its present version, alone or among others', async () => {
    const path = add();
    const now = async () => ({ 'If-Match': await tagOf(path) });
    const first = await call('PUT', path, one, await now());
    expect(first.status).toBe(200);
    expect(first.json()).toMatchObject(one);
    const listed = { 'If-Match': `"x" , W/"y",, ${await tagOf(path)}` };
    expect((await call('PUT', path, other, listed)).status).toBe(200);
    expect((await call('PUT', path, one, { 'If-Match': '*' })).status).toBe(200);
    expect((await call('GET', path)).json()).toMatchObject({ ...one, ...other });
    expect((await call('DELETE', path, undefined, await now())).status).toBeLessThan(300);
  });

  test('does not accept a weak tag, and answers 400 to a malformed one', async () => {
    const path = add();
    const tag = await tagOf(path);
    const before = (await call('GET', path)).json();
    expect((await call('PUT', path, one, { 'If-Match': `W/${tag}` })).status).toBe(412);
    expect((await call('PUT', path, one, { 'If-Match': '"x", "y"' })).status).toBe(412);
    for (const malformed of ['3', tag.slice(1), `${tag} "x"`, '*, "x"', 'w/"x"', '', ' ']) {
      expect((await call('PUT', path, one, { 'If-Match': malformed })).status).toBe(400);
    }
    expect((await call('GET', path)).json()).toEqual(before);
  });

  test('keeps the fields that a change does not name', async () => {
    const path = add();
    const before = (await call('GET', path)).json() as object;
    await call('PUT', path, one);
    await call('PUT', path, other);
    const after = (await call('GET', path)).json() as Record<string, unknown>;
    const { updatedAt, totalAmount } = after;
    const moved = {
      ...(updatedAt === undefined ? {} : { updatedAt }),
      ...(totalAmount === undefined ? {} : { totalAmount }),
    };
    expect(after).toEqual({ ...before, ...one, ...other, ...moved });
    const tag = await tagOf(path);
    expect((await call('PUT', path, {})).headers.get('ETag')).toBe(tag);
  });

  test('that does not exist answers 404, whatever the tag', async () => {
    const path = add().replace(/\d+$/, '999999');
    expect((await call('PUT', path, one, { 'If-Match': '"1"' })).status).toBe(404);
    expect((await call('DELETE', path, undefined, { 'If-Match': '*' })).status).toBe(404);
  });
});

test('null clears the fields that may be empty', async () => {
  const { visitor } = shared();
  const made = await visitor.api('POST', '/api/clients', {
    name: 'Acme',
    email: 'office@acme.example',
    discountedRate: '50.00',
  });
  const path = `/api/clients/${idOf(made)}`;
  const answer = await call('PUT', path, { email: null, discountedRate: null });
  expect(answer.json()).toMatchObject({ name: 'Acme', email: null, discountedRate: null });
  const pending = `/api/pending-worklogs/${addPendingLog(shared().server, { duration: 60 })}`;
  expect((await call('PUT', pending, { duration: null })).json()).toMatchObject({ duration: null });
});

test('the tag of a log covers its hardware items, whichever way they are changed', async () => {
  const { server } = shared();
  const clientId = addClient(server, 'Acme');
  const workTypeId = addWorkType(server, 'Hardware');
  const log = idOf(await call('POST', '/api/work-logs', { clientId, workTypeId }));
  const path = `/api/work-logs/${log}`;
  const items = `/api/worklogs/${log}/hardware-items`;
  const tags = [await tagOf(path)];
  const laptop = { itemName: 'Laptop', unitPrice: '500.00' };
  const item = idOf(await call('POST', items, laptop));
  tags.push(await tagOf(path));
  await call('PUT', `${items}/${item}`, { quantity: 2 });
  tags.push(await tagOf(path));

  const stale = { 'If-Match': tags[1] ?? '' };
  expect((await call('PUT', path, { hardwareItems: [] }, stale)).status).toBe(412);
  expect((await call('POST', items, laptop, stale)).status).toBe(412);
  expect((await call('PUT', `${items}/${item}`, { quantity: 3 }, stale)).status).toBe(412);
  expect((await call('DELETE', `${items}/${item}`, undefined, stale)).status).toBe(412);
  expect(await tagOf(path)).toBe(tags[2]);

  await call('DELETE', `${items}/${item}`);
  tags.push(await tagOf(path));
  expect(new Set(tags).size).toBe(tags.length);
});

test('the tag of a task changes with its state', async () => {
  const id = addPendingLog(shared().server);
  const path = `/api/pending-worklogs/${id}`;
  const read = { 'If-Match': await tagOf(path) };
  await call('PUT', path, { duration: 30 });
  expect((await call('POST', `${path}/archive`, undefined, read)).status).toBe(412);
  const before = await tagOf(path);
  expect((await call('POST', `${path}/archive`)).headers.get('ETag')).not.toBe(before);
  expect(await tagOf(path)).not.toBe(before);
});
