import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { invoices, ledgerInvoices, ledgerReads, workLogs, type Invoice } from '#db/schema.ts';
import { cases } from '#tests/support/cases.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { listInvoiceNotices } from '../../work-logs/list/list.server.ts';
import { changesState, readChangesOf, readDueChanges } from './changes.server.ts';
import { isReleasable, releaseInvoice } from './release.server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'db', 'migrations');

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const allOf = ({ services }: Invoicing) => services.db.select().from(invoices).all();

function first(invoicing: Invoicing): Invoice {
  const [invoice] = allOf(invoicing);
  if (!invoice) throw new Error('There is no invoice');
  return invoice;
}

/** The readings that Xero took; one that came with an old token is sent again. */
const allReads = ({ standIn }: Invoicing) =>
  standIn
    .state()
    .calls.filter(({ modifiedSince, status }) => modifiedSince !== null && status !== 401);

/** How many of them each looked before it sent its invoices. */
const looks = new WeakMap<Invoicing, number>();
const reads = (invoicing: Invoicing) => allReads(invoicing).slice(looks.get(invoicing) ?? 0);

async function makeInvoices(invoicing: Invoicing, count: number): Promise<string[]> {
  // An invoice for each month of each client: contacts cost calls, of which a minute has sixty.
  const clientIds = ['One', 'Two', 'Three'].map(invoicing.addClient);
  for (let number = 0; number < count; number += 1) {
    const month = Math.floor(number / 3);
    const day = `${2010 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-15`;
    invoicing.addTime(clientIds[number % 3] ?? 0, { day });
  }
  await invoicing.invoiceAll();
  looks.set(invoicing, allReads(invoicing).length);
  return allOf(invoicing).map(({ xeroInvoiceId }) => xeroInvoiceId ?? '');
}

describe('Statuses and payments', () => {
  test('come by themselves, once they are an hour old', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, pass } = invoicing;
      const [id = ''] = await makeInvoices(invoicing, 1);
      standIn.mark(id, 'sent');
      pass(59 * MINUTE);
      await readDueChanges(services);
      expect(first(invoicing).status).toBe('draft');
      pass(2 * MINUTE);
      await readDueChanges(services);
      expect(first(invoicing)).toMatchObject({ status: 'sent', amountDuePence: 7_200 });
      expect(reads(invoicing)).toHaveLength(1);

      standIn.change(id, { kind: 'payment', pence: 1_000 });
      pass(HOUR);
      await readDueChanges(services);
      expect(first(invoicing)).toMatchObject({
        status: 'sent',
        amountDuePence: 6_200,
        amountPaidPence: 1_000,
        paidDay: null,
      });
      standIn.change(id, { kind: 'payment', pence: 6_200 });
      pass(HOUR);
      await readDueChanges(services);
      const paid = { status: 'paid', amountDuePence: 0, amountPaidPence: 7_200 };
      expect(first(invoicing)).toMatchObject({ ...paid, paidDay: '2026-11-21' });
    }));

  test('a credit note settles an invoice with nothing paid', () =>
    withInvoicing(async (invoicing) => {
      const [id = ''] = await makeInvoices(invoicing, 1);
      invoicing.standIn.mark(id, 'sent');
      invoicing.standIn.change(id, { kind: 'credit', pence: 7_200 });
      invoicing.pass(2 * HOUR);
      await readDueChanges(invoicing.services);
      expect(first(invoicing)).toMatchObject({
        status: 'paid',
        amountPaidPence: 0,
        amountCreditedPence: 7_200,
        amountDuePence: 0,
      });
    }));

  test('what credit notes settled in full frees its logs when released, what they settled in part does not', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, pass, invoiceAll } = invoicing;
      const [id = ''] = await makeInvoices(invoicing, 1);
      const isFree = () => !services.db.select().from(workLogs).get()?.isInvoiced;
      const read = async () => {
        pass(2 * HOUR);
        await readDueChanges(services);
      };
      standIn.mark(id, 'sent');
      standIn.change(id, { kind: 'credit', pence: 7_100 });
      standIn.change(id, { kind: 'payment', pence: 100 });
      await read();
      expect(first(invoicing)).toMatchObject({ status: 'paid', creditNotesPence: 7_100 });
      expect(() => {
        releaseInvoice(services, 1);
      }).toThrow('This invoice is still in Xero, so its logs stay on it.');
      expect([isReleasable(services, 1), listInvoiceNotices(services).ended]).toEqual([false, []]);

      standIn.change(id, { kind: 'payment', pence: -100 });
      standIn.change(id, { kind: 'credit', pence: 100 });
      await read();
      expect(isReleasable(services, 1)).toBe(true);
      expect(listInvoiceNotices(services).ended).toMatchObject([
        { id: 1, how: 'credited in full', logs: 1 },
      ]);
      expect(isFree()).toBe(false);
      releaseInvoice(services, 1);
      expect(isFree()).toBe(true);
      expect(first(invoicing)).toMatchObject({ state: 'released', status: 'paid' });
      expect([isReleasable(services, 1), listInvoiceNotices(services).ended]).toEqual([false, []]);
      await invoiceAll();
      expect(allOf(invoicing).map(({ state }) => state)).toEqual(['released', 'created']);
    }));

  test('what was voided frees its logs when released, and is not asked back', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, pass } = invoicing;
      const [id = ''] = await makeInvoices(invoicing, 1);
      standIn.mark(id, 'voided');
      pass(2 * HOUR);
      await readDueChanges(services);
      expect(first(invoicing).status).toBe('voided');
      releaseInvoice(services, 1);
      expect(services.db.select().from(workLogs).get()?.isInvoiced).toBe(false);
      standIn.mark(id, 'sent');
      pass(2 * HOUR);
      await readDueChanges(services);
      expect(first(invoicing)).toMatchObject({ state: 'released', status: 'voided' });
    }));

  test('of 110 invoices take two calls, and then one an hour', () =>
    withInvoicing(async (invoicing) => {
      const ids = await makeInvoices(invoicing, 110);
      for (const id of ids) invoicing.standIn.mark(id, 'sent');
      invoicing.pass(2 * HOUR);
      await readDueChanges(invoicing.services);
      expect(reads(invoicing)).toHaveLength(2);
      expect(allOf(invoicing).every(({ status }) => status === 'sent')).toBe(true);
      invoicing.pass(HOUR);
      await readDueChanges(invoicing.services);
      expect(reads(invoicing)).toHaveLength(3);
    }));

  test('prices that an earlier version kept with two places are read once more', () =>
    withInvoicing(async (invoicing) => {
      const { services, pass } = invoicing;
      await makeInvoices(invoicing, 1);
      const kept = () => services.db.select().from(ledgerInvoices).get()?.contents ?? '';
      const whole = kept();
      pass(2 * HOUR);
      await readDueChanges(services);
      services.db.update(ledgerInvoices).set({ contents: 'as it was rounded' }).run();
      pass(2 * HOUR);
      await readDueChanges(services);
      expect(kept()).toBe('as it was rounded');

      const migration = join(MIGRATIONS, '0020_whole_prices.sql');
      services.db.$client.exec(readFileSync(migration, 'utf8'));
      pass(2 * HOUR);
      await readDueChanges(services);
      // What was stored first also says that Xero made it.
      expect(JSON.parse(whole)).toMatchObject(JSON.parse(kept()) as object);
    }));

  test('a failure keeps what is known, is said, and is tried again after some minutes', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, pass, tenantId } = invoicing;
      const [id = ''] = await makeInvoices(invoicing, 1);
      standIn.mark(id, 'sent');
      pass(2 * HOUR);
      standIn.fail({ kind: '500-before' });
      await readDueChanges(services);
      const failed = services.db.select().from(ledgerReads).get();
      // As of the look before the invoices were sent.
      expect(failed).toMatchObject({ tenantId, currentAt: new Date('2026-11-21T09:00:00Z') });
      expect(failed?.message).toMatch(/Xero/);
      expect(first(invoicing).status).toBe('draft');
      await readDueChanges(services);
      expect(reads(invoicing)).toHaveLength(1);
      pass(6 * MINUTE);
      await readDueChanges(services);
      expect(first(invoicing).status).toBe('sent');
      expect(services.db.select().from(ledgerReads).get()?.message).toBeNull();
    }));

  test('a reading that breaks off on its second page goes on there', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, pass } = invoicing;
      const ids = await makeInvoices(invoicing, 105);
      for (const id of ids) standIn.mark(id, 'sent');
      pass(2 * HOUR);
      standIn.fail({ kind: '500-before', path: '/Invoices', afterCalls: 2 });
      await readDueChanges(services);
      const read = () => allOf(invoicing).filter(({ status }) => status === 'sent').length;
      expect(read()).toBe(100);
      pass(6 * MINUTE);
      await readDueChanges(services);
      expect(read()).toBe(105);
      const pages = reads(invoicing).map(({ query }) => new URLSearchParams(query).get('page'));
      expect(pages).toEqual(['1', '2', '2']);
    }));

  test('are not asked for while Xero is disconnected, and health does not complain', () =>
    withInvoicing(async (invoicing) => {
      const { services, pass } = invoicing;
      const since = services.clock();
      await makeInvoices(invoicing, 1);
      services.db.$client.exec('update xero_organisations set connection_id = null');
      pass(10 * HOUR);
      await readDueChanges(services);
      expect(reads(invoicing)).toHaveLength(0);
      expect(changesState(services, since).behind).toBeNull();
      services.db.$client.exec(`update xero_organisations set connection_id = 'again'`);
      expect(changesState(services, since).behind).toMatch(/for too long/);
      const ahead = new Date(services.clock().getTime() + 1_000 * HOUR);
      expect(changesState(services, ahead).behind, 'began under a wrong clock').toMatch(
        /for too long/,
      );
    }));

  test.each([-3 * HOUR, 3 * HOUR])(
    'whatever changes is read, with our clock %i ms ahead of Xero’s',
    (ahead) =>
      withInvoicing(
        async (invoicing) => {
          const { standIn, services, tenantId, pass } = invoicing;
          const ids = await makeInvoices(invoicing, 5);
          const signal = new AbortController().signal;
          for (let step = 0; step < cases(100); step += 1) {
            const id = ids[step % ids.length] ?? '';
            // A change at the very instant of a reading must not be lost either.
            standIn.mark(id, step % 2 === 0 ? 'sent' : 'paid');
            await readChangesOf(services, tenantId, signal);
            const now = allOf(invoicing).find(({ xeroInvoiceId }) => xeroInvoiceId === id);
            expect(now?.status).toBe(step % 2 === 0 ? 'sent' : 'paid');
            pass((step * 37_123) % (2 * HOUR));
          }
        },
        { ahead },
      ),
  );

  test('control: without asking from earlier than the last answer, a change would be lost', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services, tenantId, pass } = invoicing;
      const [id = ''] = await makeInvoices(invoicing, 1);
      const signal = new AbortController().signal;
      pass(HOUR);
      await readChangesOf(services, tenantId, signal);
      // One of Xero's servers is a minute behind the one that answered.
      pass(-MINUTE);
      standIn.mark(id, 'sent');
      pass(MINUTE);
      services.db.$client.exec('update ledger_reads set since = since + 300000');
      await readChangesOf(services, tenantId, signal);
      expect(first(invoicing).status).toBe('draft');
      services.db.$client.exec('update ledger_reads set since = since - 300000');
      await readChangesOf(services, tenantId, signal);
      expect(first(invoicing).status).toBe('sent');
    }));
});
