import { beforeAll, expect, test } from 'vitest';
import { invoiceRuns } from '#db/schema.ts';
import {
  countInvoicedLogs,
  statesOf,
  withInvoicing,
  type Invoicing,
} from '#tests/support/data/invoicing.ts';
import { openXeroLedger } from '#tests/support/server/xero-organisation.ts';
import { keepRuns } from './carry-on.server.ts';
import { UNKNOWN } from './look-up.server.ts';
import { loadRun } from './run-screen.server.ts';
import { invoicesOf, markSending } from './steps.server.ts';

const MINUTE = 60_000;
const NOT_SET_UP =
  'Xero is not set up on this server. Whoever runs it has to set XERO_CLIENT_ID and XERO_CLIENT_SECRET.';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const theRun = ({ services }: Invoicing) => services.db.select().from(invoiceRuns).get();

/** Claims an invoice for each of two clients; then the process is killed, before anything is sent. */
async function claimTwo({ services, addClient, addTime, invoiceAll }: Invoicing) {
  for (const name of ['Acme', 'Bolt']) addTime(addClient(name));
  services.checkpoint = (step) => {
    if (step === 'looked before') throw new Error('Killed');
  };
  await invoiceAll();
  services.checkpoint = () => undefined;
}

/** The services of a server that is started without the variables of Xero. */
function withoutXero({ services }: Invoicing): Invoicing['services'] {
  const without = { ...services, xero: null };
  // What invoicing is tested with has all that this ledger asks of its services, but is not typed so.
  const parts = without as unknown as Parameters<typeof openXeroLedger>[0];
  return { ...without, ledger: openXeroLedger(parts) };
}

/** Does as a server does at its start, and every fifteen seconds. */
async function keep(services: Invoicing['services']) {
  keepRuns(services)();
  await services.background.run('invoices', () => Promise.resolve());
}

test('where Xero is not set up any more, a run that was killed frees what never left, with the reason', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, services, invoiceAll } = invoicing;
    await claimTwo(invoicing);
    const claimed = { state: 'claimed', message: null };
    expect(statesOf(invoicing)).toEqual([claimed, claimed]);
    expect(theRun(invoicing)).toMatchObject({ status: 'running' });

    await keep(withoutXero(invoicing));
    const failed = { state: 'failed', message: NOT_SET_UP };
    expect(statesOf(invoicing)).toEqual([failed, failed]);
    expect(theRun(invoicing)).toMatchObject({ status: 'done', message: NOT_SET_UP });
    expect(standIn.state().invoices).toEqual([]);
    // Their logs are free: once Xero is there again, they are billed, once.
    await keep(services);
    await invoiceAll();
    expect([standIn.state().invoices.length, countInvoicedLogs(invoicing)]).toEqual([2, 2]);
  }));

test('and what may have left stays unknown, until it can be looked up or somebody says that it is not there', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, services, invoiceAll, pass } = invoicing;
    await claimTwo(invoicing);
    const [first] = invoicesOf(services, 1, 'claimed');
    if (!first) throw new Error('Nothing is claimed');
    markSending(services, [{ invoice: first, contactId: 'one' }]);

    const without = withoutXero(invoicing);
    const kept = [
      { state: 'sending', message: UNKNOWN },
      { state: 'failed', message: NOT_SET_UP },
    ];
    for (const minutes of [0, 1, 4, 60]) {
      pass(minutes * MINUTE);
      await keep(without);
      expect(statesOf(invoicing)).toEqual(kept);
      expect(theRun(invoicing)?.status).toBe('paused');
      expect(theRun(invoicing)?.message).toContain('without the connection to Harbour Consulting');
    }
    expect(loadRun(without, 1).invoices.map(({ canBeFreed }) => canBeFreed)).toEqual([true, false]);

    pass(60 * MINUTE);
    await keep(services);
    expect(statesOf(invoicing)[0]).toMatchObject({ state: 'created' });
    await invoiceAll();
    expect([standIn.state().invoices.length, countInvoicedLogs(invoicing)]).toEqual([2, 2]);
  }));
