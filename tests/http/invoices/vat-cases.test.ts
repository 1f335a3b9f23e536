import { expect, test } from 'vitest';
import { updateClient, type ClientInput } from '#app/clients/clients.server.ts';
import { formatPounds } from '#app/lib/money.ts';
import { vatOf } from '#app/lib/vat.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import { activate } from '#app/xero/connection/organisations.server.ts';
import { saveVatChange } from '#app/xero/connection/vat-changes.server.ts';
import type { VatTreatment } from '#db/words.ts';
import { taxOfLine } from '#sandbox/xero/invoice-rules.ts';
import { UK_TAX_RATES } from '#sandbox/xero/model.ts';
import { addClient, addWorkType } from '#tests/support/data/entries.ts';
import { readCsv } from '#tests/support/data/read-csv.ts';
import { fieldsOf, visibleText } from '#tests/support/html.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { visitSignedIn } from '#tests/support/server/visitor.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import {
  connectToXero,
  useConsentedXero,
  xeroEnvironment,
} from '#tests/support/server/xero-organisation.ts';

/** The reverse charge: the supplier's invoice has the code and no VAT, for which the customer accounts. */
const REVERSE = {
  taxType: 'DRCHARGESUPPLY20',
  name: 'Domestic Reverse Charge @ 20% (VAT on Income)',
  rate: 0,
  canApplyToRevenue: true,
  status: 'ACTIVE' as const,
};

/** A rate that comes instead of 20% one day. */
const LOWER = {
  taxType: 'TAX003',
  name: '17.5% (VAT on Income), new',
  rate: 17.5,
  canApplyToRevenue: true,
  status: 'ACTIVE' as const,
};

const xero = useConsentedXero(() => [{ ...HARBOUR, taxRates: [...UK_TAX_RATES, REVERSE, LOWER] }]);
const server = useServer(() => xeroEnvironment(xero()));
const PREVIEW = '/work-logs/create-invoices?months=all';

type Case = [
  code: string,
  quantity: number,
  price: string,
  is: 'time' | 'added' | 'included',
  net: string,
  vat: string,
  gross: string,
];

/**
 * Figures of our own, worked by the rules that HM Revenue & Customs gives in its VAT guide (Notice 700) and, for the domestic
 * reverse charge, in Notice 735; line by line, as Xero and the product do:
 *
 * - The VAT of a line is rounded to the nearest penny, and an invoice's is the sum of its lines. No figure here lies
 *   half-way between two pennies, which the guide leaves open.
 * - VAT is added at 20% or 5% of the price without it; of a price with it, it is the VAT fraction: 1/6 at 20%, 1/21 at 5%.
 * - Zero-rated, exempt and outside the scope have none; under the reverse charge the customer accounts for it.
 *
 * Time is in hours, its price an hour's; an item's price is with VAT `included` or to be `added`.
 */
const CASES: Case[] = [
  ['OUTPUT2', 1, '100.00', 'time', '100.00', '20.00', '120.00'],
  ['OUTPUT2', 1, '33.33', 'time', '33.33', '6.67', '40.00'],
  ['OUTPUT2', 1, '49.99', 'time', '49.99', '10.00', '59.99'],
  ['OUTPUT2', 0.5, '45.50', 'time', '22.75', '4.55', '27.30'],
  ['OUTPUT2', 1.25, '61.00', 'time', '76.25', '15.25', '91.50'],
  ['OUTPUT2', 7.5, '85.00', 'time', '637.50', '127.50', '765.00'],
  ['OUTPUT2', 1, '0.02', 'time', '0.02', '0.00', '0.02'],
  ['OUTPUT2', 1, '0.03', 'time', '0.03', '0.01', '0.04'],
  ['OUTPUT2', 1, '12.34', 'time', '12.34', '2.47', '14.81'],
  ['OUTPUT2', 1, '99.97', 'time', '99.97', '19.99', '119.96'],
  ['OUTPUT2', 1, '86.76', 'time', '86.76', '17.35', '104.11'],
  ['OUTPUT2', 2.5, '41.20', 'time', '103.00', '20.60', '123.60'],
  ['OUTPUT2', 3, '9.99', 'added', '29.97', '5.99', '35.96'],
  ['OUTPUT2', 1, '0.12', 'added', '0.12', '0.02', '0.14'],
  ['OUTPUT2', 10, '1.01', 'added', '10.10', '2.02', '12.12'],
  ['OUTPUT2', 7, '14.29', 'added', '100.03', '20.01', '120.04'],
  ['OUTPUT2', 1, '120.00', 'included', '100.00', '20.00', '120.00'],
  ['OUTPUT2', 1, '240.00', 'included', '200.00', '40.00', '240.00'],
  ['OUTPUT2', 1, '10.00', 'included', '8.33', '1.67', '10.00'],
  ['OUTPUT2', 1, '59.95', 'included', '49.96', '9.99', '59.95'],
  ['OUTPUT2', 4, '24.95', 'included', '83.17', '16.63', '99.80'],
  ['OUTPUT2', 1, '0.06', 'included', '0.05', '0.01', '0.06'],
  ['OUTPUT2', 1, '0.59', 'included', '0.49', '0.10', '0.59'],
  ['OUTPUT2', 12, '1.25', 'included', '12.50', '2.50', '15.00'],
  ['OUTPUT2', 1, '1000.00', 'included', '833.33', '166.67', '1000.00'],
  ['RROUTPUT', 1, '100.00', 'time', '100.00', '5.00', '105.00'],
  ['RROUTPUT', 1, '33.33', 'time', '33.33', '1.67', '35.00'],
  ['RROUTPUT', 1, '47.25', 'time', '47.25', '2.36', '49.61'],
  ['RROUTPUT', 2, '18.02', 'time', '36.04', '1.80', '37.84'],
  ['RROUTPUT', 3, '12.35', 'time', '37.05', '1.85', '38.90'],
  ['RROUTPUT', 0.25, '65.00', 'time', '16.25', '0.81', '17.06'],
  ['RROUTPUT', 1, '0.09', 'time', '0.09', '0.00', '0.09'],
  ['RROUTPUT', 1, '0.11', 'time', '0.11', '0.01', '0.12'],
  ['ZERORATEDOUTPUT', 2, '75.00', 'time', '150.00', '0.00', '150.00'],
  ['ZERORATEDOUTPUT', 1, '14.99', 'included', '14.99', '0.00', '14.99'],
  ['EXEMPTOUTPUT', 1.5, '80.00', 'time', '120.00', '0.00', '120.00'],
  ['EXEMPTOUTPUT', 2, '7.50', 'added', '15.00', '0.00', '15.00'],
  ['NONE', 1, '95.00', 'time', '95.00', '0.00', '95.00'],
  ['NONE', 0.75, '120.00', 'time', '90.00', '0.00', '90.00'],
  ['DRCHARGESUPPLY20', 8, '50.00', 'time', '400.00', '0.00', '400.00'],
  ['DRCHARGESUPPLY20', 1, '33.33', 'time', '33.33', '0.00', '33.33'],
];

/** An item here has no 5%, so these are worked out by the product's rule and by the stand-in's alone. */
const REDUCED_INCLUDED: Case[] = [
  ['RROUTPUT', 1, '105.00', 'included', '100.00', '5.00', '105.00'],
  ['RROUTPUT', 1, '21.00', 'included', '20.00', '1.00', '21.00'],
  ['RROUTPUT', 1, '50.00', 'included', '47.62', '2.38', '50.00'],
  ['RROUTPUT', 3, '9.99', 'included', '28.54', '1.43', '29.97'],
];

/** How a client says each code, and the code and rate of an item that has it. */
const WAYS: Record<string, { client: VatTreatment; item?: [code: string, rate: number] }> = {
  OUTPUT2: { client: 'organisation', item: ['OUTPUT2', 20] },
  RROUTPUT: { client: 'rate:RROUTPUT' },
  ZERORATEDOUTPUT: { client: 'zero', item: ['ZERORATED', 0] },
  EXEMPTOUTPUT: { client: 'exempt', item: ['EXEMPTINPUT', 0] },
  NONE: { client: 'outside' },
  DRCHARGESUPPLY20: { client: 'reverse' },
};

const nameOf = (index: number) => `Case ${String(index + 1).padStart(2, '0')}`;
const toPence = (pounds: string) => Number(pounds.replace('.', ''));

/** A client for each code, with the work and the items of its cases. */
async function start() {
  const { services } = server();
  await activate(services, await connectToXero(services, xero()));
  const visitor = await visitSignedIn(server());
  const time = addWorkType(server(), 'Support');
  const { id: kit } = createWorkType(services, {
    name: 'Kit',
    hourlyRate: 0,
    description: null,
    isHardware: true,
  });
  const clients = new Map<string, number>();
  for (const [code, { client }] of Object.entries(WAYS)) {
    const clientId = addClient(server(), code);
    updateClient(services, clientId, { vatTreatment: client });
    clients.set(code, clientId);
  }
  for (const [index, [code, quantity, price, is]] of CASES.entries()) {
    const [taxCode, vatRate] = WAYS[code]?.item ?? [];
    const item = { itemName: nameOf(index), quantity, unitPrice: price, taxCode, vatRate };
    const what =
      is === 'time'
        ? {
            workTypeId: time,
            duration: quantity * 60,
            hourlyRate: price,
            description: nameOf(index),
          }
        : {
            workTypeId: kit,
            hardwareItems: [{ ...item, vatIncluded: is === 'included' }],
          };
    // A day has at most 24 hours of work.
    const date = `2026-09-${String((index % 28) + 1).padStart(2, '0')}`;
    const body = { clientId: clients.get(code), date, ...what };
    const made = await visitor.api('POST', '/api/work-logs', body);
    expect(made.status, made.text).toBe(201);
  }
  return visitor;
}

/** Net and VAT of a case as the preview shows them. */
function shownOf(page: string, index: number): string[] {
  const row = page.slice(page.indexOf(nameOf(index)));
  return ['Net', 'VAT'].map(
    (label) => new RegExp(`data-label="${label}"[^>]*>([^<]*)<`).exec(row)?.[1] ?? '',
  );
}

const sum = (pounds: string[]) => pounds.reduce((total, one) => total + toPence(one), 0);

test('Every worked case is in the preview and in Xero as the tax office’s rules have it', async () => {
  expect(CASES.length).toBeGreaterThanOrEqual(40);
  const visitor = await start();
  const page = (await visitor.get(PREVIEW)).text;
  for (const [index, [, , , , net, vat]] of CASES.entries()) {
    expect([index, ...shownOf(page, index)]).toEqual([
      index,
      formatPounds(toPence(net)),
      formatPounds(toPence(vat)),
    ]);
  }
  const of = (column: 4 | 5 | 6) => formatPounds(sum(CASES.map((one) => one[column])));
  expect(visibleText(page)).toContain(`${of(4)} + ${of(5)} VAT = ${of(6)}`);
  const fields = fieldsOf(page, 'create-invoices');
  fields.set('press', 'create');
  await visitor.post(PREVIEW, fields);
  await expect.poll(() => xero().state().invoices.length, { timeout: 30_000 }).toBe(6);
  const lines = xero()
    .state()
    .invoices.flatMap((invoice) => invoice.lines);
  const inXero = CASES.map((_, index) => {
    const [line] = lines.filter(({ description }) => description.includes(nameOf(index)));
    const { taxType = '', lineAmountPence = NaN, taxAmountPence = NaN } = line ?? {};
    return [taxType, lineAmountPence, taxAmountPence, lineAmountPence + taxAmountPence];
  });
  expect(lines).toHaveLength(CASES.length);
  expect(inXero).toEqual(
    CASES.map(([code, , , , net, vat, gross]) => [code, ...[net, vat, gross].map(toPence)]),
  );
});

test.each(REDUCED_INCLUDED)('%s: 1/21 of %d × £%s, VAT %s', (...one) => {
  const [, quantity, price, , net, vat, gross] = one;
  const total = quantity * toPence(price);
  expect(vatOf(total, { isIncluded: true, rateHundredths: 500 })).toEqual({
    net: toPence(net),
    vat: toPence(vat),
    gross: toPence(gross),
  });
  expect(taxOfLine(total, 5, 'Inclusive')).toBe(toPence(vat));
});

test('The table is right by itself: VAT is the rate or the fraction to the nearest penny, and gross is net and VAT', () => {
  const PER_CENT: Record<string, number> = { OUTPUT2: 20, RROUTPUT: 5 };
  for (const [code, quantity, price, is, net, vat, gross] of [...CASES, ...REDUCED_INCLUDED]) {
    const rate = PER_CENT[code] ?? 0;
    const total = quantity * toPence(price);
    const exact = is === 'included' ? (total * rate) / (100 + rate) : (total * rate) / 100;
    expect(Math.abs(toPence(vat) - exact)).toBeLessThan(0.5);
    expect(toPence(gross)).toBe(toPence(net) + toPence(vat));
    expect(is === 'included' ? toPence(gross) : toPence(net)).toBe(total);
  }
});

type DatedLine = [code: string, net: string, vat: string];

/**
 * On 15 April 20% becomes 17.5%, and 5% becomes 20%; each client has the same work at £33.36 an hour: 45 minutes on the
 * 13th, an hour on the 14th, one on the 15th, 75 minutes on the 16th; and half an hour at £45.50 at 23:30 UTC of the 14th,
 * when it is half past midnight of the 15th in summer time.
 */
const DATED: [client: string, profile: Partial<ClientInput>, lines: DatedLine[]][] = [
  [
    'Lines by day',
    { lines: 'day' },
    [
      ['OUTPUT2', '25.02', '5.00'],
      ['OUTPUT2', '33.36', '6.67'],
      ['TAX003', '22.75', '3.98'],
      ['TAX003', '33.36', '5.84'],
      ['TAX003', '41.70', '7.30'],
    ],
  ],
  [
    'Lines by job',
    { lines: 'job' },
    [
      ['OUTPUT2', '58.38', '11.68'],
      ['TAX003', '97.81', '17.12'],
    ],
  ],
  [
    'Lines by log',
    { lines: 'log' },
    [
      ['OUTPUT2', '25.02', '5.00'],
      ['OUTPUT2', '33.36', '6.67'],
      ['TAX003', '22.75', '3.98'],
      ['TAX003', '33.36', '5.84'],
      ['TAX003', '41.70', '7.30'],
    ],
  ],
  [
    'Lines by type',
    { lines: 'type' },
    [
      ['OUTPUT2', '58.38', '11.68'],
      ['TAX003', '22.75', '3.98'],
      ['TAX003', '75.06', '13.14'],
    ],
  ],
  [
    'One line',
    { lines: 'one' },
    [
      ['OUTPUT2', '58.38', '11.68'],
      ['TAX003', '97.81', '17.12'],
    ],
  ],
  [
    'Own rate of 5%',
    { lines: 'one', vatTreatment: 'rate:RROUTPUT' },
    [
      ['RROUTPUT', '58.38', '2.92'],
      ['OUTPUT2', '97.81', '19.56'],
    ],
  ],
  [
    // 60 + 60 minutes, then 30, and 60 + 90.
    'Rounded by day',
    { lines: 'one', billingStep: 30, billingPer: 'day', smallestMinutes: 50 },
    [
      ['OUTPUT2', '66.72', '13.34'],
      ['TAX003', '128.90', '22.56'],
    ],
  ],
  ['Zero-rated', { lines: 'one', vatTreatment: 'zero' }, [['ZERORATEDOUTPUT', '156.19', '0.00']]],
];

const WORK: [date: string, minutes: number, rate: string][] = [
  ['2026-04-13', 45, '33.36'],
  ['2026-04-14', 60, '33.36'],
  ['2026-04-14T23:30:00Z', 30, '45.50'],
  ['2026-04-15', 60, '33.36'],
  ['2026-04-16', 75, '33.36'],
];

test('Work has the VAT of its day, in the preview, in Xero, in statements and in the file', async () => {
  const { services } = server();
  const tenantId = await connectToXero(services, xero());
  await activate(services, tenantId);
  const visitor = await visitSignedIn(server());
  const workTypeId = addWorkType(server(), 'Support');
  for (const [oldRate, newRate] of [
    ['RROUTPUT', 'OUTPUT2'],
    ['OUTPUT2', 'TAX003'],
  ] as const) {
    saveVatChange(services, { tenantId, from: '2026-04-15', oldRate, newRate, remove: null });
  }
  for (const [name, profile] of DATED) {
    const clientId = addClient(server(), name);
    updateClient(services, clientId, profile);
    for (const [date, duration, hourlyRate] of WORK) {
      const body = { clientId, workTypeId, date, duration, hourlyRate };
      const made = await visitor.api('POST', '/api/work-logs', body);
      expect(made.status, made.text).toBe(201);
    }
  }
  const page = (await visitor.get(PREVIEW)).text;
  const shown = [
    ...page.matchAll(/data-label="Net"[^>]*>([^<]*)<\/td><td data-label="VAT"[^>]*>([^<]*)</g),
  ].map(([, net, vat]) => [net, vat]);
  const pounds = (all: string[]) => formatPounds(sum(all));
  const sums = (lines: DatedLine[]) =>
    [1, 2].map((at) => pounds(lines.map((line) => line[at] ?? '')));
  expect(shown).toEqual(
    DATED.flatMap(([, , lines]) => [
      sums(lines),
      ...lines.map(([, net, vat]) => [pounds([net]), pounds([vat])]),
    ]),
  );
  const of = (name: string) => DATED.find(([client]) => client === name)?.[2] ?? [];
  const since = (name: string) =>
    visibleText(page).split(`VAT: ${name} (since 15 Apr 2026)`).length - 1;
  const isNew = ([code]: DatedLine) => code === 'TAX003';
  expect(since(LOWER.name)).toBe(DATED.flatMap(([, , lines]) => lines.filter(isNew)).length);
  expect(since('20% (VAT on Income)')).toBe(1);
  const fields = fieldsOf(page, 'create-invoices');
  fields.set('press', 'create');
  await visitor.post(PREVIEW, fields);
  await expect.poll(() => xero().state().invoices.length, { timeout: 30_000 }).toBe(DATED.length);
  const { invoices, contacts } = xero().state();
  const file = readCsv(`\uFEFF${(await visitor.get('/invoices.csv')).text}`);
  for (const { contactId, reference, lines, totalPence } of invoices) {
    const name = contacts.find((one) => one.contactId === contactId)?.name ?? '';
    expect([
      name,
      lines.map((line) => [line.taxType, line.lineAmountPence, line.taxAmountPence]),
    ]).toEqual([name, of(name).map(([code, net, vat]) => [code, toPence(net), toPence(vat)])]);
    const rows = file.filter((row) => row.reference === reference);
    expect(rows.map((row) => [row.line_net, row.line_vat])).toEqual(
      of(name).map(([, net, vat]) => [net, vat]),
    );
    const statement = visibleText((await visitor.get(`/invoices/${rows[0]?.id}/statement`)).text);
    const [net, vat] = sums(of(name));
    expect(statement).toContain(`Net ${net} VAT ${vat} Total with VAT ${formatPounds(totalPence)}`);
  }
});
