import type { RowTexts } from '../../lib/merge.ts';
import { toDecimalString } from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';
import type { StoredItem } from '../hardware/hardware-items.ts';
import { toPercent } from '../hardware/item-prices.ts';

/** The initial texts of one hardware item's fields. */
export type ItemFormValues = {
  id?: string;
  itemName?: string;
  description?: string;
  quantity?: string;
  unitPrice?: string;
  vatIncluded?: string;
  vatRate?: string;
  taxCode?: string;
};

/** The initial texts of a new item's fields (docs/specification.md, "Hardware"). */
export const NEW_ITEM: ItemFormValues = {
  quantity: '1',
  unitPrice: '0.00',
  vatIncluded: 'true',
  vatRate: '20',
  taxCode: 'OUTPUT2',
};

/** The texts of a stored item's fields. */
export function toItemValues(item: StoredItem) {
  return {
    id: String(item.id),
    itemName: item.itemName,
    description: item.description,
    quantity: String(item.quantity),
    unitPrice: toDecimalString(item.unitPricePence),
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
