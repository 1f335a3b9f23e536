import { inPlainSigns } from '../../lib/looks.ts';
import { vatOf, type VatAmounts } from '../../lib/vat.ts';
import type { HardwareItem } from '#db/schema.ts';
import { TAX_CODES, type TaxCode } from '#db/words.ts';
import type { RowTexts } from '../../lib/merge.ts';
import { formatPounds, placesText, unitsTotal } from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';

/** The values an item's price is computed from, in ten-thousandths and hundredths of a per cent. */
export type ItemPrice = {
  quantityInPlaces: number;
  unitPriceInPlaces: number;
  vatIncluded: boolean;
  vatRateHundredths: number;
};

type Units = Pick<ItemPrice, 'quantityInPlaces' | 'unitPriceInPlaces'>;

/** Quantity × unit price as entered, in pence, rounded half up. A log's total is the sum of these. */
export function itemTotal({ quantityInPlaces, unitPriceInPlaces }: Units): number {
  return unitsTotal(quantityInPlaces, unitPriceInPlaces);
}

/** An item's net, VAT and gross, in pence; without `hasVat` its price is net and gross. */
export function itemVat(price: ItemPrice, hasVat: boolean): VatAmounts {
  return vatOf(itemTotal(price), {
    isIncluded: price.vatIncluded,
    rateHundredths: hasVat ? price.vatRateHundredths : 0,
  });
}

/** What the items of a log come to, in pence: their prices as entered, and the VAT that is part of these. */
export function worthOf(items: readonly ItemPrice[]) {
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

/** Net, VAT and gross in words, the same in a form and in a list. */
export function sayVat({ net, vat, gross }: VatAmounts): string {
  return `Net ${formatPounds(net)} · VAT ${formatPounds(vat)} · Gross ${formatPounds(gross)}`;
}

/** Hundredths of a per cent as a number of per cent: 1750 → 17.5. */
export function toPercent(hundredths: number): number {
  return hundredths / 100;
}

const PERCENT = /^(\d{1,3})?(?:\.(\d{0,2}))?$/;

/** Reads a percentage from 0 to 100 with at most two decimals, as hundredths; null if it is none. */
export function parsePercent(text: string): number | null {
  const match = PERCENT.exec(inPlainSigns(text));
  const [, whole = '', fraction = ''] = match ?? [];
  if (whole === '' && fraction === '') return null;
  const hundredths = Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0'));
  return hundredths <= 10_000 ? hundredths : null;
}

/** The usual VAT rate of each tax code, in hundredths of a per cent; choosing a code sets it. */
export const USUAL_VAT_RATE: Record<TaxCode, number> = {
  OUTPUT2: 2_000,
  OUTPUT: 2_000,
  ZERORATED: 0,
  EXEMPTINPUT: 0,
};

export const TAX_CODE_LABELS: Record<TaxCode, string> = {
  OUTPUT2: 'OUTPUT2 (20% VAT)',
  OUTPUT: 'OUTPUT (standard VAT)',
  ZERORATED: 'ZERORATED (zero rated)',
  EXEMPTINPUT: 'EXEMPTINPUT (exempt)',
};

/** The tax codes that go with a VAT rate, in hundredths of a per cent. */
export const codesFor = (rateHundredths: number): TaxCode[] =>
  TAX_CODES.filter((code) => USUAL_VAT_RATE[code] > 0 === rateHundredths > 0);

/** Why a VAT rate, in hundredths of a per cent, does not fit a tax code, and which codes it fits; null when it fits. */
export function mismatchOf(taxCode: TaxCode, rateHundredths: number): string | null {
  const codes = codesFor(rateHundredths);
  if (codes.includes(taxCode)) return null;
  const choices = codes.map((code) => TAX_CODE_LABELS[code]).join(' or ');
  return `A VAT rate of ${toPercent(rateHundredths)}% does not go with ${taxCode}. Choose ${choices}, or another rate.`;
}

/** The initial texts of one hardware item's fields. */
export type ItemFormValues = Partial<ReturnType<typeof toItemValues>>;

/** The initial texts of a new item's fields (docs/specification.md, "Hardware"). */
export const NEW_ITEM: ItemFormValues = {
  quantity: '1',
  unitPrice: '0.00',
  vatIncluded: 'true',
  vatRate: '20',
  taxCode: 'OUTPUT2',
};

/** The texts of a stored item's fields. */
export function toItemValues(item: Omit<HardwareItem, 'workLogId' | 'createdAt' | 'updatedAt'>) {
  return {
    id: String(item.id),
    itemName: item.itemName,
    description: item.description,
    quantity: placesText(item.quantityInPlaces, 0),
    unitPrice: placesText(item.unitPriceInPlaces, 2),
    vatIncluded: String(item.vatIncluded),
    vatRate: String(toPercent(item.vatRateHundredths)),
    taxCode: item.taxCode,
  };
}

/** The value of an item's field, worded for a sentence. */
export function sayItemField(name: string, text: string): string {
  if (name === 'unitPrice') return `£${text}`;
  if (name === 'vatRate') return `${text}%`;
  if (name === 'vatIncluded') return text === 'true' ? 'included in price' : 'added to price';
  return text;
}

/** An item in a few words: `“Router” (2 at £49.00)`. */
export function describeItem({ itemName = '', quantity = '', unitPrice = '' }: RowTexts): string {
  return `“${apart(itemName)}” (${quantity} at £${unitPrice})`;
}
