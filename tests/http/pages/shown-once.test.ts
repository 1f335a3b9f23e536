import { describe, expect, test } from 'vitest';
import { toastOf } from '../../support/html.ts';
import { useSharedServer } from '../../support/server/shared-server.ts';
import { visit, visitSignedIn } from '../../support/server/visitor.ts';

const shared = useSharedServer();

const CREATED = 'Client created successfully';

/** Requests that no person made. */
type Ahead = { what: string; method?: string; headers: Record<string, string> };

const AHEAD: Ahead[] = [
  { what: 'a prefetch of the browser', headers: { 'Sec-Purpose': 'prefetch' } },
  { what: 'a page drawn ahead', headers: { 'Sec-Purpose': 'prefetch;prerender' } },
  { what: 'a prefetch of the worker and of older browsers', headers: { Purpose: 'prefetch' } },
  { what: 'a preview', headers: { 'X-Purpose': 'preview' } },
  { what: 'a HEAD', method: 'HEAD', headers: {} },
];

async function withToast() {
  const visitor = await visitSignedIn(shared().server);
  await visitor.post('/clients/new', { name: `Client ${crypto.randomUUID()}` });
  expect(visitor.cookies.has('toast')).toBe(true);
  return visitor;
}

describe('What is shown once', () => {
  test.each(AHEAD)('is a person’s: a toast outlives $what', async ({ headers, method }) => {
    const visitor = await withToast();
    const { status, text } = await visitor.send('/clients', { method, headers });
    expect([status, toastOf(text)]).toEqual([200, null]);
    expect(toastOf((await visitor.get('/clients')).text)).toBe(CREATED);
    // A control: that was a person's request.
    expect(toastOf((await visitor.get('/clients')).text)).toBeNull();
  });

  test('is a person’s: a toast outlives the data of a page that reads itself anew', async () => {
    const visitor = await withToast();
    const address = `/clients?_data=root`;
    const anew = await visitor.get(address, { 'X-Asked-By': 'page' });
    expect(anew.json()).toMatchObject({ toast: null });
    expect((await visitor.get(address)).json()).toMatchObject({ toast: { text: CREATED } });
    expect((await visitor.get(address)).json()).toMatchObject({ toast: null });
  });

  test.each(AHEAD)('is a person’s: the error of the landing page outlives $what', async (ahead) => {
    const visitor = visit(shared().server);
    await visitor.get('/?error=It+did+not+work.');
    const { headers, method } = ahead;
    const { text } = await visitor.send('/', { method, headers });
    expect(text).not.toContain('It did not work.');
    expect((await visitor.get('/')).text).toContain('It did not work.');
    expect((await visitor.get('/')).text).not.toContain('It did not work.');
  });

  test.each(AHEAD)('is a person’s: the screen to come back to outlives $what', async (ahead) => {
    const visitor = visit(shared().server);
    await visitor.get('/clients');
    const before = visitor.cookies.get('return-to');
    const { headers, method } = ahead;
    expect((await visitor.send('/reports', { method, headers })).status).toBe(401);
    expect(visitor.cookies.get('return-to')).toBe(before);
    // A control: a person asks for another screen.
    await visitor.get('/reports');
    expect(visitor.cookies.get('return-to')).not.toBe(before);
  });
});
