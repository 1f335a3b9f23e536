import { inPlainSigns } from '../../lib/looks.ts';
import { vatOf, type VatAmounts } from '../../lib/vat.ts';

/** The values an item's price is computed from, in pence and hundredths of a per cent. */
export type ItemPrice = {
  quantity: number;
  unitPricePence: number;
  vatIncluded: boolean;
  vatRateHundredths: number;
};

/** Quantity × unit price as entered, in pence. A log's total is the sum of these. */
export function itemTotal({
  quantity,
  unitPricePence,
}: Pick<ItemPrice, 'quantity' | 'unitPricePence'>) {
  return quantity * unitPricePence;
}

/**
 * An item's net, VAT and gross, in pence. Where nobody is registered for VAT (`hasVat`), its price is both, whatever
 * it says of VAT.
 */
export function itemVat(price: ItemPrice, hasVat: boolean): VatAmounts {
  return vatOf(itemTotal(price), {
    isIncluded: price.vatIncluded,
    rateHundredths: hasVat ? price.vatRateHundredths : 0,
  });
}

/** What the items of a log come to, in pence: their prices as entered, and the VAT that is part of these. */
export function worthOf(items: readonly ItemPrice[]): {
  totalPence: number;
  includedVatPence: number;
} {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const including = items.filter(({ vatIncluded }) => vatIncluded);
  return {
    totalPence: sum(items.map(itemTotal)),
    includedVatPence: sum(including.map((item) => itemVat(item, true).vat)),
  };
}

/** The sums over several items, in pence. VAT is rounded for each item, then added up. */
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

/**
 * Reads a percentage from 0 to 100 with at most two decimals, as hundredths; null if it is not one.
 */
export function parsePercent(text: string): number | null {
  const match = PERCENT.exec(inPlainSigns(text));
  const [, whole = '', fraction = ''] = match ?? [];
  if (whole === '' && fraction === '') return null;
  const hundredths = Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0'));
  return hundredths <= 10_000 ? hundredths : null;
}
