import { beforeAll, expect, test } from 'vitest';
import { invoiceRuns } from '#db/schema.ts';
import {
  countInvoicedLogs,
  statesOf,
  withInvoicing,
  type Invoicing,
} from '#tests/support/data/invoicing.ts';
import { carryOn, continueRun, dueRuns } from './carry-on.server.ts';
import { UNKNOWN } from './look-up.server.ts';

const MINUTE = 60_000;

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const theRun = ({ services }: Invoicing) => {
  const [run] = services.db.select().from(invoiceRuns).all();
  if (!run) throw new Error('There is no run');
  return run;
};
const carryOnDue = async ({ services }: Invoicing) => {
  for (const { id } of dueRuns(services)) await continueRun(services, id);
};

test('invoices that were made although the whole call was refused are found, and not made again', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, addClient, addTime, invoiceAll } = invoicing;
    for (const name of ['Acme', 'Bolt', 'Cord']) addTime(addClient(name));
    standIn.fail({ kind: '400-after', path: '/Invoices', method: 'PUT' });
    await invoiceAll();
    await invoiceAll();
    expect(standIn.state().invoices).toHaveLength(3);
    const made = { state: 'created', message: null };
    expect(statesOf(invoicing)).toEqual([made, made, made]);
    expect(countInvoicedLogs(invoicing)).toBe(3);
  }));

test('what is not there after a refusal fails with the reason, and logs released at once', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, addClient, addTime, invoiceAll } = invoicing;
    addTime(addClient('Acme'));
    standIn.fail({ kind: '400-before', path: '/Invoices', method: 'PUT' });
    await invoiceAll();
    const refused = { state: 'failed', message: 'A validation exception occurred' };
    expect(statesOf(invoicing)).toEqual([refused]);
    expect(theRun(invoicing)).toMatchObject({ status: 'done', message: null });
    await invoiceAll();
    expect(standIn.state().invoices).toHaveLength(1);
    expect(statesOf(invoicing)).toEqual([refused, { state: 'created', message: null }]);
  }));

test('a call to which Xero is closed fails with its reason, which the run says, too', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, addClient, addTime, invoiceAll } = invoicing;
    addTime(addClient('Acme'));
    standIn.fail({ kind: '403', path: '/Invoices', method: 'PUT' });
    await invoiceAll();
    const { status, message } = theRun(invoicing);
    expect(status).toBe('done');
    expect(message).toContain('Xero');
    expect(statesOf(invoicing)).toEqual([{ state: 'failed', message }]);
  }));

test('a fault of our own fails no invoice, and is not taken for Xero’s', () =>
  withInvoicing(async (invoicing) => {
    const { services, addClient, addTime, invoiceAll } = invoicing;
    addTime(addClient('Acme'));
    services.db.$client.exec(
      "create trigger broken before insert on client_contacts begin select raise(abort, 'The disk is broken'); end",
    );
    await invoiceAll();
    expect(statesOf(invoicing)).toEqual([{ state: 'claimed', message: null }]);
    const { signal } = new AbortController();
    await expect(carryOn(services, theRun(invoicing).id, signal)).rejects.toThrow(
      'The disk is broken',
    );
  }));

test.each(['/Contacts', '/Invoices'])(
  'at the limit of a day, met at %s, it is said that the run goes on by itself',
  (path) =>
    withInvoicing(async (invoicing) => {
      const { standIn, addClient, addTime, invoiceAll, pass } = invoicing;
      addTime(addClient('Acme'));
      standIn.fail({ kind: '429-day', path, retryAfterSeconds: 3_600 });
      await invoiceAll();
      expect(theRun(invoicing).message).toContain('continues by itself');
      expect(theRun(invoicing).message).not.toContain('Try again');
      pass(60 * MINUTE);
      await carryOnDue(invoicing);
      expect(statesOf(invoicing)).toMatchObject([{ state: 'created' }]);
    }),
);

test('as long as nobody can look, a refused call counts as unknown, and its logs stay claimed', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, addClient, addTime, invoiceAll, pass } = invoicing;
    addTime(addClient('Acme'));
    standIn.fail({ kind: '400-after', path: '/Invoices', method: 'PUT' });
    // The look before anything is sent is answered.
    standIn.fail({ kind: '500-before', path: '/Invoices', method: 'GET', afterCalls: 1 });
    await invoiceAll();
    expect(statesOf(invoicing)).toEqual([{ state: 'sending', message: UNKNOWN }]);
    expect(theRun(invoicing).message).toContain('not available');
    await invoiceAll();
    expect(statesOf(invoicing)).toHaveLength(1);
    pass(MINUTE);
    await carryOnDue(invoicing);
    expect(standIn.state().invoices).toHaveLength(1);
    expect(statesOf(invoicing)).toMatchObject([{ state: 'created' }]);
  }));

test('of a call that was carried out in part and refused, the rest is made once no call can still arrive', () =>
  withInvoicing(async (invoicing) => {
    const { standIn, addClient, addTime, invoiceAll, pass } = invoicing;
    for (const name of ['Acme', 'Bolt']) addTime(addClient(name));
    standIn.fail({ kind: '400-but-one', path: '/Invoices', method: 'PUT' });
    await invoiceAll();
    expect(
      statesOf(invoicing)
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['created', 'sending']);
    for (const minutes of [5, 6, 1]) {
      pass(minutes * MINUTE);
      await carryOnDue(invoicing);
    }
    expect(standIn.state().invoices).toHaveLength(2);
    expect(countInvoicedLogs(invoicing)).toBe(2);
  }));
