import { expect, test } from 'vitest';
import { API } from '#app/api.server.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';

const shared = useSharedServer();

const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Answered by what the address itself needs before it looks at a body: a record that is there, or another kind of body. */
const NOT_YET = [401, 403, 404, 409, 415];

/** What takes a body of another kind: files. */
const FILES = ['POST /api/imports'];

/** Refuses whatever a body says, and names the filters of its address. */
const NO_BODY = ['POST /api/xero/create-invoices'];

const ADDRESSES = Object.entries(API).flatMap(([pattern, handlers]) =>
  WRITING.filter((method) => method in handlers).map((method) => ({ method, pattern })),
);

test('No address of the JSON API that changes something takes a field that nobody reads', async () => {
  const { visitor } = shared();
  const took: string[] = [];
  const named: string[] = [];
  for (const { method, pattern } of ADDRESSES) {
    if (FILES.includes(`${method} ${pattern}`)) continue;
    const path = pattern.replace(/:\w+/g, '1');
    const { status, text } = await visitor.api(method, path, { nonsense: 1 });
    const word = NO_BODY.includes(`${method} ${pattern}`) ? 'not in the body' : '“nonsense”';
    const isNamed = status === 400 && text.includes(word);
    if (isNamed) named.push(pattern);
    else if (!NOT_YET.includes(status)) took.push(`${method} ${pattern}: ${status} ${text}`);
  }
  expect(took).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});
