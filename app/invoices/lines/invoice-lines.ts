import { formatDuration } from '../../lib/duration.ts';
import { divideHalfUp, formatPounds, scaleHalfUp } from '../../lib/money.ts';
import { shorten } from '../../lib/shorten.ts';

/** `Exclusive`: prices without VAT, which is added. `NoTax`: an organisation without VAT. */
export type LineAmountTypes = 'Exclusive' | 'NoTax';

/** Work that is billed by the hour. */
export type TimeLine = {
  kind: 'time';
  description: string;
  minutes: number;
  /** Pence an hour. */
  ratePence: number;
  /** What the work log says that it costs, without VAT. */
  totalPence: number;
  /** One of our tax codes or a tax type of Xero's; null: the organisation's for time. */
  taxCode: string | null;
};

/** A hardware item. */
export type HardwareLine = {
  kind: 'hardware';
  description: string;
  quantity: number;
  unitPricePence: number;
  vatIncluded: boolean;
  /** Hundredths of a per cent. */
  vatRateHundredths: number;
  taxCode: string;
};

/** What of the organisation in Xero decides the amounts. */
export type TaxRules = {
  isVatRegistered: boolean;
  /** The rates that Xero takes on sales lines, by tax type. */
  taxRates: { code: string; rateHundredths: number }[];
  /** The tax code of time lines that name none. */
  timeTaxCode: string;
};

/** A line as it goes to Xero, and what it comes to there. */
export type InvoiceLine = {
  description: string;
  /** Decimal, at most four places; quantity × unit amount is exactly the line's amount. */
  quantity: string;
  /** Pounds, at most four decimal places. */
  unitAmount: string;
  /** Xero's tax type. */
  taxType: string;
  /** Without VAT. */
  lineAmountPence: number;
  taxAmountPence: number;
  /**
   * True when Xero has to be told the tax, since its own formula gives another penny, or
   * meets half a penny, of which Xero does not say which way it goes.
   */
  isTaxStated: boolean;
};

export type InvoiceLines = {
  lineAmountTypes: LineAmountTypes;
  lines: InvoiceLine[];
  subTotalPence: number;
  totalTaxPence: number;
  /** What the customer pays. */
  totalPence: number;
  /** Sentences: why this must not be sent as it is. Empty when all is well. */
  problems: string[];
};

const NO_TAX_TYPE = 'NONE';

/** Our tax codes that Xero does not take on UK sales, and what it takes in their place. */
const TAX_TYPES = new Map([
  ['OUTPUT', 'OUTPUT2'],
  ['ZERORATED', 'ZERORATEDOUTPUT'],
  ['EXEMPTINPUT', 'EXEMPTOUTPUT'],
]);

/** The largest amount of a line that Xero takes: £9,999,999,999.99. */
const LARGEST_LINE_PENCE = 999_999_999_999;

/** Xero takes this many characters. */
const LONGEST_DESCRIPTION = 4_000;

/** In ten-thousandths: the four decimal places that Xero takes. */
const PLACES = 10_000;
const PENNY_IN_PLACES = 100;

/** One of our tax codes, or a tax type of Xero's, as the tax type that Xero takes on sales. */
export function toXeroTaxType(taxCode: string): string {
  return TAX_TYPES.get(taxCode) ?? taxCode;
}

/**
 * The lines of an invoice and what they come to, to the penny as Xero computes it: tax for
 * each line, rounded half up, then added up. A VAT-inclusive item costs exactly its gross.
 * Where something does not fit the organisation, `problems` says so; the lines are then
 * computed with the organisation's rates and are for showing only.
 */
export function buildInvoiceLines(
  items: (TimeLine | HardwareLine)[],
  organisation: TaxRules,
): InvoiceLines {
  const problems = new Set<string>();
  const lines = items.map((item) => buildLine(item, organisation, problems));
  const subTotalPence = lines.reduce((sum, { lineAmountPence }) => sum + lineAmountPence, 0);
  const totalTaxPence = lines.reduce((sum, { taxAmountPence }) => sum + taxAmountPence, 0);
  return {
    lineAmountTypes: organisation.isVatRegistered ? 'Exclusive' : 'NoTax',
    lines,
    subTotalPence,
    totalTaxPence,
    totalPence: subTotalPence + totalTaxPence,
    problems: [...problems],
  };
}

function buildLine(
  item: TimeLine | HardwareLine,
  organisation: TaxRules,
  problems: Set<string>,
): InvoiceLine {
  const { taxType, rateHundredths } = chooseTax(item, organisation, problems);
  const { net, tax } = priceOf(item, organisation.isVatRegistered, rateHundredths);
  if (net > LARGEST_LINE_PENCE) {
    problems.add(
      `${nameOf(item)} comes to ${formatPounds(net)}, and Xero takes lines of at most ${formatPounds(LARGEST_LINE_PENCE)}. Split it into several first.`,
    );
  }
  return {
    ...(item.kind === 'time' ? measureTime(item) : measureItem(item, net)),
    taxType,
    lineAmountPence: net,
    taxAmountPence: tax,
    isTaxStated:
      organisation.isVatRegistered &&
      (tax !== scaleHalfUp(net, rateHundredths, 10_000) || isHalfPenny(net, rateHundredths)),
  };
}

function isHalfPenny(net: number, rateHundredths: number): boolean {
  return (BigInt(net) * BigInt(rateHundredths)) % 10_000n === 5_000n;
}

/** The tax type that goes to Xero and the organisation's rate for it. */
function chooseTax(
  item: TimeLine | HardwareLine,
  { isVatRegistered, taxRates, timeTaxCode }: TaxRules,
  problems: Set<string>,
): { taxType: string; rateHundredths: number } {
  if (!isVatRegistered) return { taxType: NO_TAX_TYPE, rateHundredths: 0 };
  const taxType = toXeroTaxType(item.taxCode ?? timeTaxCode);
  const ownRate = item.kind === 'hardware' ? item.vatRateHundredths : 0;
  const rate = taxRates.find(({ code }) => code === taxType);
  if (!rate) {
    problems.add(
      `The organisation in Xero has no active sales tax rate ${taxType}, which ${nameOf(item)} needs. Choose another tax code, or add the rate in Xero.`,
    );
    return { taxType, rateHundredths: ownRate };
  }
  if (item.kind === 'hardware' && ownRate !== rate.rateHundredths) {
    problems.add(
      `${nameOf(item)} has ${toPercent(ownRate)} VAT, but the rate for its tax code (${taxType}) in Xero is ${toPercent(rate.rateHundredths)}. Change the item's VAT rate or its tax code first.`,
    );
  }
  return { taxType, rateHundredths: rate.rateHundredths };
}

function priceOf(
  item: TimeLine | HardwareLine,
  isVatRegistered: boolean,
  rateHundredths: number,
): { net: number; tax: number } {
  const total = item.kind === 'time' ? item.totalPence : item.quantity * item.unitPricePence;
  if (!isVatRegistered) return { net: total, tax: 0 };
  if (item.kind === 'hardware' && item.vatIncluded) {
    const net = scaleHalfUp(total, 10_000, 10_000 + rateHundredths);
    return { net, tax: total - net };
  }
  return { net: total, tax: scaleHalfUp(total, rateHundredths, 10_000) };
}

type Measure = Pick<InvoiceLine, 'description' | 'quantity' | 'unitAmount'>;

/** Hours × rate where that is exact; else the total, and hours and rate in the description. */
function measureTime({ description, minutes, ratePence, totalPence }: TimeLine): Measure {
  const text = description.trim() || 'Work';
  const hours = divideHalfUp(minutes * PLACES, 60);
  if (BigInt(hours) * BigInt(ratePence) === BigInt(totalPence) * BigInt(PLACES)) {
    return measure(text, hours, ratePence * PENNY_IN_PLACES);
  }
  const note = `${formatDuration(minutes)} at ${formatPounds(ratePence)} an hour`;
  return measure(text, PLACES, totalPence * PENNY_IN_PLACES, note);
}

/** Quantity × net price where that is exact; else the total, and both in the description. */
function measureItem(item: HardwareLine, net: number): Measure {
  const text = item.description.trim() || 'Item';
  const netInPlaces = net * PENNY_IN_PLACES;
  if (netInPlaces % item.quantity === 0) {
    return measure(text, item.quantity * PLACES, netInPlaces / item.quantity);
  }
  const note = `${item.quantity} at ${formatPounds(item.unitPricePence)} including VAT`;
  return measure(text, PLACES, netInPlaces, note);
}

function measure(text: string, quantity: number, unitAmount: number, note = ''): Measure {
  const end = note && ` (${note})`;
  return {
    description: `${shorten(text, LONGEST_DESCRIPTION - end.length)}${end}`,
    quantity: toDecimal(quantity, 0),
    unitAmount: toDecimal(unitAmount, 2),
  };
}

/** Ten-thousandths as decimal text with at least `fewest` places: (83333, 0) → `8.3333`. */
function toDecimal(value: number, fewest: number): string {
  const digits = String(value).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '').padEnd(fewest, '0');
  const whole = digits.slice(0, -4);
  return fraction ? `${whole}.${fraction}` : whole;
}

function toPercent(hundredths: number): string {
  return `${hundredths / 100}%`;
}

/** The start of a line's description, in quotation marks, to know it by. */
function nameOf({ description }: { description: string }): string {
  const [first = ''] = description.trim().split('\n');
  return `“${shorten(first, 60)}”`;
}
