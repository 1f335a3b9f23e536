import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { imports, invoices, todoistImports, xeroConnections } from '#db/schema.ts';
import { addClient, addLog, addWorkType } from '../../support/data/entries.ts';
import { useServer } from '../../support/server/use-server.ts';
import { useXero } from '../../support/server/use-xero.ts';
import { connecting, HARBOUR_ID } from '../../support/server/xero-connection.ts';
import { visitSignedIn, type Visitor } from '../../support/server/visitor.ts';
import {
  addWebhook,
  checkStandard,
  deliveriesOf,
  LOCAL,
  useWebhookReceiver,
} from '../../support/server/webhooks.ts';

const receiver = useWebhookReceiver();
const xero = useXero();
const server = useServer(() => ({ ...xero().environment, ...LOCAL }));
const { connect } = connecting(server, xero);

/** A Friday at noon. */
const START = new Date('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let now = START;
let visitor: Visitor;

function passUntil(instant: string | number): void {
  now = new Date(instant);
  server().setClock(now);
}

beforeEach(async () => {
  passUntil(START.getTime());
  visitor = await visitSignedIn(server());
});

const arrived = (count: number) =>
  expect.poll(() => receiver().received.length, { timeout: 20_000 }).toBe(count);

/** Lets the watches look once more, and waits until their lane has done so. */
async function looked(): Promise<void> {
  const mark = vi.fn();
  passUntil(now.getTime() + 2 * MINUTE);
  const { background } = server().services;
  const { isBusy } = background;
  background.isBusy = (lane) => {
    if (lane === 'webhooks') mark();
    return isBusy(lane);
  };
  await expect.poll(() => mark.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(1);
  background.isBusy = isBusy;
}

const addImport = (userId: number | null, status: 'failed' | 'done', finishedAt = now) =>
  server()
    .services.db.insert(todoistImports)
    .values({
      ...{ userId, status, finishedAt, startedAt: finishedAt, since: now, until: now },
      failure: 'Todoist was not reachable.',
    })
    .run();

test('an import that failed: automatic ones once a day, a file, and none from before', async () => {
  addImport(null, 'failed', new Date(now.getTime() - MINUTE));
  const { key } = await addWebhook(visitor, receiver().url, ['import.failed']);
  addImport(null, 'failed');
  addImport(null, 'failed');
  addImport(null, 'done');
  server()
    .services.db.insert(imports)
    .values({
      ...{ fileName: 'harvest.csv', storedAs: 'x', status: 'failed', choices: '{}' },
      ...{ message: 'It has no header.', startedAt: now, finishedAt: now },
    })
    .run();
  await looked();
  await arrived(2);
  expect(receiver().received.map((one) => checkStandard(one, key))).toMatchObject([
    { type: 'import.failed', data: { source: 'todoist', isAutomatic: true } },
    { type: 'import.failed', data: { source: 'file', reason: 'It has no header.' } },
  ]);
  passUntil(now.getTime() + DAY);
  addImport(null, 'failed');
  await arrived(3);
  await looked();
  await arrived(3);
});

test('Xero ended the sign-in: once for each time', async () => {
  await connect(visitor);
  const { key } = await addWebhook(visitor, receiver().url, ['xero.sign-in']);
  const { db } = server().services;
  passUntil(now.getTime() + MINUTE);
  db.update(xeroConnections).set({ endedAt: now }).run();
  await looked();
  await arrived(1);
  await looked();
  const [first] = receiver().received;
  expect(checkStandard(first, key)).toMatchObject({ type: 'xero.sign-in' });
  passUntil(now.getTime() + DAY);
  db.update(xeroConnections).set({ endedAt: now }).run();
  await arrived(2);
});

describe('an invoice', () => {
  beforeEach(async () => {
    await connect(visitor, [HARBOUR_ID]);
    const workTypeId = addWorkType(server(), 'Support');
    addLog(server(), { clientId: addClient(server(), 'Acme'), workTypeId, day: '2026-10-30' });
    await visitor.api('POST', '/api/xero/create-invoices');
    const states = () => server().services.db.select().from(invoices).all();
    await expect
      .poll(() => states().map(({ state }) => state), { timeout: 20_000 })
      .toEqual(['created']);
  });

  const set = (values: Partial<typeof invoices.$inferSelect>) =>
    server().services.db.update(invoices).set(values).run();
  const read = () => visitor.api('POST', '/api/xero/backfill-invoice-numbers');
  const inXero = () => xero().state().invoices[0]?.invoiceId ?? '';

  test('is told of once when it is overdue, at nine in the morning after the day it was due', async () => {
    const { key } = await addWebhook(visitor, receiver().url, ['invoice.overdue']);
    set({ status: 'sent', dueDay: '2026-11-22', amountDuePence: 6_000, xeroInvoiceNumber: 'I-7' });
    passUntil('2026-11-23T08:59:00Z');
    await looked();
    passUntil('2026-11-23T09:00:00Z');
    await arrived(1);
    expect(checkStandard(receiver().received[0], key)).toMatchObject({
      type: 'invoice.overdue',
      timestamp: '2026-11-23T09:00:00.000Z',
      data: { number: 'I-7', client: 'Acme', amountDue: '60.00', dueDay: '2026-11-22' },
    });
    passUntil(now.getTime() + 5 * DAY);
    await looked();
    await arrived(1);
  });

  test('is told of when it was paid, and when it changes otherwise to those who want that', async () => {
    xero().mark(inXero(), 'approved');
    await read();
    const paid = await addWebhook(visitor, `${receiver().url}/paid`, ['invoice.paid']);
    await addWebhook(visitor, `${receiver().url}/all`, ['invoice.updated', 'invoice.paid']);
    xero().mark(inXero(), 'paid');
    passUntil(now.getTime() + MINUTE);
    await read();
    await arrived(3);
    const told = receiver().received.filter(({ path }) => path === '/paid');
    expect(told.map((one) => checkStandard(one, paid.key).type)).toEqual(['invoice.paid']);
    const events = deliveriesOf(server()).map(({ type }) => type);
    expect(events.sort()).toEqual(['invoice.paid', 'invoice.paid', 'invoice.updated']);
    await read();
    await looked();
    await arrived(3);
  });
});

const Forgotten = z.object({ count: z.int(), net: z.string() });

test('forgotten work is told of on Friday at three, with count and sum, if there is any', async () => {
  const { key } = await addWebhook(visitor, receiver().url, ['work.forgotten']);
  passUntil('2026-11-20T15:00:00Z');
  await looked();
  passUntil('2026-11-25T16:00:00Z');
  const entry = {
    clientId: addClient(server(), 'Acme'),
    workTypeId: addWorkType(server(), 'Work'),
  };
  addLog(server(), { ...entry, day: '2026-07-02' });
  await looked();
  expect(receiver().received).toEqual([]);
  passUntil('2026-11-27T15:00:00Z');
  await arrived(1);
  const told = checkStandard(receiver().received[0], key);
  expect(told).toMatchObject({ type: 'work.forgotten', timestamp: '2026-11-27T15:00:00.000Z' });
  const { count, net } = Forgotten.parse(told.data);
  expect(count).toBeGreaterThan(0);
  expect(Number(net)).toBeGreaterThan(0);
  passUntil('2026-11-27T18:00:00Z');
  await looked();
  await arrived(1);
});

test('a backup that failed is told of once a day, as what ntfy wants', async () => {
  await addWebhook(visitor, `${receiver().url}/my-topic`, ['backup.failed'], { body: 'ntfy' });
  writeFileSync(join(server().services.config.dataDir, 'backups'), 'where the folder should be');
  passUntil(now.getTime() + MINUTE);
  await visitor.post('/settings/backups');
  await looked();
  await arrived(1);
  const [first] = receiver().received;
  expect([first?.path, JSON.parse(first?.body ?? '')]).toEqual([
    '/',
    {
      topic: 'my-topic',
      title: 'The backup failed',
      message: expect.stringContaining('backup') as string,
      click: `${server().url}/settings/data`,
    },
  ]);
  await looked();
  await arrived(1);
});
