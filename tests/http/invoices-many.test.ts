import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { carryOn, findRun } from '#app/invoices/runs/carry-on.server.ts';
import { createInvoices } from '#app/invoices/runs/create.server.ts';
import { claimInvoices } from '#app/invoices/runs/claim.server.ts';
import { openXeroLedger } from '#app/xero/ledger/xero-ledger.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { invoices, workLogs } from '#db/schema.ts';
import { startXero, XERO_LIMITS } from '#sandbox/xero.ts';
import { addClient, addLog, addWorkType } from '#tests/support/entries.ts';
import { startTestServer } from '#tests/support/test-server.ts';
import { HARBOUR, reach, XERO_CLIENT } from '#tests/support/xero.ts';
import { connectToXero, xeroEnvironment } from '#tests/support/xero-organisation.ts';

const CLIENTS = 300;
const NO_FILTERS = { clientId: null, startDate: null, endDate: null, isInvoiced: null };

test('300 clients invoiced in one run stay inside the limits of Xero and end complete', async () => {
  let time = Date.parse('2026-11-21T09:00:00Z');
  const clock = () => new Date(time);
  const xero = await startXero({
    clients: [XERO_CLIENT],
    organisations: [HARBOUR],
    clock,
    limits: { ...XERO_LIMITS, perDay: 5_000 },
  });
  onTestFinished(() => xero.close());
  const server = await startTestServer(xeroEnvironment(xero));
  onTestFinished(server.stop);
  const wait = (milliseconds: number) => {
    time += milliseconds;
    return Promise.resolve();
  };
  // Keeps the server itself from carrying on the run, at a pace of its own, during the test.
  void server.services.background.run('invoices', (signal) =>
    once(signal, 'abort').then(() => undefined),
  );
  const adapter = reach(xero, { clock, wait });
  const parts = { ...server.services, clock, xero: { adapter, refresh: null } };
  const services = { ...parts, ledger: openXeroLedger(parts) };
  await activate(services, await connectToXero(services, xero));
  const workTypeId = addWorkType(server, 'Support');
  for (let number = 1; number <= CLIENTS; number++) {
    addLog(server, {
      clientId: addClient(server, `Client ${number}`),
      workTypeId,
      day: '2026-10-05',
    });
  }

  const { runId } = claimInvoices(services, { userId: null, filters: NO_FILTERS });
  if (runId === null) throw new Error('There is something to invoice');
  const signal = new AbortController().signal;
  for (let round = 0; round < 200 && findRun(services, runId)?.status !== 'done'; round++) {
    await carryOn(services, runId, signal);
    const resumeAt = findRun(services, runId)?.resumeAt?.getTime() ?? 0;
    time = Math.max(time, resumeAt);
  }

  const { calls, mostAtOnce } = xero.state();
  expect(findRun(services, runId)?.status).toBe('done');
  expect(xero.state().invoices).toHaveLength(CLIENTS);
  expect(calls.filter(({ status }) => status === 429)).toHaveLength(0);
  expect(mostAtOnce).toBeLessThanOrEqual(5);
  const { db } = server.services;
  expect(
    db
      .select()
      .from(workLogs)
      .all()
      .every(({ isInvoiced }) => isInvoiced),
  ).toBe(true);
  expect(
    new Set(
      db
        .select()
        .from(invoices)
        .all()
        .map(({ xeroInvoiceId }) => xeroInvoiceId),
    ).size,
  ).toBe(CLIENTS);
}, 60_000);

test('contacts are looked up once for all months of a client, and linked ones in a single call', async () => {
  const xero = await startXero({ clients: [XERO_CLIENT], organisations: [HARBOUR] });
  onTestFinished(() => xero.close());
  const server = await startTestServer(xeroEnvironment(xero));
  onTestFinished(server.stop);
  const { services } = server;
  await activate(services, await connectToXero(services, xero));
  const workTypeId = addWorkType(server, 'Support');
  const clientIds = ['Acme', 'Birch', 'Cedar'].map((name) => addClient(server, name));
  const countContactCalls = () =>
    xero.state().calls.filter(({ path }) => path.includes('/Contacts')).length;
  const invoiceMonths = async (year: number) => {
    for (const clientId of clientIds) {
      for (let month = 1; month <= 9; month++)
        addLog(server, { clientId, workTypeId, day: `${year}-0${month}-05` });
    }
    const before = countContactCalls();
    const asked = { userId: null, filters: NO_FILTERS };
    const result = await createInvoices(services, asked, 30_000);
    expect(result).toMatchObject({ invoicesCreated: 27, isFinished: true });
    return countContactCalls() - before;
  };
  // Each of the three is searched for by name and by number, and created.
  expect(await invoiceMonths(2024)).toBe(9);
  expect(await invoiceMonths(2025)).toBe(1);
});
