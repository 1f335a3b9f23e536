import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { invoiceLogs, invoices, workLogs } from '#db/schema.ts';
import { INVOICE_LINES } from '#db/words.ts';
import { createJob } from '#app/jobs/jobs.server.ts';
import { rebuildTotals } from '#db/business-days.server.ts';
import { updateClient } from '#app/clients/clients.server.ts';
import { NO_CHOICES, type InvoiceChoice } from '#app/invoices/lines/choices.ts';
import { explainInvoice, toOneInvoiceView } from '#app/invoices/one/explained-invoice.server.ts';
import { statementLines } from '#app/invoices/one/statement.server.ts';
import { isReady, planInvoices } from '#app/invoices/preview/plan.server.ts';
import { compareInvoice } from '#app/invoices/reconciliation/differences.ts';
import { readKeptInvoice } from '#app/invoices/refresh/store-reading.server.ts';
import { readChangesOf } from '#app/invoices/refresh/changes.server.ts';
import { releaseInvoice } from '#app/invoices/refresh/release.server.ts';
import { createInvoices } from '#app/invoices/runs/create.server.ts';
import { NO_FILTERS } from '#app/work-logs/list/filters.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { FILES } from '#app/transfer/export/files.server.ts';
import { cases } from '#tests/support/cases.ts';
import { withInvoicing, type Invoicing } from '#tests/support/data/invoicing.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { makeReport, totalOfScope } from './report.server.ts';
import { REPORT_BY, type ReportScope } from './reports.ts';

// Loading the SDK takes longer than a short deadline.
beforeAll(() => import('xero-node'));

const VATS = ['organisation', 'rate:RROUTPUT', 'zero', 'exempt', 'outside', 'reverse'] as const;

/** The ways in which the clients are invoiced: two of the ten get an invoice for each of their jobs, the others one a month. */
const CLIENTS = INVOICE_LINES.flatMap((lines, index) =>
  ([1, 15] as const).map((billingStep, ofTwo) => ({
    ...{ lines, billingStep },
    billingPer: billingStep === 1 ? ('log' as const) : ('day' as const),
    vatTreatment: VATS[(2 * index + ofTwo) % VATS.length] ?? 'organisation',
    invoicePer: index === ofTwo ? ('job' as const) : ('month' as const),
    smallestMinutes: index % 2 === 0 ? null : 20,
  })),
);

/** Pieces, parts of an hour at a fixed price, miles, and calls below a penny. */
const ITEMS: [quantity: number, unitPrice: string][] = [
  [1, '1200.00'],
  [0.5, '99.99'],
  [123.4, '0.45'],
  [10_250, '0.0125'],
  [3.3333, '33.3333'],
];

const month = fc.record({
  times: fc.array(
    fc.record({
      minutes: fc.integer({ min: 1, max: 600 }),
      rate: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(1, 6_000)),
      date: fc.constantFrom('15', '16'),
      job: fc.nat(2),
      isLeftOut: fc.nat(7).map((number) => number === 0),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  items: fc.array(
    fc.record({
      sold: fc.oneof(
        fc.constantFrom(...ITEMS),
        fc.tuple(
          fc.integer({ min: 1, max: 9 }),
          fc.integer({ min: 1, max: 50_000 }).map((pence) => (pence / 100).toFixed(2)),
        ),
      ),
      vatIncluded: fc.boolean(),
      hasVat: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  /** Half of them none; too much is not given. */
  discount: fc.oneof(
    fc.constant(null),
    fc.constantFrom('10%', '33.33%', '99.5%', '0.01%', '£0.03', '£50.00'),
  ),
});
type Month = typeof month extends fc.Arbitrary<infer Value> ? Value : never;

/** Logs a month; gives the ids that are left out. */
function addMonth(
  { services, addTime, types }: Invoicing,
  clientId: number,
  jobIds: number[],
  at: string,
  of: Month,
) {
  const leftOut = of.times.flatMap(({ date, job, isLeftOut, ...time }) => {
    const id = addTime(clientId, { ...time, jobId: jobIds[job] ?? null, day: `${at}-${date}` });
    return isLeftOut ? [id] : [];
  });
  if (of.items.length === 0) return leftOut;
  logWork(services, {
    ...{ clientId, workTypeId: types.hardware, description: '', date: { day: `${at}-15` } },
    ...{ duration: null, travelTime: null, hourlyRate: null, billable: null },
    hardwareItems: of.items.map(({ sold: [quantity, unitPrice], vatIncluded, hasVat }) => ({
      ...{ itemName: 'Item', quantity, unitPrice },
      ...(hasVat
        ? { vatIncluded }
        : { vatIncluded: false, taxCode: 'ZERORATED' as const, vatRate: 0 }),
    })),
  });
  return leftOut;
}

const PLAIN = {
  isLeftOut: false,
  day: null,
  dueDay: null,
  poNumber: undefined,
  keptPer: undefined,
};
const JOB = { poNumber: null, hourlyRate: null, budgetHours: null, isOpen: true };
const ALL: ReportScope = {
  ...{ from: null, to: null, clientId: null, workTypeId: null, person: null, jobId: null },
  ...{ billable: null, isInvoiced: null },
};
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const pence = (pounds: string | undefined) => Math.round(Number(pounds) * 100);
type Amounts = { netPence: number; vatPence: number };
const add = (lines: Amounts[]) => [
  sum(lines.map(({ netPence }) => netPence)),
  sum(lines.map(({ vatPence }) => vatPence)),
];

test('Preview, database, Xero, statement, reports and files agree on invoices of every kind, to the penny', () =>
  withInvoicing(async (invoicing) => {
    const { services, standIn, tenantId } = invoicing;
    const { db } = services;
    const clientIds = CLIENTS.map((how, index) => {
      const id = invoicing.addClient(`Client ${index}`);
      updateClient(services, id, how);
      return id;
    });
    const leftOut = new Set<number>();
    const given = new Map<string, InvoiceChoice>();
    const jobsOf = clientIds.map((clientId) =>
      ['North', 'South'].map((name) => createJob(services, { ...JOB, clientId, name }).id),
    );
    // Eight of ten months are invoices of their own; where a discount is too much, none is made.
    const months = fc.sample(month, { numRuns: cases(1_320), seed: 68 });
    for (const [index, one] of months.entries()) {
      const ofClient = index % clientIds.length;
      const [clientId = 0, jobIds = []] = [clientIds[ofClient], jobsOf[ofClient]];
      const past = Math.floor(index / clientIds.length);
      const at = `${2010 + Math.floor(past / 12)}-${String((past % 12) + 1).padStart(2, '0')}`;
      for (const id of addMonth(invoicing, clientId, jobIds, at, one)) leftOut.add(id);
      given.set(`${clientId}-${at}`, { ...PLAIN, discount: one.discount });
      // Of a job's invoices the South has one.
      given.set(`${clientId}-job${jobIds[1] ?? 0}`, { ...PLAIN, discount: '12.5%' });
    }
    const worked = () =>
      db
        .select()
        .from(workLogs)
        .all()
        .map(({ id, duration, totalPence }) => [id, duration, totalPence]);
    const before = worked();
    const choices = { ...NO_CHOICES, leftOut, invoices: given };
    const { groups } = planInvoices(services, NO_FILTERS, choices);
    const previewed = groups.filter(isReady);
    await createInvoices(services, { userId: null, filters: NO_FILTERS, choices }, 600_000);
    const made = db.select().from(invoices).all();
    expect(made.length).toBe(previewed.length);
    expect(made.length).toBeGreaterThan(cases(1_000));
    expect(made.filter(({ discount }) => discount !== null).length).toBeGreaterThan(
      made.length / 4,
    );
    const inFile = Map.groupBy(
      readCsv([...FILES.invoices(services, new URLSearchParams())].join('')),
      ({ reference }) => reference,
    );
    for (const [index, invoice] of made.entries()) {
      const group = previewed[index];
      const explained = explainInvoice(services, invoice.id);
      const inXero = standIn.state().invoices.find((one) => one.reference === invoice.reference);
      const sums = [invoice.netPence, invoice.vatPence];
      expect(invoice.discount).toBe(group?.choice?.discount ?? null);
      expect([group?.content.netPence, group?.content.vatPence]).toEqual(sums);
      expect([inXero?.subTotalPence, inXero?.totalTaxPence]).toEqual(sums);
      expect(add(explained.lines)).toEqual(sums);
      expect(add(statementLines(explained, 'Europe/London'))).toEqual(sums);
      const view = toOneInvoiceView(explained);
      expect([view.net, view.vat].map(pence)).toEqual(sums);
      const rows = inFile.get(invoice.reference) ?? [];
      expect([pence(rows[0]?.net), pence(rows[0]?.vat)]).toEqual(sums);
      const inLines = (['line_net', 'line_vat'] as const).map((name) =>
        sum(rows.map((row) => pence(row[name]))),
      );
      expect(inLines).toEqual(sums);
      // Each line is as it was sent, and its logs are known; only a discount has none.
      for (const { change, logIds, netPence } of explained.lines) {
        expect([change, logIds.length === 0]).toEqual(['same', netPence < 0]);
      }
      const kept = db.$client
        .prepare<[number], string>('select contents from ledger_invoices where invoice_id = ?')
        .pluck()
        .get(invoice.id);
      const { lines, contactId } = explained.contents;
      const sent = { lines, contactId, origins: explained.origins };
      const named = { ...invoice, clientName: '' };
      const invoiced = { invoice: named, sent, linkedTo: null };
      expect(compareInvoice(invoiced, readKeptInvoice(kept ?? ''))).toEqual([]);
      const own = db.select().from(invoiceLogs).where(eq(invoiceLogs.invoiceId, invoice.id)).all();
      expect(sum(own.map(({ netPence }) => netPence ?? 0))).toBe(invoice.netPence);
    }
    const check = (billed: number) => {
      for (const by of REPORT_BY) {
        const { rows, total } = makeReport(services, { ...ALL, by, sort: null });
        expect(total.invoicedNetPence, by).toBe(billed);
        expect(sum(rows.map((row) => row.invoicedNetPence)), by).toBe(billed);
      }
    };
    check(sum(made.map(({ netPence }) => netPence)));
    for (const clientId of clientIds) {
      const own = made.filter((invoice) => invoice.clientId === clientId);
      expect(totalOfScope(services, { ...ALL, clientId }).invoicedNetPence).toBe(
        sum(own.map(({ netPence }) => netPence)),
      );
    }
    rebuildTotals(db);
    check(sum(made.map(({ netPence }) => netPence)));
    // What a credit note takes off, it takes off what was billed.
    const [credited] = made.filter(({ discount, netPence }) => discount && netPence > 1_000);
    standIn.mark(credited?.xeroInvoiceId ?? '', 'sent');
    standIn.change(credited?.xeroInvoiceId ?? '', {
      kind: 'credit',
      pence: credited?.totalPence ?? 0,
    });
    // Every other one is deleted there and released: its logs are free at their full value.
    const gone = made.filter(({ id }, index) => index % 2 === 0 && id !== credited?.id);
    for (const { xeroInvoiceId } of gone) standIn.mark(xeroInvoiceId ?? '', 'deleted');
    invoicing.pass(60_000);
    expect(await readChangesOf(services, tenantId, new AbortController().signal)).toBe('all');
    for (const { id } of gone) releaseInvoice(services, id);
    const stands = made.filter((invoice) => !gone.includes(invoice) && invoice !== credited);
    check(sum(stands.map(({ netPence }) => netPence)));
    const free = db.select().from(workLogs).all();
    const loose = free.filter(({ isInvoiced }) => !isInvoiced);
    expect(loose.every(({ billedMorePence }) => billedMorePence === 0)).toBe(true);
    expect(worked()).toEqual(before);
    // Once more, without a discount: it stayed with nobody.
    await invoicing.invoiceAll();
    const again = db.select().from(invoices).all().slice(made.length);
    expect(again.every(({ discount }) => discount === null)).toBe(true);
    expect(totalOfScope(services, ALL).invoicedNetPence).toBe(
      sum([...stands, ...again].map(({ netPence }) => netPence)),
    );
  }));
