import { scaleHalfUp } from '../lib/money.ts';

/** What the price of a line is computed from; pence, hundredths of a per cent. */
export type ItemPrice = {
  quantity: number;
  unitPricePence: number;
  vatIncluded: boolean;
  vatRateHundredths: number;
};

/** Net, VAT and gross in pence; gross is always net + VAT. */
export type VatAmounts = { net: number; vat: number; gross: number };

/** Quantity × unit price as it was entered, in pence; a log's total is the sum of these. */
export function itemTotal({
  quantity,
  unitPricePence,
}: Pick<ItemPrice, 'quantity' | 'unitPricePence'>) {
  return quantity * unitPricePence;
}

/**
 * A line with VAT included: net = gross × 100 ÷ (100 + rate), rounded half up, and VAT is the
 * rest. Excluded: VAT = net × rate ÷ 100, rounded half up (docs/specification.md, "Hardware").
 */
export function itemVat(price: ItemPrice): VatAmounts {
  const total = itemTotal(price);
  const rate = price.vatRateHundredths;
  if (price.vatIncluded) {
    const net = scaleHalfUp(total, 10_000, 10_000 + rate);
    return { net, vat: total - net, gross: total };
  }
  const vat = scaleHalfUp(total, rate, 10_000);
  return { net: total, vat, gross: total + vat };
}

/** The sums of the lines: VAT is rounded line by line, then added up. */
export function sumVat(amounts: VatAmounts[]): VatAmounts {
  return amounts.reduce(
    (sum, { net, vat, gross }) => ({
      net: sum.net + net,
      vat: sum.vat + vat,
      gross: sum.gross + gross,
    }),
    { net: 0, vat: 0, gross: 0 },
  );
}

/** Hundredths of a per cent as a number of per cent: 1750 → 17.5. */
export function toPercent(hundredths: number): number {
  return hundredths / 100;
}

const PERCENT = /^(\d{1,3})?(?:\.(\d{0,2}))?$/;

/** Reads per cent with at most two decimals, 0 to 100, as hundredths; null when it is none. */
export function parsePercent(text: string): number | null {
  const match = PERCENT.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (whole === '' && fraction === '') return null;
  const hundredths = Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0'));
  return hundredths <= 10_000 ? hundredths : null;
}
