import { beforeAll, describe, expect, test } from 'vitest';
import { invoices } from '#db/schema.ts';
import { readDueOrganisation } from '#app/xero/connection/state.server.ts';
import { XERO_LIMITS } from '#sandbox/xero.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { readDueChanges } from './changes.server.ts';

const HOUR = 60 * 60_000;

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const statuses = ({ services }: Invoicing) =>
  services.db
    .select()
    .from(invoices)
    .all()
    .map(({ status }) => status);

/** The calls that asked for invoices by their ids. */
const byIds = ({ standIn }: Invoicing) =>
  standIn
    .state()
    .calls.filter(
      ({ method, path, query, status }) =>
        method === 'GET' && path.endsWith('/Invoices') && /\bIDs=/.test(query) && status !== 401,
    );

/** Lets hours pass, with the reading of each. */
async function readHourly(invoicing: Invoicing, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    invoicing.pass(HOUR);
    await readDueChanges(invoicing.services);
  }
}

/** Makes an approved invoice for each of so many months of work, and has that read. */
async function approve(invoicing: Invoicing, count: number): Promise<string[]> {
  const clientId = invoicing.addClient('One');
  for (let month = 0; month < count; month += 1) {
    const day = `${2010 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-15`;
    invoicing.addTime(clientId, { day });
  }
  await invoicing.invoiceAll();
  const ids = invoicing.standIn.state().invoices.map(({ invoiceId }) => invoiceId);
  for (const id of ids) invoicing.standIn.mark(id, 'approved');
  await readHourly(invoicing, 2);
  expect(new Set(statuses(invoicing))).toEqual(new Set(['ready']));
  return ids;
}

describe('An email to the customer, which is no change by Xero’s clock,', () => {
  test('is seen within a day', () =>
    withInvoicing(async (invoicing) => {
      const { standIn } = invoicing;
      const [id = ''] = await approve(invoicing, 1);
      const [before] = standIn.state().invoices;
      const updatedAt = before?.updatedAt.getTime();
      invoicing.pass(HOUR);
      standIn.mark(id, 'sent');
      expect(standIn.state().invoices[0]?.updatedAt.getTime()).toBe(updatedAt);
      // A control: by the time of change it is not seen.
      await readHourly(invoicing, 20);
      expect([statuses(invoicing), byIds(invoicing)]).toEqual([['ready'], []]);
      await readHourly(invoicing, 4);
      expect(statuses(invoicing)).toEqual(['sent']);
    }));

  test('is seen like it: another due date', () =>
    withInvoicing(async (invoicing) => {
      const { standIn, services } = invoicing;
      const [id = ''] = await approve(invoicing, 1);
      const due = () => services.db.select().from(invoices).get()?.dueDay;
      standIn.change(id, { kind: 'due date', day: '2026-12-24' });
      await readHourly(invoicing, 20);
      expect(due()).not.toBe('2026-12-24');
      await readHourly(invoicing, 4);
      expect(due()).toBe('2026-12-24');
    }));

  test('costs one call a day for forty open invoices, and none for those that are paid', () =>
    withInvoicing(async (invoicing) => {
      const ids = await approve(invoicing, 90);
      await readHourly(invoicing, 24);
      expect(byIds(invoicing)).toHaveLength(3);
      await readHourly(invoicing, 24);
      expect(byIds(invoicing)).toHaveLength(6);
      for (const id of ids) invoicing.standIn.mark(id, 'paid');
      await readHourly(invoicing, 48);
      expect(new Set(statuses(invoicing))).toEqual(new Set(['paid']));
      expect(byIds(invoicing)).toHaveLength(6);
    }));

  test('costs, with all that is read by itself in a day, a tenth of what Xero takes of a free app', () =>
    withInvoicing(async (invoicing) => {
      await approve(invoicing, 90);
      const { services, standIn, tenantId } = invoicing;
      standIn.setLimits(XERO_LIMITS);
      const before = standIn.state().calls.length;
      for (let hour = 0; hour < 24; hour += 1) {
        await readHourly(invoicing, 1);
        await readDueOrganisation(services as unknown as Parameters<typeof readDueOrganisation>[0]);
      }
      const calls = standIn.state().calls.slice(before);
      const counted = calls.filter((one) => one.tenantId === tenantId && one.status === 200);
      // Three for the organisation and one for changes, each hour, and three for 90 open invoices.
      expect(counted).toHaveLength(24 * 4 + 3);
      expect(calls.filter(({ status }) => status === 429)).toEqual([]);
      expect(counted.length).toBeLessThanOrEqual(XERO_LIMITS.perDay / 10);
    }));

  test('is asked about again an hour after a failure, without what was read before it', () =>
    withInvoicing(async (invoicing) => {
      const { standIn } = invoicing;
      const ids = await approve(invoicing, 90);
      for (const id of ids) standIn.mark(id, 'sent');
      invoicing.pass(23 * HOUR);
      // The reading of changes, and then the first forty, succeed.
      standIn.fail({
        kind: '503-html',
        path: '/Invoices',
        method: 'GET',
        afterCalls: 2,
        times: 20,
      });
      await readDueChanges(invoicing.services);
      expect(statuses(invoicing).filter((status) => status === 'sent')).toHaveLength(40);
      standIn.heal();
      const before = byIds(invoicing).length;
      await readHourly(invoicing, 1);
      expect(new Set(statuses(invoicing))).toEqual(new Set(['sent']));
      expect(byIds(invoicing)).toHaveLength(before + 2);
    }));

  test('leaves an invoice alone for a day that Xero does not give any more', () =>
    withInvoicing(async (invoicing) => {
      await approve(invoicing, 1);
      const gone = crypto.randomUUID();
      invoicing.services.db.update(invoices).set({ xeroInvoiceId: gone }).run();
      await readHourly(invoicing, 47);
      expect(byIds(invoicing).length).toBeLessThanOrEqual(2);
      expect(statuses(invoicing)).toEqual(['ready']);
    }));
});
