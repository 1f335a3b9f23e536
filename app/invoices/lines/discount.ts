import { inPlainSigns } from '../../lib/looks.ts';
import {
  formatPounds,
  parsePounds,
  scaleHalfUp,
  shareOut,
  toDecimalString,
} from '../../lib/money.ts';
import { vatOf } from '../../lib/vat.ts';
import type { InvoiceLine, LedgerLine } from '../ledger.ts';

/** A discount on an invoice: hundredths of a per cent of its net, or pence of it. */
type Discount = { hundredths: number; isPercent: boolean };

/** What a text says of a discount: `10%`, `12.5%`, `50`, `£50.00`; null where it says nothing known. */
export function readDiscount(text: string): Discount | null {
  const [, number] = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/.exec(inPlainSigns(text)) ?? [];
  const hundredths = parsePounds(number ?? text);
  return hundredths === null ? null : { hundredths, isPercent: number !== undefined };
}

/** The same as the text that is stored, shown and read again. */
export function sayDiscount({ hundredths, isPercent }: Discount): string {
  const number = toDecimalString(hundredths);
  return isPercent ? `${number.replace(/\.?0+$/, '')}%` : `£${number}`;
}

/** What lines with one code of VAT come to together, in pence. */
export type CodeSum = Pick<InvoiceLine, 'taxCode' | 'vatRateHundredths' | 'netPence' | 'vatPence'>;

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** What lines come to for each code of VAT, by the names of the codes. */
export function sumByCode(lines: CodeSum[]): CodeSum[] {
  const codes = new Set(lines.map(({ taxCode }) => taxCode));
  return [...codes].sort().map((taxCode) => {
    const some = lines.filter((line) => line.taxCode === taxCode);
    return {
      taxCode,
      vatRateHundredths: some[0]?.vatRateHundredths ?? 0,
      netPence: sum(some.map(({ netPence }) => netPence)),
      vatPence: sum(some.map(({ vatPence }) => vatPence)),
    };
  });
}

/**
 * The lines, below zero, that a discount ({@link sayDiscount}) adds to those of an invoice, or why it cannot be given.
 * There is one for each code of VAT, with the VAT of what it lowers. A percentage is rounded half up once for each code;
 * pounds are shared over the codes to the penny.
 */
export function applyDiscount(
  text: string | null,
  lines: CodeSum[],
): { lines: InvoiceLine[]; problem: string | null } {
  const discount = text === null ? null : readDiscount(text);
  if (text === null || discount === null || lines.length === 0) return { lines: [], problem: null };
  const { hundredths, isPercent } = discount;
  const sums = sumByCode(lines);
  const nets = sums.map(({ netPence }) => netPence);
  const parts = isPercent
    ? nets.map((net) => scaleHalfUp(net, hundredths, 10_000))
    : shareOut(hundredths, nets);
  const plain = { description: isPercent ? `Discount ${text}` : 'Discount', quantity: '1' };
  const made = sums.flatMap(({ taxCode, vatRateHundredths }, index): InvoiceLine[] => {
    const part = parts[index] ?? 0;
    if (part === 0) return [];
    const { vat } = vatOf(part, { isIncluded: false, rateHundredths: vatRateHundredths });
    const unitPrice = `-${toDecimalString(part)}`;
    const amounts = { netPence: 0 - part, vatPence: 0 - vat };
    return [{ ...plain, unitPrice, taxCode, vatRateHundredths, ...amounts }];
  });
  const vat = sum([...sums, ...made].map(({ vatPence }) => vatPence));
  const problem = problemOf(sum(nets), sum(parts), vat);
  if (problem === null) return { lines: made, problem };
  const why = `A discount of ${text} ${problem} Enter another, or leave this empty.`;
  return { lines: [], problem: why };
}

function problemOf(net: number, off: number, vat: number): string | null {
  if (off >= net) return `leaves nothing to pay: this invoice is ${formatPounds(net)} ex VAT.`;
  if (off === 0) return `is less than a penny: this invoice is ${formatPounds(net)} ex VAT.`;
  return vat < 0 ? 'makes the VAT, which is rounded line by line, less than nothing.' : null;
}

/** The discount whose lines on an invoice these are, and its text; null where they are not just that. */
export function discountBehind(found: LedgerLine[], lines: CodeSum[]) {
  const [, percent] = /^Discount (.+%)$/.exec(found[0]?.description ?? '') ?? [];
  const hundredths = Math.max(0, -sum(found.map(({ netPence }) => netPence)));
  const text = percent ?? sayDiscount({ hundredths, isPercent: false });
  const made = applyDiscount(text, lines).lines;
  const tell = (line: LedgerLine) => `${line.description} ${line.netPence} ${line.vatPence}`;
  const isSame = made.map(tell).sort().join() === found.map(tell).sort().join();
  return isSame ? { text, lines: made } : null;
}
