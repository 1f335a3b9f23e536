import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { carryOn, findRun } from '#app/invoices/runs/carry-on.server.ts';
import { createInvoices } from '#app/invoices/runs/create.server.ts';
import { claimInvoices } from '#app/invoices/runs/claim.server.ts';
import { openXeroLedger } from '#app/xero/ledger/xero-ledger.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { write } from '#db/connection.server.ts';
import { invoices, workLogs } from '#db/schema.ts';
import { countCalls } from '#app/xero/ledger/call-days.server.ts';
import { startXero, XERO_LIMITS, type Call, type OrganisationSeed } from '#sandbox/xero.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import { startTestServer } from '#tests/support/server/test-server.ts';
import { HARBOUR, reach, XERO_CLIENT } from '#tests/support/server/xero.ts';
import { connectToXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const CLIENTS = 300;

const limits = XERO_LIMITS;

/** In milliseconds: a busy machine takes long to fill three databases. */
const PATIENCE = 240_000;

/** A product whose Xero keeps its limits, and whose time passes only while it waits. */
async function slowWorld(contacts: NonNullable<OrganisationSeed['contacts']>) {
  let time = Date.parse('2026-11-21T09:00:00Z');
  const clock = () => new Date(time);
  const organisations = [{ ...HARBOUR, contacts }];
  const xero = await startXero({ clients: [XERO_CLIENT], organisations, clock, limits });
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
  const noteCall = countCalls({ ...server.services, clock });
  // A busy machine must not cause a time-out, which would cost calls.
  const adapter = reach(xero, { clock, wait, noteCall, timeoutMs: PATIENCE });
  const parts = { ...server.services, clock, xero: { adapter, refresh: null } };
  const services = { ...parts, ledger: openXeroLedger(parts) };
  const organisationId = await connectToXero(services, xero);
  await activate(services, organisationId);
  const workTypeId = addWorkType(server, 'Support');
  const { db } = server.services;
  const clientIds = write(db, () =>
    Array.from({ length: CLIENTS }, (_, index) => addClient(server, `Client ${index + 1}`)),
  );

  /** Invoices one log of each client; gives the calls that it took, and the seconds that passed. */
  async function invoiceAll(day: string) {
    write(db, () => {
      for (const clientId of clientIds) addLog(server, { clientId, workTypeId, day });
    });
    const { runId } = claimInvoices(services, { userId: null, filters: NO_FILTERS });
    if (runId === null) throw new Error('There is something to invoice');
    // All this takes seconds, after which the stand-in may just be closing its connection.
    await services.ledger.findContacts(organisationId, { search: '' }).catch(() => []);
    const before = xero.state().calls.length;
    const begun = time;
    const { signal } = new AbortController();
    for (let round = 0; round < 200 && findRun(services, runId)?.status !== 'done'; round++) {
      await carryOn(services, runId, signal);
      time = Math.max(time, findRun(services, runId)?.resumeAt?.getTime() ?? 0);
    }
    expect(findRun(services, runId)?.status).toBe('done');
    const calls = xero.state().calls.slice(before);
    return { calls, seconds: (time - begun) / 1_000 };
  }

  return { xero, server, services, organisationId, clientIds, invoiceAll };
}

/** What was called how often, such as `GET /Contacts 1`. */
function tally(calls: Call[]): string {
  const names = calls.map(({ method, path }) => `${method} ${path.replace('/api.xro/2.0', '')}`);
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].map(([name, { length }]) => `${name} ${length}`).join(', ');
}

/** In the output of the test, so that a reader sees how far the limits are. */
function print(what: string, { calls, seconds }: { calls: Call[]; seconds: number }): void {
  process.stdout.write(
    `${CLIENTS} ${what}: ${calls.length} calls (${tally(calls)}), ${seconds} s of waiting\n`,
  );
}

test(
  '300 clients that Xero has never seen take 25 calls at most, and 300 known ones 20',
  async () => {
    const world = await slowWorld([{ name: 'Somebody else' }]);
    const { xero, server, services, organisationId, invoiceAll } = world;
    const unseen = await invoiceAll('2026-09-05');
    print('clients that Xero has never seen', unseen);
    const known = await invoiceAll('2026-10-05');
    print('clients with a contact', known);

    expect(unseen.calls.length).toBeLessThanOrEqual(25);
    expect(known.calls.length).toBeLessThanOrEqual(20);
    expect(unseen.seconds).toBeLessThan(120);
    const { calls, mostAtOnce, contacts, invoices: made } = xero.state();
    expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
    expect(mostAtOnce).toBeLessThanOrEqual(5);
    expect(contacts).toHaveLength(1 + CLIENTS);
    expect(new Set(made.map(({ contactId }) => contactId)).size).toBe(CLIENTS);
    const { db } = server.services;
    const logs = db.select().from(workLogs).all();
    expect(logs.every(({ isInvoiced }) => isInvoiced)).toBe(true);
    const stored = db.select().from(invoices).all();
    expect(new Set(stored.map(({ xeroInvoiceId }) => xeroInvoiceId)).size).toBe(2 * CLIENTS);

    // What the product says of its calls is what Xero counted.
    const counted = calls.filter(({ path }) => path.startsWith('/api.xro/')).length;
    const { used, left } = services.ledger.callsToday(organisationId);
    // Those whose connection was just closed did not arrive there.
    expect(used).toBeGreaterThanOrEqual(counted);
    expect(left?.calls).toBe(limits.perDay - counted);
  },
  PATIENCE,
);

test(
  '300 clients whose contacts are in Xero and not yet linked take 20 calls at most',
  async () => {
    const contacts = Array.from({ length: CLIENTS }, (_, index) => ({
      name: `CLIENT ${index + 1}`,
    }));
    const world = await slowWorld(contacts);
    const unlinked = await world.invoiceAll('2026-10-05');
    print('clients with a contact that is not linked', unlinked);
    expect(unlinked.calls.length).toBeLessThanOrEqual(20);
    expect(world.xero.state().contacts).toHaveLength(CLIENTS);
  },
  PATIENCE,
);

test(
  'names that are taken meanwhile, and one contact that Xero refuses, cost the others nothing',
  async () => {
    const { xero, services, clientIds, invoiceAll } = await slowWorld([]);
    // The list is read before somebody else makes these two in Xero.
    const taken = ['Client 3', 'Client 4'];
    const plain = { ...services.ledger };
    services.ledger.createContacts = async (organisationId, wanted, key) => {
      const names = taken.splice(0);
      const others = names.map((name) => ({ name, email: null, contactNumber: `crm-${name}` }));
      if (others.length > 0) await plain.createContacts(organisationId, others, 'somebody else');
      return plain.createContacts(organisationId, wanted, key);
    };
    xero.fail({ kind: 'refuse-one', path: '/Contacts', method: 'PUT', afterCalls: 1 });
    const { calls } = await invoiceAll('2026-10-05');
    expect(calls.length).toBeLessThanOrEqual(25);
    const stored = services.db.select().from(invoices).all();
    const failed = stored.filter(({ state }) => state === 'failed');
    expect(failed.map(({ clientId, message }) => [clientId, message])).toEqual([
      [clientIds[0], 'The stand-in refuses this one'],
    ]);
    expect(stored.filter(({ state }) => state === 'created')).toHaveLength(CLIENTS - 1);
    const namedThree = xero.state().contacts.filter(({ name }) => name === 'Client 3');
    expect(namedThree).toMatchObject([{ contactNumber: 'crm-Client 3' }]);
  },
  PATIENCE,
);

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
  // All three are looked for in the list, and made together.
  expect(await invoiceMonths(2024)).toBe(2);
  expect(await invoiceMonths(2025)).toBe(1);
});
