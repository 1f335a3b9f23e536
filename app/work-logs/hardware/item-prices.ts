import { vatOf, type VatAmounts } from '../../lib/vat.ts';

/** What the price of a line is computed from; pence, hundredths of a per cent. */
export type ItemPrice = {
  quantity: number;
  unitPricePence: number;
  vatIncluded: boolean;
  vatRateHundredths: number;
};

/** Quantity × unit price as it was entered, in pence; a log's total is the sum of these. */
export function itemTotal({
  quantity,
  unitPricePence,
}: Pick<ItemPrice, 'quantity' | 'unitPricePence'>) {
  return quantity * unitPricePence;
}

/** What an item comes to, in pence. */
export function itemVat(price: ItemPrice): VatAmounts {
  return vatOf(itemTotal(price), {
    isIncluded: price.vatIncluded,
    rateHundredths: price.vatRateHundredths,
  });
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
