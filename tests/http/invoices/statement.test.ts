import { beforeEach, describe, expect, test } from 'vitest';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn, type Visitor } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let visitor: Visitor;
let log: number;

/** An invoice of an hour at £60.00 for One. */
beforeEach(async () => {
  visitor = await visitSignedIn(server());
  const { services } = server();
  const entry = { clientId: addClient(server(), 'One'), workTypeId: addWorkType(server(), 'W') };
  log = addLog(server(), { ...entry, day: '2026-09-30', description: 'Cabled the wing' });
  await activate(services, await connectToXero(services, xero()));
  await visitor.api('POST', '/api/xero/create-invoices');
});

const text = async (path: string) => visibleText((await visitor.get(path)).text);
const readAgain = () => visitor.api('POST', '/api/xero/backfill-invoice-numbers');
const idInXero = () => xero().state().invoices[0]?.invoiceId ?? '';

/** What was deleted in Xero is released, so its log may be changed. */
async function release(): Promise<void> {
  xero().mark(idInXero(), 'deleted');
  await readAgain();
  await visitor.post('/work-logs/invoices/1/release?back=/invoices/1', {});
}

const change = async (changed: Record<string, unknown>) => {
  expect((await visitor.api('PUT', `/api/work-logs/${log}`, changed)).status).toBe(200);
};

test('A statement says from when to when work was done where its client wants that, and its pages else do not', async () => {
  await visitor.api('DELETE', '/api/invoices/1');
  await change({ startedAt: '2026-09-30T08:15:00Z', endedAt: '2026-09-30T09:40:00Z' });
  await visitor.api('POST', '/api/xero/create-invoices');
  const last = xero().state().invoices.length;
  expect(await text(`/invoices/${last}/statement`)).not.toContain('09:15');
  expect((await visitor.api('PUT', '/api/clients/1', { showTimes: true })).status).toBe(200);
  const statement = await text(`/invoices/${last}/statement`);
  expect(statement).toMatch(/30 Sept? 2026 ?09:15–10:40/);
  expect(statement).toContain('1h 0m');
});

describe('A released invoice', () => {
  test('says what was invoiced, and nothing of the work of the client that has its log now', async () => {
    await release();
    await change({
      clientId: addClient(server(), 'Two'),
      description: 'Secret work for Two',
      duration: 120,
      hourlyRate: '90.00',
    });
    const statement = await text('/invoices/1/statement');
    expect(statement).toContain('For One, September 2026');
    expect(statement).toMatch(/Cabled the wing 1 ?at £60\.00 £12\.00 £60\.00/);
    expect(statement).not.toMatch(/Secret|90\.00|2h/);
    const page = await text('/invoices/1');
    expect(page).toContain(`Work log ${log}, which now belongs to another client.`);
    expect(page).not.toMatch(/Secret|90\.00|2h/);
  });

  test('says what was invoiced where its log is another work of the same client', async () => {
    await release();
    await change({ description: 'Other work', duration: 120, date: '2026-09-12' });
    const statement = await text('/invoices/1/statement');
    expect(statement).toMatch(/Cabled the wing 1 ?at £60\.00 £12\.00 £60\.00/);
    expect(statement).not.toMatch(/Other work|2h|12 Sept/);
    const page = await text('/invoices/1');
    // It is the client's own, and may be seen there; how the line was made is not told by it.
    expect(page).toContain('This log was released, so it may have been changed since.');
    expect(page).not.toContain('worked, 1h 0m billed');
  });
});

describe('A line that was changed in Xero', () => {
  test('is told with the quantity and the price of Xero where the amount stayed what it was', async () => {
    xero().change(idInXero(), { kind: 'line', index: 0, lineAmountPence: 6_000, quantity: 2 });
    await readAgain();
    expect(await text('/invoices/1')).toContain('2 × £30.00 Changed in Xero');
    const statement = await text('/invoices/1/statement');
    expect(statement).toMatch(/Cabled the wing 1h 0m ?at £30\.00 £12\.00 £60\.00 – Billed 2/);
    expect(statement).not.toContain('an hour');
  });

  test('has one sign for what is taken off, whether it is a price or an amount', async () => {
    const discount = { description: 'Discount', lineAmountPence: -1_050 };
    xero().change(idInXero(), { kind: 'line added', ...discount });
    await readAgain();
    const statement = await text('/invoices/1/statement');
    expect(statement).toMatch(/Discount 1 ?at -£10\.50 -£2\.10 -£10\.50/);
    const page = await text('/invoices/1');
    expect(page).toContain('1 × -£10.50');
    expect(statement + page).not.toContain('£-');
  });
});
