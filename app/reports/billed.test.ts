import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rebuildTotals } from '#db/business-days.server.ts';
import { invoices, users, workLogs, workLogTotals, xeroOrganisations } from '#db/schema.ts';
import { updateClient } from '#app/clients/clients.server.ts';
import { readChangesOf } from '#app/invoices/refresh/changes.server.ts';
import { releaseInvoice } from '#app/invoices/refresh/release.server.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { cases } from '#tests/support/cases.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { makeReport, totalOfScope } from './report.server.ts';
import { REPORT_BY, type ReportScope } from './reports.ts';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const ALL: ReportScope = {
  from: null,
  to: null,
  clientId: null,
  jobId: null,
  workTypeId: null,
  person: null,
  billable: null,
  isInvoiced: null,
};

const figures = ({ services }: Invoicing) => {
  const { netPence, workedNetPence, invoicedNetPence } = totalOfScope(services, ALL);
  return { netPence, workedNetPence, invoicedNetPence };
};

/** An item of £120.00, of which £20.00 is VAT where there is any. */
function addItem(
  { services, types }: Invoicing,
  clientId: number,
  { day = '2026-10-12', pounds = '120.00', vatIncluded = true } = {},
): void {
  logWork(services, {
    clientId,
    workTypeId: types.hardware,
    duration: null,
    travelTime: null,
    description: '',
    hourlyRate: null,
    billable: null,
    date: { day },
    hardwareItems: [{ itemName: 'Dock', quantity: 1, unitPrice: pounds, vatIncluded }],
  });
}

function register({ services }: Invoicing, isVatRegistered: boolean): void {
  services.db.update(xeroOrganisations).set({ isVatRegistered }).run();
}

const read = ({ services, tenantId, pass }: Invoicing) => {
  pass(60_000);
  return readChangesOf(services, tenantId, new AbortController().signal);
};

const invoicesOf = ({ services }: Invoicing) => services.db.select().from(invoices).all();

test('The net of past work stays that of its invoices, whatever the organisation is registered for today', () =>
  withInvoicing(async (invoicing) => {
    const clientId = invoicing.addClient('Harbour Dental');
    addItem(invoicing, clientId);
    await invoicing.invoiceAll();
    register(invoicing, false);
    addItem(invoicing, clientId);
    await invoicing.invoiceAll();
    expect(invoicesOf(invoicing).map(({ netPence }) => netPence)).toEqual([10_000, 12_000]);
    const right = { netPence: 22_000, workedNetPence: 22_000, invoicedNetPence: 22_000 };
    expect(figures(invoicing)).toEqual(right);
    register(invoicing, true);
    expect(figures(invoicing)).toEqual(right);
    // Nothing of it is left once the log is free again: then it goes by the organisation of today.
    const { services, standIn } = invoicing;
    for (const { xeroInvoiceId } of invoicesOf(invoicing))
      standIn.mark(xeroInvoiceId ?? '', 'voided');
    await read(invoicing);
    expect(figures(invoicing)).toEqual({ ...right, invoicedNetPence: 0 });
    for (const { id } of invoicesOf(invoicing)) releaseInvoice(services, id);
    const free = { netPence: 20_000, workedNetPence: 0, invoicedNetPence: 0 };
    expect(figures(invoicing)).toEqual(free);
    rebuildTotals(services.db);
    expect(figures(invoicing)).toEqual(free);
  }));

test('A credit note takes off what was billed; money that was paid before does not', () =>
  withInvoicing(async (invoicing) => {
    const { services, standIn, addClient, addTime } = invoicing;
    addTime(addClient('Harbour Dental'), { minutes: 1_000 });
    await invoicing.invoiceAll();
    expect(figures(invoicing)).toMatchObject({ invoicedNetPence: 100_000 });
    const [{ xeroInvoiceId } = { xeroInvoiceId: null }] = invoicesOf(invoicing);
    standIn.mark(xeroInvoiceId ?? '', 'sent');
    standIn.change(xeroInvoiceId ?? '', { kind: 'credit', pence: 30_000 });
    await read(invoicing);
    expect(figures(invoicing)).toMatchObject({ workedNetPence: 100_000, invoicedNetPence: 75_000 });
    standIn.change(xeroInvoiceId ?? '', { kind: 'credit', pence: 90_000 });
    await read(invoicing);
    expect(figures(invoicing)).toMatchObject({ workedNetPence: 100_000, invoicedNetPence: 0 });
    // As a prepayment is read: credited, and by no credit note.
    services.db.update(invoices).set({ creditNotesPence: 0 }).run();
    expect(figures(invoicing)).toMatchObject({ invoicedNetPence: 100_000 });
  }));

const timed = fc.record({
  client: fc.nat(3),
  minutes: fc.integer({ min: 1, max: 600 }),
  rate: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constant(6_000)),
  day: fc.constantFrom('2026-09-30', '2026-10-01', '2026-10-02'),
});
const item = fc.record({
  client: fc.nat(3),
  pence: fc.integer({ min: 1, max: 50_000 }),
  vatIncluded: fc.boolean(),
});

/** What becomes of an invoice in Xero: tenths of it are credited, its first line is edited, or it is voided. */
const fate = fc.oneof(
  fc.record({ kind: fc.constant('credit' as const), tenths: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ kind: fc.constant('line' as const), pence: fc.nat(1_000_000) }),
  fc.constant({ kind: 'voided' as const }),
  fc.constant({ kind: 'nothing' as const }),
);
const ledger = fc.record({
  times: fc.array(timed, { minLength: 1, maxLength: 25 }),
  items: fc.array(item, { maxLength: 4 }),
  fates: fc.array(fate, { minLength: 8, maxLength: 8 }),
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

test('What is invoiced is what the invoices bill less credits, and the rows of each report add up to it', () =>
  withInvoicing(async (invoicing) => {
    const { services, standIn, addClient, addTime } = invoicing;
    const { db } = services;
    const clientIds = ([1, 15, 15, 10] as const).map((billingStep, index) => {
      const id = addClient(`Client ${index}`);
      updateClient(services, id, {
        billingStep,
        billingRounding: index === 2 ? 'nearest' : 'up',
        billingPer: billingStep === 1 || index === 3 ? 'log' : 'day',
      });
      return id;
    });
    const stamps = { createdAt: new Date(0), updatedAt: new Date(0) };
    db.insert(users)
      .values({ id: 1, email: 'ada@example.com', ...stamps })
      .run();
    const expected = { billed: 0, worked: 0 };
    for (const { times, items, fates } of fc.sample(ledger, {
      numRuns: Math.ceil(cases(100) / 5),
      seed: 41,
    })) {
      for (const { client, ...time } of times) addTime(clientIds[client] ?? 0, time);
      for (const { client, pence, vatIncluded } of items) {
        addItem(invoicing, clientIds[client] ?? 0, {
          pounds: (pence / 100).toFixed(2),
          vatIncluded,
        });
      }
      db.update(workLogs)
        .set({ createdBy: 1 })
        .where(sql`not is_invoiced and id % 3 = 0`)
        .run();
      const known = invoicesOf(invoicing).length;
      await invoicing.invoiceAll();
      const made = invoicesOf(invoicing).slice(known);
      for (const [index, { xeroInvoiceId, totalPence }] of made.entries()) {
        const id = xeroInvoiceId ?? '';
        const what = fates[index] ?? { kind: 'nothing' };
        if (what.kind === 'credit' && totalPence > 0) {
          standIn.mark(id, 'sent');
          const pence = Math.floor((totalPence * what.tenths) / 10);
          if (pence > 0) standIn.change(id, { kind: 'credit', pence });
        }
        if (what.kind === 'line') {
          standIn.change(id, { kind: 'line', index: 0, lineAmountPence: what.pence });
        }
        if (what.kind === 'voided') {
          standIn.mark(id, 'sent');
          standIn.mark(id, 'voided');
        }
      }
      await read(invoicing);
    }
    for (const { status, subTotalPence, totalPence, amountCreditedPence } of standIn.state()
      .invoices) {
      if (status === 'VOIDED') continue;
      const credited = totalPence === 0 ? 0 : (subTotalPence * amountCreditedPence) / totalPence;
      expected.billed += subTotalPence - Math.round(credited);
    }
    for (const log of db.select().from(workLogs).all()) {
      expected.worked += log.totalPence - log.includedVatPence;
    }
    const check = () => {
      for (const by of REPORT_BY) {
        const { rows, total } = makeReport(services, { ...ALL, by, sort: null });
        expect(total.invoicedNetPence, by).toBe(expected.billed);
        expect(total.workedNetPence, by).toBe(expected.worked);
        expect(sum(rows.map((row) => row.invoicedNetPence)), by).toBe(expected.billed);
      }
      for (const clientId of clientIds) {
        const own = invoicesOf(invoicing).filter((invoice) => invoice.clientId === clientId);
        expect(totalOfScope(services, { ...ALL, clientId }).invoicedNetPence).toBe(
          sum(own.map(({ billedPence }) => billedPence ?? 0)),
        );
      }
    };
    check();
    // Billing rounds up more than down, so that both differ.
    expect(expected.billed).not.toBe(expected.worked);
    const totals = () => db.select().from(workLogTotals).all();
    const before = totals().filter(({ logs }) => logs > 0);
    db.delete(users).run();
    check();
    rebuildTotals(db);
    expect(totals()).toEqual(before);
    check();
  }));

test('Each log has what its line bills: what was rounded together is shared by the time of each', () =>
  withInvoicing(async (invoicing) => {
    const { services, addClient, addTime } = invoicing;
    const clientId = addClient('Harbour Dental');
    updateClient(services, clientId, { billingStep: 15, billingPer: 'day' });
    // 25 minutes, billed as 30: £30.00 for £5.00, £10.00 and £10.00.
    for (const minutes of [5, 10, 10]) addTime(clientId, { minutes });
    addTime(clientId, { minutes: 60, day: '2026-10-13' });
    await invoicing.invoiceAll();
    const logs = services.db.select().from(workLogs).orderBy(workLogs.id).all();
    expect(logs.map((log) => log.totalPence + log.billedMorePence)).toEqual([
      600, 1_200, 1_200, 6_000,
    ]);
  }));
