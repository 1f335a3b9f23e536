import { beforeAll, expect, test } from 'vitest';
import { invoiceLogs, invoiceRuns, invoices } from '#db/schema.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { getClient, updateClient } from '../../clients/clients.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { NO_FILTERS } from '../../work-logs/list/filters.ts';
import { invoiceKey, NO_CHOICES, type InvoiceChoice } from '../lines/choices.ts';
import { fingerprintOfPlan, planInvoices } from '../preview/plan.server.ts';
import { claimInvoices, type ClaimRequest } from './claim.server.ts';
import { contentsOf } from './steps.server.ts';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const claim = ({ services }: Invoicing, more: Partial<ClaimRequest> = {}) =>
  claimInvoices(services, { userId: null, filters: NO_FILTERS, ...more });
const claimed = ({ services }: Invoicing) => services.db.select().from(invoices).all();
const claims = ({ services }: Invoicing) => services.db.select().from(invoiceLogs).all();

const CHOICE: InvoiceChoice = {
  ...{ isLeftOut: false, day: null, dueDay: null, poNumber: undefined, discount: null },
  keptPer: undefined,
};
const choose = (of: [key: string, choice: Partial<InvoiceChoice>][]) => ({
  ...NO_CHOICES,
  invoices: new Map(of.map(([key, choice]) => [key, { ...CHOICE, ...choice }])),
});
const keyOf = (clientId: number, day = '2026-10-12') =>
  invoiceKey('month', { clientId, day, jobId: null });

test('every log is claimed once, by an invoice for each client and month, with what it bills', () =>
  withInvoicing(async (invoicing) => {
    const { addClient, addTime, services, tenantId } = invoicing;
    const [acme, bolt] = [addClient('Acme'), addClient('Bolt')];
    const logs = [
      addTime(acme, { minutes: 90 }),
      addTime(acme, { minutes: 50, day: '2026-10-13' }),
      addTime(acme, { day: '2026-09-30' }),
      addTime(bolt),
    ];
    const { runId, groups, leftOut } = claim(invoicing);
    expect(groups).toHaveLength(3);
    expect(leftOut).toEqual([]);
    const [run] = services.db.select().from(invoiceRuns).all();
    const now = services.clock();
    expect(run).toMatchObject({ id: runId, tenantId, status: 'running', startedAt: now });
    const all = claimed(invoicing);
    const october = all.find(({ clientId, month }) => clientId === acme && month === '2026-10');
    expect(october).toMatchObject({
      ...{ runId, tenantId, state: 'claimed', firstMonth: null, sendKey: null, sentAt: null },
      ...{ totalMinutes: 140, netPence: 14_000, vatPence: 2_800, totalPence: 16_800 },
      ...{ discount: null, issuedDay: '2026-11-21', dueDay: '2026-12-21', createdAt: now },
      workTypeName: 'Support',
    });
    expect(october && contentsOf(october)).toMatchObject({
      ...{ contactId: null, day: '2026-11-21', dueDay: '2026-12-21', currency: 'GBP' },
      ...{ accountCode: '200', hasVat: true, origins: [[logs[0]], [logs[1]]] },
      lines: [{ netPence: 9_000 }, { netPence: 5_000 }],
    });
    expect(all.map(({ month }) => month).sort()).toEqual(['2026-09', '2026-10', '2026-10']);
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(3);
    expect(october?.reference).toMatch(/^TH-2026-10-[0-9A-Z]{12}$/);
    const live = claims(invoicing).filter(({ isLive }) => isLive);
    expect(live.map(({ workLogId }) => workLogId).sort()).toEqual(logs.toSorted());
    const nets = new Map(live.map(({ workLogId, netPence }) => [workLogId, netPence]));
    expect(logs.map((id) => nets.get(id))).toEqual([9_000, 5_000, 6_000, 6_000]);
    expect(live.every(({ hasVat }) => hasVat)).toBe(true);
    // Nothing is left for a second press, and no run is begun for nothing.
    expect(claim(invoicing)).toEqual({ runId: null, groups: [], leftOut: [] });
    expect(services.db.select().from(invoiceRuns).all()).toHaveLength(1);
    await Promise.resolve();
  }));

test('what changed since it was seen is not claimed', () =>
  withInvoicing(async (invoicing) => {
    const { addClient, addTime, services } = invoicing;
    const acme = addClient('Acme');
    addTime(acme);
    const seen = fingerprintOfPlan(services, planInvoices(services, NO_FILTERS));
    addTime(acme);
    expect(() => claim(invoicing, { fingerprint: seen })).toThrow(ProductError);
    expect(claimed(invoicing)).toEqual([]);
    const now = fingerprintOfPlan(services, planInvoices(services, NO_FILTERS));
    expect(claim(invoicing, { fingerprint: now }).groups).toHaveLength(1);
    await Promise.resolve();
  }));

test('an invoice that was left out stays free and is no failure; one with a problem is told of', () =>
  withInvoicing(async (invoicing) => {
    const { addClient, addTime } = invoicing;
    const [acme, bolt, cord] = [addClient('Acme'), addClient('Bolt'), addClient('Cord')];
    for (const id of [acme, bolt, cord]) addTime(id);
    const choices = choose([
      [keyOf(acme), { isLeftOut: true }],
      [keyOf(bolt), { discount: '£60.00' }],
    ]);
    const { groups, leftOut } = claim(invoicing, { choices });
    expect(groups.map(({ client }) => client.id)).toEqual([cord]);
    expect(leftOut.map(({ client }) => client.id)).toEqual([bolt]);
    expect(claimed(invoicing).map(({ clientId }) => clientId)).toEqual([cord]);
    await Promise.resolve();
  }));

test('months of a client on one invoice are told, and a line that was left out is on none of them', () =>
  withInvoicing(async (invoicing) => {
    const { addClient, addTime } = invoicing;
    const acme = addClient('Acme');
    const out = addTime(acme, { day: '2026-07-10', text: 'Left out' });
    for (const day of ['2026-10-12', '2026-08-03']) addTime(acme, { day });
    const choices = {
      ...NO_CHOICES,
      ...{ leftOut: new Set([out]), invoicePer: new Map([[acme, 'period' as const]]) },
    };
    claim(invoicing, { choices });
    expect(claimed(invoicing)).toMatchObject([{ firstMonth: '2026-08', month: '2026-10' }]);
    expect(claims(invoicing).map(({ workLogId }) => workLogId)).not.toContain(out);
    await Promise.resolve();
  }));

test('the last month is that of what goes on it, in whatever order lines put it together', () =>
  withInvoicing(async (invoicing) => {
    const { addClient, addTime, services } = invoicing;
    const acme = addClient('Acme');
    updateClient(services, acme, { lines: 'type', invoicePer: 'period' });
    // The line of £60 stands first, and has the first month and the last one.
    addTime(acme, { day: '2026-07-06' });
    addTime(acme, { day: '2026-08-03', rate: 7_000 });
    addTime(acme, { day: '2026-09-07' });
    const out = addTime(acme, { day: '2026-10-05', rate: 8_000 });
    claim(invoicing, { choices: { ...NO_CHOICES, leftOut: new Set([out]) } });
    expect(claimed(invoicing)).toMatchObject([{ firstMonth: '2026-07', month: '2026-09' }]);
    await Promise.resolve();
  }));

test('what was chosen is on the invoice; a number and how months are put together are kept for next time', () =>
  withInvoicing(async (invoicing) => {
    const { addClient, addTime, services, pass } = invoicing;
    const [acme, bolt, cord] = [addClient('Acme'), addClient('Bolt'), addClient('Cord')];
    for (const id of [acme, bolt, cord]) addTime(id);
    const { version, updatedAt } = getClient(services, cord);
    pass(60_000);
    const choices = {
      ...choose([
        [
          keyOf(acme),
          { poNumber: 'PO 7', discount: '10%', day: '2026-11-30', dueDay: '2026-12-05' },
        ],
        [keyOf(bolt), { keptPer: 'period' }],
      ]),
      madeOn: '2026-11-20',
    };
    claim(invoicing, { choices });
    const [first, second] = claimed(invoicing);
    expect(first).toMatchObject({
      ...{ discount: '10%', netPence: 5_400, vatPence: 1_080, totalPence: 6_480 },
      ...{ issuedDay: '2026-11-30', dueDay: '2026-12-05' },
    });
    expect(first?.reference).toMatch(/^PO 7 TH-2026-10-[0-9A-Z]{12}$/);
    // The day on which the page was made, though another has begun.
    expect(second).toMatchObject({ issuedDay: '2026-11-20', discount: null });
    expect(getClient(services, acme)).toMatchObject({ poNumber: 'PO 7', invoicePer: 'month' });
    expect(getClient(services, bolt)).toMatchObject({ poNumber: null, invoicePer: 'period' });
    const before = getClient(services, cord);
    expect(before).toMatchObject({ poNumber: null, invoicePer: 'month', version, updatedAt });
    // The number of the client is on the next invoice by itself, unless it is taken off that one.
    addTime(acme, { day: '2026-09-01' });
    claim(invoicing);
    expect(claimed(invoicing).at(-1)?.reference).toMatch(/^PO 7 TH-2026-09-/);
    addTime(acme, { day: '2026-08-01' });
    claim(invoicing, { choices: choose([[keyOf(acme, '2026-08-01'), { poNumber: null }]]) });
    expect(claimed(invoicing).at(-1)?.reference).toMatch(/^TH-2026-08-/);
    await Promise.resolve();
  }));
