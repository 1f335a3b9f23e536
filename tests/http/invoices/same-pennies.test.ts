import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatPounds, toDecimalString } from '#app/lib/money.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
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
/** There it is another day than in Greenwich for most of the day. */
const server = useServer(() => ({ ...xeroEnvironment(xero()), TIME_ZONE: 'Pacific/Kiritimati' }));

/**
 * How clients are billed: by which step, rounded how, each log or each day, with which VAT on time, what is a line, and
 * the smallest charge.
 */
const CLIENTS = [
  [1, 'up', 'log', 'organisation', 'log', null],
  [6, 'nearest', 'log', 'rate:RROUTPUT', 'type', 20],
  [10, 'up', 'log', 'rate:RROUTPUT', 'one', 7],
  [15, 'up', 'day', 'zero', 'day', null],
  [30, 'nearest', 'day', 'outside', 'log', 15],
] as const;
const RATES = ['0.00', '0.01', '0.05', '33.33', '59.99', '1000000.00'];
const MINUTES = [1, 7, 29, 30, 6_000];
/** Prices with VAT in them that come to no whole pennies, and VAT of parts of a penny. */
const ITEMS = [
  { quantity: 3, unitPrice: '9.99', vatIncluded: true, taxCode: 'OUTPUT2', vatRate: 20 },
  { quantity: 11, unitPrice: '33.33', vatIncluded: true, taxCode: 'OUTPUT2', vatRate: 20 },
  { quantity: 7, unitPrice: '0.01', vatIncluded: false, taxCode: 'OUTPUT2', vatRate: 20 },
  { quantity: 1, unitPrice: '0.03', vatIncluded: true, taxCode: 'ZERORATED', vatRate: 0 },
  // Mileage, calls, half a unit, and what is rounded up from half a penny.
  { quantity: 123.4, unitPrice: '0.45', vatIncluded: false, taxCode: 'OUTPUT2', vatRate: 20 },
  { quantity: 10_250, unitPrice: '0.0125', vatIncluded: false, taxCode: 'OUTPUT2', vatRate: 20 },
  { quantity: 0.5, unitPrice: '99.99', vatIncluded: true, taxCode: 'OUTPUT2', vatRate: 20 },
  { quantity: 0.0333, unitPrice: '45.1234', vatIncluded: true, taxCode: 'OUTPUT2', vatRate: 20 },
  { quantity: 0.5, unitPrice: '0.01', vatIncluded: true, taxCode: 'EXEMPTINPUT', vatRate: 0 },
];

async function post(visitor: Visitor, path: string, body: object): Promise<number> {
  // A hundred hours in a log are asked about.
  const sure = path === '/api/work-logs' ? { confirm: 'hours-day' } : {};
  const answer = await visitor.api('POST', path, { ...sure, ...body });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return z.object({ id: z.number() }).parse(answer.json()).id;
}

async function logAwkwardWork(visitor: Visitor): Promise<void> {
  const time = await post(visitor, '/api/work-types', { name: 'Support' });
  const kit = await post(visitor, '/api/work-types', { name: 'Kit', isHardware: true });
  for (const [billingStep, billingRounding, billingPer, vatTreatment, lines, least] of CLIENTS) {
    const billing = { billingStep, billingRounding, billingPer, vatTreatment, lines };
    const name = `Client ${billingStep}`;
    const clientId = await post(visitor, '/api/clients', {
      name,
      ...billing,
      smallestMinutes: least,
    });
    const log = (of: object) => post(visitor, '/api/work-logs', { clientId, ...of });
    for (const hourlyRate of RATES) {
      for (const duration of MINUTES) {
        await log({ workTypeId: time, duration, hourlyRate, date: '2026-10-31' });
      }
    }
    for (const item of ITEMS) {
      const hardwareItems = [{ itemName: 'Cable', ...item }];
      await log({ workTypeId: kit, date: '2026-10-01', hardwareItems });
    }
  }
}

const INVOICE = z.object({ id: z.number(), reference: z.string(), totalAmount: z.string() });
const WITH_LINES = z.object({
  net: z.string(),
  vat: z.string(),
  lines: z.array(z.object({ net: z.string(), vat: z.string() })),
});
const pence = (text: string | undefined) => Math.round(Number(text) * 100);
const sum = (all: number[]) => all.reduce((one, other) => one + other, 0);

test('An invoice comes to the same pennies in the preview, in Xero, on every screen, in files and the API', async () => {
  const visitor = await visitSignedIn(server());
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  await logAwkwardWork(visitor);
  const text = async (path: string) => visibleText((await visitor.get(path)).text);
  const preview = await text('/work-logs/create-invoices?months=all');
  expect((await visitor.api('POST', '/api/xero/create-invoices')).json()).toMatchObject({
    invoicesCreated: CLIENTS.length,
    failures: [],
  });
  const rows = readCsv(`\uFEFF${(await visitor.get('/invoices.csv')).text}`);
  const [list, printed] = [await text('/invoices'), await text('/invoices/print')];
  const made = z.array(INVOICE).parse((await visitor.api('GET', '/api/invoices')).json());
  const inXero = xero().state().invoices;
  expect(inXero).toHaveLength(CLIENTS.length);
  for (const { reference, subTotalPence: net, totalTaxPence: vat, totalPence, lines } of inXero) {
    const { id, totalAmount } = INVOICE.parse(made.find((one) => one.reference === reference));
    expect(totalAmount).toBe(toDecimalString(totalPence));
    const sums = `Net ${formatPounds(net)} VAT ${formatPounds(vat)} Total with VAT ${formatPounds(totalPence)}`;
    // Of many lines the preview has a row, from which they are opened.
    expect(preview).toContain(formatPounds(totalPence));
    expect(await text(`/invoices/${id}`)).toContain(sums);
    expect(await text(`/invoices/${id}/statement`)).toContain(sums);
    const amounts = [net, vat, totalPence].map(formatPounds).join(' ');
    expect(list).toContain(amounts);
    expect(printed).toContain(amounts);
    const own = rows.filter((row) => row.reference === reference);
    expect(own[0]).toMatchObject({
      net: toDecimalString(net),
      vat: toDecimalString(vat),
      total: toDecimalString(totalPence),
    });
    expect(sum(own.map((row) => pence(row.line_net)))).toBe(net);
    expect(sum(own.map((row) => pence(row.line_vat)))).toBe(vat);
    const one = WITH_LINES.parse((await visitor.api('GET', `/api/invoices/${id}`)).json());
    expect([pence(one.net), pence(one.vat)]).toEqual([net, vat]);
    expect(one.lines.map((line) => [pence(line.net), pence(line.vat)])).toEqual(
      lines.map((line) => [line.lineAmountPence, line.taxAmountPence]),
    );
  }
  const total = (key: 'subTotalPence' | 'totalTaxPence' | 'totalPence') =>
    formatPounds(sum(inXero.map((one) => one[key])));
  const [net, vat, gross] = [total('subTotalPence'), total('totalTaxPence'), total('totalPence')];
  expect(preview).toContain(`${net} + ${vat} VAT = ${gross}`);
  expect(list).toContain(`Net ${net} VAT ${vat} Total with VAT ${gross}`);
  expect(printed).toContain(`Net ${net} VAT ${vat} Total with VAT ${gross}`);
});
