import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { invoices } from '#db/schema.ts';
import { isAccepted } from '#sandbox/xero/webhooks.ts';
import { XERO_LIMITS } from '#sandbox/xero.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { startTestServer } from '#tests/support/server/test-server.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { useXero } from '#tests/support/server/use-xero.ts';
import { visit, type Visitor } from '#tests/support/server/visitor.ts';
import { connecting, HARBOUR_ID } from '#tests/support/server/xero-connection.ts';

const KEY = 'A+key/of=Xeros==';
const PATH = '/webhooks/xero';

const xero = useXero();
const server = useServer(() => ({ ...xero().environment, XERO_WEBHOOK_KEY: KEY }));
const { connected } = connecting(server, xero);

let visitor: Visitor;

/** Two approved invoices, which the product has read. */
beforeEach(async () => {
  visitor = await connected([HARBOUR_ID]);
  const workTypeId = addWorkType(server(), 'Support');
  for (const name of ['Acme', 'Bay']) {
    addLog(server(), { clientId: addClient(server(), name), workTypeId, day: '2026-09-30' });
  }
  await visitor.api('POST', '/api/xero/create-invoices');
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['draft', 'draft']);
  for (const id of idsInXero()) xero().mark(id, 'approved');
  await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
  expect(statuses()).toEqual(['ready', 'ready']);
  xero().webhooks.subscribe({ url: server().url + PATH, key: KEY });
});

const rows = () => server().services.db.select().from(invoices).orderBy(invoices.id).all();
const statuses = () => rows().map(({ status }) => status);
const idsInXero = () => rows().map(({ xeroInvoiceId }) => xeroInvoiceId ?? '');
const calls = () => xero().state().calls.length;

/** Waits until the product has nothing to do in the background. */
async function idle(): Promise<void> {
  const { background } = server().services;
  await expect.poll(() => background.isBusy('invoice statuses')).toBe(false);
}

/** Sends a body as Xero does, under its signature with a key. */
function sendSigned(body: string, headers: Record<string, string> = {}, key = KEY) {
  const signature = createHmac('sha256', key).update(body).digest('base64');
  return visit(server()).send(PATH, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'x-xero-signature': signature, ...headers },
  });
}

function eventOf(resourceId: string, changed: Record<string, string> = {}) {
  const event = { resourceId, tenantId: HARBOUR_ID, eventCategory: 'INVOICE', ...changed };
  return JSON.stringify({ events: [event], firstEventSequence: 1, lastEventSequence: 1 });
}

async function hourLater(): Promise<void> {
  server().setClock(new Date(Date.now() + 61 * 60_000));
  await visitor.get('/invoices');
  await idle();
}

describe('What Xero sends', () => {
  test('is intended to be received: a right signature gets 200, a wrong one 401, each without a body', async () => {
    expect(await xero().webhooks.intendToReceive()).toBe(true);
    const none = await startTestServer();
    try {
      xero().webhooks.subscribe({ url: none.url + PATH, key: KEY });
      expect(await xero().webhooks.intendToReceive()).toBe(false);
      const answer = await visit(none).send(PATH, { method: 'POST', body: '{}' });
      expect([answer.status, answer.text]).toEqual([404, '']);
    } finally {
      await none.stop();
    }
  });

  test('has a payment shown as it happens, by one call, without a reading of what changed', async () => {
    const [first = ''] = idsInXero();
    xero().mark(first, 'paid');
    // A control: nobody has told of it yet.
    await visitor.get('/invoices');
    await idle();
    expect(statuses()).toEqual(['ready', 'ready']);
    const before = calls();
    const answers = await xero().webhooks.deliver();
    expect(answers).toHaveLength(1);
    expect(answers.every((answered) => isAccepted(answered))).toBe(true);
    await expect.poll(statuses).toEqual(['paid', 'ready']);
    await idle();
    expect(xero().state().calls.slice(before)).toMatchObject([
      {
        method: 'GET',
        path: '/api.xro/2.0/Invoices',
        query: expect.stringContaining(first) as string,
      },
    ]);
  });

  test('may come twice and in any order: it is read, not believed', async () => {
    const [first = '', second = ''] = idsInXero();
    xero().change(first, { kind: 'payment', pence: 1_000 });
    await xero().webhooks.deliver({ isTwice: true });
    xero().mark(first, 'voided');
    xero().mark(second, 'paid');
    await xero().webhooks.deliver({ isTwice: true, isReversed: true });
    await expect.poll(statuses).toEqual(['voided', 'paid']);
    // Long after, an event of a change that is over says nothing new.
    expect((await sendSigned(eventOf(first, { eventType: 'CREATE' }))).status).toBe(200);
    await idle();
    expect(statuses()).toEqual(['voided', 'paid']);
  });

  test('has a payment that is taken back shown, though a paid invoice is read no more by itself', async () => {
    const [first = ''] = idsInXero();
    xero().mark(first, 'paid');
    await xero().webhooks.deliver();
    await expect.poll(statuses).toEqual(['paid', 'ready']);
    xero().change(first, { kind: 'payments removed' });
    await xero().webhooks.deliver();
    await expect.poll(statuses).toEqual(['ready', 'ready']);
  });

  test('about others’ invoices, other organisations, contacts and what is yet unknown is 200, and costs no call', async () => {
    const [first = ''] = idsInXero();
    const contact = xero().state().contacts[0]?.contactId ?? '';
    xero().makeForeign(contact);
    xero().renameContact(contact, 'Another name');
    const before = calls();
    const answers = await xero().webhooks.deliver();
    expect(answers.every((answered) => isAccepted(answered))).toBe(true);
    for (const body of [
      eventOf(first, { tenantId: crypto.randomUUID() }),
      eventOf(crypto.randomUUID()),
      eventOf(first, { eventCategory: 'CONTACT' }),
      eventOf(first, { eventCategory: 'SUBSCRIPTION' }),
      JSON.stringify({ events: [null, 7, {}, { eventCategory: 'INVOICE', tenantId: 7 }] }),
    ]) {
      const { status, text } = await sendSigned(body);
      expect([body, status, text]).toEqual([body, 200, '']);
    }
    await idle();
    expect(calls()).toBe(before);
  });

  test('is refused with another key, without a signature, or where a byte differs, and nothing is read', async () => {
    const [first = ''] = idsInXero();
    xero().mark(first, 'paid');
    const before = calls();
    const wrong = await xero().webhooks.deliver({ key: 'another key' });
    expect(wrong.every((answered) => isAccepted(answered, 401))).toBe(true);
    const body = eventOf(first);
    const signature = createHmac('sha256', KEY).update(body).digest('base64');
    for (const given of [
      '',
      'nonsense',
      `${signature} `.padEnd(9_000, '='),
      signature.toLowerCase(),
    ]) {
      const answer = await sendSigned(body, { 'x-xero-signature': given });
      expect([given, answer.status, answer.text]).toEqual([given, 401, '']);
    }
    const changed = await sendSigned(`${body} `, { 'x-xero-signature': signature });
    expect([changed.status, changed.text]).toEqual([401, '']);
    const unsigned = await visit(server()).send(PATH, { method: 'POST' });
    expect([unsigned.status, unsigned.text]).toEqual([401, '']);
    await idle();
    expect(calls()).toBe(before);
  });

  test('that is no list of events, is too large or packed is refused, and nothing is lost', async () => {
    const [first = ''] = idsInXero();
    for (const body of ['', '{', '[]', 'null', '"events"', '{"events":{}}', '\u0000\uffff']) {
      const answer = await sendSigned(body);
      expect([body, answer.status, answer.text]).toEqual([body, 400, '']);
    }
    expect((await sendSigned(`{"events":[],"x":"${'x'.repeat(600_000)}"}`)).status).toBe(413);
    const packed = await visit(server()).send(PATH, {
      method: 'POST',
      body: new Uint8Array(gzipSync('x'.repeat(600_000))),
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect(packed.status).toBe(415);
    xero().mark(first, 'paid');
    await xero().webhooks.deliver();
    await expect.poll(statuses).toEqual(['paid', 'ready']);
  });

  test('needs no session, origin or form token, whatever else it says of itself', async () => {
    const [first = ''] = idsInXero();
    xero().mark(first, 'paid');
    const foreign = { Origin: 'https://api.xero.com', 'Sec-Fetch-Site': 'cross-site' };
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await sendSigned(eventOf(first), { ...foreign, ...form })).status).toBe(200);
    await expect.poll(statuses).toEqual(['paid', 'ready']);
  });

  test('is found by the hourly reading where Xero could not be asked, or has few calls left for the day', async () => {
    const [first = '', second = ''] = idsInXero();
    xero().mark(first, 'paid');
    xero().fail({ kind: '503-html', path: '/Invoices' });
    expect((await xero().webhooks.deliver()).every((answered) => isAccepted(answered))).toBe(true);
    await idle();
    expect(statuses()).toEqual(['ready', 'ready']);
    await hourLater();
    expect(statuses()).toEqual(['paid', 'ready']);

    xero().setLimits({ ...XERO_LIMITS, perDay: 210 });
    await visitor.api('POST', '/api/xero/backfill-invoice-numbers');
    xero().mark(second, 'paid');
    const before = calls();
    expect((await xero().webhooks.deliver()).every((answered) => isAccepted(answered))).toBe(true);
    await idle();
    expect([calls(), statuses()]).toEqual([before, ['paid', 'ready']]);
    server().setClock(new Date(Date.now() + 3 * 60 * 60_000));
    await visitor.get('/invoices');
    await idle();
    expect(statuses()).toEqual(['paid', 'paid']);
  });

  test('has a limit for what is refused, and none for what Xero signs', async () => {
    const [first = ''] = idsInXero();
    for (let count = 0; count < 150; count += 1) {
      expect((await sendSigned('{"events":[]}')).status).toBe(200);
    }
    const refused: number[] = [];
    for (let count = 0; count < 130; count += 1) {
      refused.push((await sendSigned(eventOf(first), {}, 'another')).status);
    }
    expect(new Set(refused.slice(0, 120))).toEqual(new Set([401]));
    expect(refused.at(-1)).toBe(429);
  });
});
