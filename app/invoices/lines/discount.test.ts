import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '#tests/support/cases.ts';
import { vatOf } from '../../lib/vat.ts';
import type { BillableLog } from '../preview/billable.server.ts';
import { sumOf } from '../preview/invoice-sum.ts';
import { anyInvoiceOf, discountField, NO_CHOICES, type InvoiceChoices } from './choices.ts';
import { applyDiscount, discountBehind, readDiscount, sayDiscount, sumByCode } from './discount.ts';
import { billedByLog, groupLogs } from './groups.ts';

const RATES = { OUTPUT2: 2_000, RROUTPUT: 500, ZERORATEDOUTPUT: 0, EXEMPTOUTPUT: 0 };
type Code = keyof typeof RATES;

/** A line of so many pence net. */
function line(taxCode: Code, netPence: number) {
  const vatRateHundredths = RATES[taxCode];
  const { vat } = vatOf(netPence, { isIncluded: false, rateHundredths: vatRateHundredths });
  return { taxCode, vatRateHundredths, netPence, vatPence: vat };
}

const off = (text: string, ...lines: [Code, number][]) => {
  const applied = applyDiscount(
    text,
    lines.map(([code, net]) => line(code, net)),
  );
  return (
    applied.problem ??
    applied.lines.map(({ taxCode, netPence, vatPence }) => [taxCode, netPence, vatPence])
  );
};

describe('A discount is read', () => {
  test.each([
    ['10%', '10%'],
    [' 12.50 % ', '12.5%'],
    ['0.01%', '0.01%'],
    ['99.99%', '99.99%'],
    ['１０％', '10%'],
    ['50', '£50.00'],
    ['£1,250.5', '£1250.50'],
    ['', null],
    ['0', null],
    ['0.00%', null],
  ])('%j is %j, which is read again', (text, stored) => {
    expect(discountField.parse(text)).toBe(stored);
    if (stored !== null) expect(discountField.parse(stored)).toBe(stored);
  });

  test.each([
    '100%',
    '100.01%',
    '1000%',
    '-10%',
    '-5',
    '£-5',
    '5.001',
    '33.333%',
    '10% off',
    'ten',
    '%',
    '1e3',
    '£10%',
  ])('%j is refused, with what can be entered', (text) => {
    const { error } = discountField.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Enter a discount below 100%, such as 10% or 12.5%, or pounds ex VAT, such as 50.00, or leave this empty.',
    ]);
  });

  test('and said in one way, whatever it is', () => {
    const amount = fc.integer({ min: 1, max: 9_999 });
    const property = fc.property(amount, fc.boolean(), (hundredths, isPercent) => {
      const discount = { hundredths, isPercent };
      expect(readDiscount(sayDiscount(discount))).toEqual(discount);
    });
    fc.assert(property, { numRuns: cases(300) });
  });
});

describe('A discount has a line for each code of VAT', () => {
  test('10% over lines of 20% and of 0%', () => {
    expect(off('10%', ['OUTPUT2', 10_000], ['ZERORATEDOUTPUT', 2_505], ['OUTPUT2', 35])).toEqual([
      // 1,003.5 and 250.5 pence, rounded half up once for each.
      ['OUTPUT2', -1_004, -201],
      ['ZERORATEDOUTPUT', -251, 0],
    ]);
  });

  test('£50 over three rates, to the penny: the largest remainders first', () => {
    const lines: [Code, number][] = [
      ['OUTPUT2', 10_000],
      ['RROUTPUT', 10_000],
      ['ZERORATEDOUTPUT', 10_000],
    ];
    expect(off('£50.00', ...lines)).toEqual([
      ['OUTPUT2', -1_667, -333],
      ['RROUTPUT', -1_667, -83],
      ['ZERORATEDOUTPUT', -1_666, 0],
    ]);
    // The same, in whichever order they come.
    expect(off('£50.00', ...lines.reverse())).toEqual(off('£50.00', ...lines.reverse()));
    expect(off('£50.00', ['OUTPUT2', 12_345], ['RROUTPUT', 1], ['EXEMPTOUTPUT', 777])).toEqual([
      ['EXEMPTOUTPUT', -296, 0],
      ['OUTPUT2', -4_704, -941],
    ]);
  });

  test('33.33% of pennies', () => {
    expect(off('33.33%', ['OUTPUT2', 1], ['RROUTPUT', 2], ['ZERORATEDOUTPUT', 4])).toEqual([
      ['RROUTPUT', -1, 0],
      ['ZERORATEDOUTPUT', -1, 0],
    ]);
  });

  test('as they are sent', () => {
    expect(applyDiscount('12.5%', [line('OUTPUT2', 804)]).lines).toEqual([
      {
        description: 'Discount 12.5%',
        quantity: '1',
        unitPrice: '-1.01',
        taxCode: 'OUTPUT2',
        vatRateHundredths: 2_000,
        netPence: -101,
        vatPence: -20,
      },
    ]);
    expect(applyDiscount('£0.05', [line('EXEMPTOUTPUT', 804)]).lines).toMatchObject([
      { description: 'Discount', unitPrice: '-0.05', vatPence: 0 },
    ]);
    expect(applyDiscount(null, [line('OUTPUT2', 804)])).toEqual({ lines: [], problem: null });
    expect(applyDiscount('10%', [])).toEqual({ lines: [], problem: null });
  });

  test('but none that leaves nothing, takes nothing, or makes the VAT less than nothing', () => {
    const again = 'Enter another, or leave this empty.';
    const nothing = `leaves nothing to pay: this invoice is £49.99 ex VAT. ${again}`;
    expect(off('£50.00', ['OUTPUT2', 4_999])).toBe(`A discount of £50.00 ${nothing}`);
    expect(off('£49.99', ['OUTPUT2', 4_000], ['RROUTPUT', 999])).toBe(
      `A discount of £49.99 ${nothing}`,
    );
    expect(off('99.99%', ['OUTPUT2', 3])).toMatch(/^A discount of 99.99% leaves nothing to pay/);
    expect(off('10%', ['OUTPUT2', 4])).toBe(
      `A discount of 10% is less than a penny: this invoice is £0.04 ex VAT. ${again}`,
    );
    const pennies = Array.from({ length: 50 }, (): [Code, number] => ['OUTPUT2', 2]);
    expect(off('50%', ...pennies)).toBe(
      `A discount of 50% makes the VAT, which is rounded line by line, less than nothing. ${again}`,
    );
  });
});

test('A discount is told from other lines of an invoice', () => {
  const lines = [line('OUTPUT2', 10_000)];
  const [found] = applyDiscount('10%', lines).lines;
  if (!found) throw new Error('There is a line');
  expect(discountBehind([found], lines)?.text).toBe('10%');
  expect(discountBehind([found], [line('OUTPUT2', 10_010)])).toBeNull();
  expect(
    discountBehind(
      [found, line('OUTPUT2', 50)].map((one) => ({ ...found, ...one })),
      lines,
    ),
  ).toBeNull();
  expect(discountBehind([{ ...found, description: 'Support', netPence: 1_000 }], lines)).toBeNull();
});

const someLines = fc.array(
  fc
    .record({
      code: fc.constantFrom<Code>('OUTPUT2', 'RROUTPUT', 'ZERORATEDOUTPUT', 'EXEMPTOUTPUT'),
      net: fc.oneof(fc.nat(60), fc.nat(5_000_000)),
    })
    .map(({ code, net }) => line(code, net)),
  { minLength: 1, maxLength: 12 },
);
const someDiscount = fc
  .record({ hundredths: fc.integer({ min: 1, max: 9_999 }), isPercent: fc.boolean() })
  .map(sayDiscount);

const total = (lines: { netPence: number }[]) =>
  lines.reduce((sum, { netPence }) => sum + netPence, 0);

test('Whatever the lines, a discount takes off what it says, of each code at most what there is', () => {
  const property = fc.property(someLines, someDiscount, (lines, text) => {
    const { lines: made, problem } = applyDiscount(text, lines);
    if (problem !== null) {
      expect(made).toEqual([]);
      return;
    }
    if (text.startsWith('£')) expect(total(made)).toBe(-Math.round(Number(text.slice(1)) * 100));
    for (const { taxCode, netPence } of sumByCode(lines)) {
      const own = 0 - total(made.filter((one) => one.taxCode === taxCode));
      expect(own).toBeLessThanOrEqual(netPence);
      const exact = (netPence * Number.parseFloat(text)) / 100;
      if (text.endsWith('%')) expect(Math.abs(own - exact)).toBeLessThanOrEqual(0.500001);
    }
    // The same from the sums of the codes, as a page has them, and from what was read in Xero.
    expect(applyDiscount(text, sumByCode(lines)).lines).toEqual(made);
    expect(discountBehind(made, lines)).toEqual({ text, lines: made });
  });
  fc.assert(property, { numRuns: cases(1_000) });
});

const RULES = {
  isVatRegistered: true,
  taxRates: Object.entries(RATES).map(([code, rateHundredths]) => ({ code, rateHundredths })),
  taxCodes: new Map([['ZERORATED', 'ZERORATEDOUTPUT']]),
  timeTaxCode: 'OUTPUT2',
  vatChanges: [],
  template: '{description}',
  currency: 'GBP',
};

/** A log of so many minutes at £60.50 an hour, or of two items of different VAT where there are none. */
function log(id: number, minutes: number, more: Partial<BillableLog> = {}): BillableLog {
  const item = { id, description: '', unitPriceInPlaces: 100_500 };
  const added = { itemName: 'Cable', vatIncluded: true, taxCode: 'OUTPUT2' as const };
  const zero = { itemName: 'Book', vatIncluded: false, taxCode: 'ZERORATED' as const };
  return {
    id,
    ...{ clientId: 1, clientName: 'Acme', clientEmail: null, workTypeName: 'Support' },
    ...{ jobId: null, jobName: null, jobPoNumber: null, description: `Log ${id}` },
    day: '2026-11-05',
    ...{ isHardware: minutes === 0, itemsName: null },
    duration: minutes,
    hourlyRatePence: minutes === 0 ? 0 : 6_050,
    totalPence: minutes === 0 ? 4_020 : Math.floor((minutes * 6_050 + 30) / 60),
    items:
      minutes === 0
        ? [
            { ...item, ...added, quantityInPlaces: 30_000, vatRateHundredths: 2_000 },
            { ...item, ...zero, quantityInPlaces: 10_000, vatRateHundredths: 0 },
          ]
        : [],
    ...{ billingStep: 1, billingRounding: 'up', billingPer: 'log', invoicePer: 'month' },
    ...{ vatTreatment: 'organisation', invoiceDate: 'today', dueIn: null, lines: 'log' },
    ...{ smallestMinutes: null, poNumber: null, lineText: null },
    ...more,
  };
}

function choose(discount: string | null, leftOut: number[] = []): InvoiceChoices {
  const plain = { isLeftOut: false, day: null, dueDay: null, poNumber: undefined };
  const choice = { ...plain, discount, keptPer: undefined };
  const invoices = new Map([[anyInvoiceOf(1), choice]]);
  return { ...NO_CHOICES, leftOut: new Set(leftOut), invoices };
}

function onlyGroup(logs: BillableLog[], choices: InvoiceChoices) {
  const [group] = groupLogs(logs, RULES, choices);
  if (!group) throw new Error('There is a group');
  return group;
}

describe('An invoice with a discount', () => {
  test('follows what is left out of it', () => {
    const logs = [log(1, 60), log(2, 30), log(3, 0)];
    const all = onlyGroup(logs, choose('10%'));
    expect(all.content.lines.slice(-2)).toMatchObject([
      // 60.50 + 30.25 + 25.12 of 30.15 with VAT.
      { description: 'Discount 10%', netPence: -1_159, vatPence: -232 },
      { description: 'Discount 10%', netPence: -101, vatPence: 0 },
    ]);
    expect(all.origins).toEqual([[1], [2], [3], [3], [], []]);
    const some = onlyGroup(logs, choose('10%', [3]));
    expect(some.content).toMatchObject({ netPence: 9_075 - 908, vatPence: 1_815 - 182 });
    expect(some.content.lines.map(({ netPence }) => netPence)).toEqual([6_050, 3_025, -908]);
    const none = onlyGroup(logs, choose('10%', [1, 2, 3]));
    expect([none.content.lines, none.problems]).toEqual([[], []]);
  });

  test('of one line for all time, which is rounded', () => {
    const one = { lines: 'one', billingStep: 15, smallestMinutes: 20 } as const;
    const logs = [log(1, 7, one), log(2, 50, one), log(3, 61, one)];
    // 30, 60 and 75 minutes: £166.38 for 2.75 hours.
    const { content } = onlyGroup(logs, choose('33.33%'));
    expect(content.lines.map(({ netPence }) => netPence)).toEqual([16_638, -5_545]);
    expect(content).toMatchObject({ netPence: 11_093, vatPence: 3_328 - 1_109, problems: [] });
  });

  test('that cannot be given is not made, and is shown without it', () => {
    const group = onlyGroup([log(1, 60)], choose('£60.50'));
    expect(group.content).toMatchObject({ netPence: 6_050, problems: group.problems });
    expect(group.problems).toEqual([group.discountProblem]);
    expect(group.discountProblem).toContain('leaves nothing to pay: this invoice is £60.50 ex VAT');
  });

  test('bills for each log its share, and the boxes of its page come to what is made', () => {
    const minutes = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500 })), {
      minLength: 1,
      maxLength: 7,
    });
    const client = fc.record({
      lines: fc.constantFrom('log' as const, 'day' as const, 'one' as const),
      billingStep: fc.constantFrom(1 as const, 15 as const),
    });
    const left = fc.array(fc.nat(6));
    const property = fc.property(minutes, client, left, someDiscount, (all, how, out, text) => {
      const logs = all.map((one, index) => log(index + 1, one, how));
      const leftOut = out.map((index) => index + 1);
      const group = onlyGroup(logs, choose(text, leftOut));
      const { content } = group;
      const billed = billedByLog(group);
      expect([...billed.values()].reduce((sum, pence) => sum + pence, 0)).toBe(content.netPence);
      expect([...billed.values()].every((pence) => pence >= 0)).toBe(true);
      expect(new Set(billed.keys())).toEqual(new Set(group.logIds));
      const entries = group.entries.map(({ lines, goes }) => ({
        isTicked: goes,
        netPence: total(lines),
        vatPence: lines.reduce((sum, { vatPence }) => sum + vatPence, 0),
        byCode: sumByCode(lines),
        ...{ logs: 1, minutes: 0, hasProblem: false },
      }));
      const sum = sumOf(entries, false, text);
      expect(sum).toMatchObject({ netPence: content.netPence, vatPence: content.vatPence });
      expect(sum.isStopped).toBe(group.discountProblem !== null);
    });
    fc.assert(property, { numRuns: cases(500) });
  });
});

test('What says no discount takes nothing off, and no lines are no discount', () => {
  expect(applyDiscount('much', [line('OUTPUT2', 100)])).toEqual({ lines: [], problem: null });
  expect(applyDiscount(null, [line('OUTPUT2', 100)])).toEqual({ lines: [], problem: null });
  expect(discountBehind([], [line('OUTPUT2', 100)])?.lines).toEqual([]);
});
