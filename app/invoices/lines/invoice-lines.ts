import { sayVat } from '../../clients/vat.ts';
import { formatDuration } from '../../lib/duration.ts';
import {
  divideHalfUp,
  formatPounds,
  formatUnitPrice,
  PLACES,
  placesText,
  unitsTotal,
} from '../../lib/money.ts';
import { shorten } from '../../lib/shorten.ts';
import { withoutControls } from '../../lib/text.ts';
import { vatOf } from '../../lib/vat.ts';
import {
  LARGEST_LINE_PENCE,
  LONGEST_DESCRIPTION,
  type InvoiceLine,
  type TaxRate,
} from '../ledger.ts';

/** Work that is billed by the hour. */
export type TimeLine = {
  kind: 'time';
  description: string;
  /** What is billed, and what was worked before that was rounded. */
  minutes: number;
  workedMinutes: number;
  /** Null where logs of several rates are one line. */
  ratePence: number | null;
  /** What it comes to, without VAT. */
  totalPence: number;
  /** A code of the ledger's, or a word of a client's VAT; null means the organisation's code for time. */
  taxCode: string | null;
  /** Whether that was chosen for this line, and is not the client's. */
  hasOwnVat?: boolean;
  /** Whether a change of the organisation's VAT made it that. */
  hasChangedVat?: boolean;
};

/** A hardware item; quantity and unit price in ten-thousandths. */
export type HardwareLine = {
  kind: 'hardware';
  description: string;
  quantityInPlaces: number;
  unitPriceInPlaces: number;
  vatIncluded: boolean;
  /** Hundredths of a per cent. */
  vatRateHundredths: number;
  taxCode: string;
};

/** The settings of the organisation that decide the amounts (`Organisation` in ledger.ts). */
export type TaxRules = {
  isVatRegistered: boolean;
  taxRates: TaxRate[];
  taxCodes: ReadonlyMap<string, string>;
  timeTaxCode: string | null;
};

/** The lines of an invoice, and their amounts in pence. */
export type InvoiceLines = ReturnType<typeof buildInvoiceLines>;

const PENNY_IN_PLACES = 100;

/**
 * The lines of an invoice and what they come to: VAT for each line, rounded, then added up. A
 * VAT-inclusive item costs exactly its gross. Where something does not fit the organisation,
 * `problems` says so; the lines are then computed with the organisation's rates and are for
 * showing only.
 */
export function buildInvoiceLines(items: (TimeLine | HardwareLine)[], organisation: TaxRules) {
  const problems = new Set<string>();
  const lines = items.map((item) => buildLine(item, organisation, problems));
  const netPence = lines.reduce((sum, line) => sum + line.netPence, 0);
  const vatPence = lines.reduce((sum, line) => sum + line.vatPence, 0);
  return {
    hasVat: organisation.isVatRegistered,
    lines,
    netPence,
    vatPence,
    /** What the customer pays. */
    totalPence: netPence + vatPence,
    /** Sentences that say why this must not be sent as it is; empty when all is well. */
    problems: [...problems],
  };
}

function buildLine(
  item: TimeLine | HardwareLine,
  organisation: TaxRules,
  problems: Set<string>,
): InvoiceLine {
  const { code, rateHundredths } = chooseTax(item, organisation, problems);
  const { net, vat } = priceOf(item, organisation.isVatRegistered, rateHundredths);
  if (net > LARGEST_LINE_PENCE) {
    problems.add(
      `${nameOf(item)} comes to ${formatPounds(net)}, and Xero takes lines of at most ${formatPounds(LARGEST_LINE_PENCE)}. Split it into several first.`,
    );
  }
  return {
    ...(item.kind === 'time' ? measureTime(item) : measureItem(item, net)),
    taxCode: code,
    vatRateHundredths: rateHundredths,
    netPence: net,
    vatPence: vat,
    ...(item.kind === 'time' && item.minutes !== item.workedMinutes
      ? { rounded: { workedMinutes: item.workedMinutes, billedMinutes: item.minutes } }
      : {}),
  };
}

/** The ledger's tax code and the organisation's rate for it; no code without VAT. */
function chooseTax(
  item: TimeLine | HardwareLine,
  { isVatRegistered, taxRates, taxCodes, timeTaxCode }: TaxRules,
  problems: Set<string>,
): { code: string | null; rateHundredths: number } {
  if (!isVatRegistered) return { code: null, rateHundredths: 0 };
  const wanted = item.taxCode ?? timeTaxCode;
  const code = wanted === null ? null : (taxCodes.get(wanted) ?? wanted);
  const ownRate = item.kind === 'hardware' ? item.vatRateHundredths : 0;
  const rate = taxRates.find((one) => one.code === code);
  if (!rate && item.kind === 'time' && item.taxCode !== null) {
    const [what, where] = item.hasOwnVat
      ? ['This line', 'for the line']
      : ['This client’s time', item.hasChangedVat ? 'in Settings' : 'in the client’s form'];
    problems.add(
      `${what} has the VAT “${sayVat(item.taxCode, { taxRates, taxCodes })}”, for which the organisation in Xero has no active sales tax rate, or several. Choose one of its rates ${where}.`,
    );
    return { code, rateHundredths: 0 };
  }
  if (!rate) {
    problems.add(
      `The organisation in Xero has no active sales tax rate ${code ?? 'for time'}, which ${nameOf(item)} needs. Choose another tax code, or add the rate in Xero.`,
    );
    return { code, rateHundredths: ownRate };
  }
  if (item.kind === 'hardware' && ownRate !== rate.rateHundredths) {
    problems.add(
      `${nameOf(item)} has ${toPercent(ownRate)} VAT, but the rate for its tax code (${rate.code}) in Xero is ${toPercent(rate.rateHundredths)}. Change the item's VAT rate or its tax code first.`,
    );
  }
  return rate;
}

function priceOf(
  item: TimeLine | HardwareLine,
  isVatRegistered: boolean,
  rateHundredths: number,
): { net: number; vat: number } {
  const total = item.kind === 'time' ? item.totalPence : totalOf(item);
  if (!isVatRegistered) return { net: total, vat: 0 };
  const isIncluded = item.kind === 'hardware' && item.vatIncluded;
  return vatOf(total, { isIncluded, rateHundredths });
}

const totalOf = ({ quantityInPlaces, unitPriceInPlaces }: HardwareLine) =>
  unitsTotal(quantityInPlaces, unitPriceInPlaces);

type Measure = Pick<InvoiceLine, 'description' | 'quantity' | 'unitPrice'>;

/**
 * Hours × rate where that is exact; else the total, and hours and rate in the description. Where the
 * time was rounded, the description says both. Of several rates the total, and the hours.
 */
function measureTime(item: TimeLine): Measure {
  const { description, minutes, workedMinutes, ratePence, totalPence } = item;
  const text = withoutControls(description).trim() || 'Work';
  const billed = formatDuration(minutes);
  const time =
    minutes === workedMinutes ? billed : `${formatDuration(workedMinutes)}, billed ${billed}`;
  if (ratePence === null) return measure(text, PLACES, totalPence * PENNY_IN_PLACES, time);
  const hours = divideHalfUp(minutes * PLACES, 60);
  if (BigInt(hours) * BigInt(ratePence) === BigInt(totalPence) * BigInt(PLACES)) {
    const note = minutes === workedMinutes ? '' : time;
    return measure(text, hours, ratePence * PENNY_IN_PLACES, note);
  }
  const note = `${time} at ${formatPounds(ratePence)} an hour`;
  return measure(text, PLACES, totalPence * PENNY_IN_PLACES, note);
}

/** Quantity × net price where that is exact; else the total, and both in the description. */
function measureItem(item: HardwareLine, net: number): Measure {
  const { quantityInPlaces, unitPriceInPlaces } = item;
  const text = withoutControls(item.description).trim() || 'Item';
  const netInPlaces = net * PENNY_IN_PLACES;
  const [product, quantity] = [BigInt(netInPlaces) * BigInt(PLACES), BigInt(quantityInPlaces)];
  const netPrice = product % quantity === 0n ? Number(product / quantity) : null;
  // A price with VAT in it has another net price; one that only the rounding makes is nobody's.
  const hasVatOff = net !== totalOf(item);
  if (netPrice !== null && (hasVatOff || netPrice === unitPriceInPlaces)) {
    return measure(text, quantityInPlaces, netPrice);
  }
  const price = formatUnitPrice(unitPriceInPlaces);
  const note = `${placesText(quantityInPlaces, 0)} at ${price}${hasVatOff ? ' including VAT' : ''}`;
  return measure(text, PLACES, netInPlaces, note);
}

function measure(text: string, quantity: number, unitPrice: number, note = ''): Measure {
  const end = note && ` (${note})`;
  return {
    description: `${shorten(text, LONGEST_DESCRIPTION - end.length)}${end}`,
    quantity: placesText(quantity, 0),
    unitPrice: placesText(unitPrice, 2),
  };
}

function toPercent(hundredths: number): string {
  return `${hundredths / 100}%`;
}

function nameOf({ description }: { description: string }): string {
  const [first = ''] = description.trim().split('\n');
  return `“${shorten(first, 60)}”`;
}
