import { expect, test } from 'vitest';
import { useServer } from '#tests/support/server/use-server.ts';
import { useXero } from '#tests/support/server/use-xero.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { connecting, HARBOUR_ID, toastAfter } from '#tests/support/server/xero-connection.ts';

const xero = useXero();
const server = useServer(() => xero().environment);
const { begin, row, countTokenCalls } = connecting(server, xero);

const CONNECTED = 'Connected to Xero successfully';

/** Somebody who comes back from Xero's page, on a line where each answer may be lost, with its cookies. */
async function comeBack() {
  const visitor = await visitSignedIn(server());
  const state = await begin(visitor);
  const path = `/api/xero/callback?code=${xero().grantCode([HARBOUR_ID])}&state=${state}`;
  const cookies = new Map(visitor.cookies);
  return {
    visitor,
    load: () => {
      for (const [name, value] of cookies) visitor.cookies.set(name, value);
      return visitor.get(path);
    },
  };
}

test('The page that Xero leads back to is loaded again while Xero is slow: it says that it is connected', async () => {
  const { visitor, load } = await comeBack();
  xero().setDelay(300);
  const first = load();
  await expect.poll(countTokenCalls).toBe(1);
  const again = await load();
  expect(await toastAfter(visitor, again)).toBe(CONNECTED);
  await first;
  // The answer to that was lost as well.
  expect(await toastAfter(visitor, await load())).toBe(CONNECTED);
  expect(countTokenCalls()).toBe(1);
});

test('An answer of Xero that could not be used for a fault of Xero is tried again', async () => {
  const { visitor, load } = await comeBack();
  xero().fail({ kind: 'reset-before', path: '/connect/token' });
  expect(await toastAfter(visitor, await load())).not.toBe(CONNECTED);
  expect(row()).toBeUndefined();
  expect(await toastAfter(visitor, await load())).toBe(CONNECTED);
});

test('It is not said to be connected after it was disconnected', async () => {
  const { visitor, load } = await comeBack();
  await load();
  await visitor.api('POST', '/api/xero/disconnect');
  expect(row()).toBeUndefined();
  expect(await toastAfter(visitor, await load())).not.toBe(CONNECTED);
});

test('A connection that was begun in two tabs is finished in either, once each, also one after the other', async () => {
  const visitor = await visitSignedIn(server());
  const [first, second] = [await begin(visitor), await begin(visitor)];
  const finish = (state: string) =>
    visitor.get(`/api/xero/callback?code=${xero().grantCode([HARBOUR_ID])}&state=${state}`);
  for (const state of [first, second]) {
    expect(await toastAfter(visitor, await finish(state))).toBe(CONNECTED);
  }
  expect(visitor.cookies.has('xero-state')).toBe(false);
  for (const state of [first, second]) {
    expect(await toastAfter(visitor, await finish(state))).not.toBe(CONNECTED);
  }
  expect(countTokenCalls()).toBe(2);
});

test('A connection that was begun in one tab and cancelled in Xero leaves that of the other', async () => {
  const visitor = await visitSignedIn(server());
  const [first, second] = [await begin(visitor), await begin(visitor)];
  const cancel = `/api/xero/callback?error=access_denied&state=${second}`;
  expect(await toastAfter(visitor, await visitor.get(cancel))).toContain('Cancel was pressed');
  const code = xero().grantCode([HARBOUR_ID]);
  const answer = await visitor.get(`/api/xero/callback?code=${code}&state=${first}`);
  expect(await toastAfter(visitor, answer)).toBe(CONNECTED);
});
