import type { RowTexts } from '../../lib/merge.ts';
import { toDecimalString } from '../../lib/money.ts';
import type { StoredItem } from '../hardware/hardware-items.ts';
import { toPercent } from '../hardware/item-prices.ts';

/** What the fields of one hardware item start with, as text. */
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

/** A new item as the form shows it (docs/specification.md, "Hardware"). */
export const NEW_ITEM: ItemFormValues = {
  quantity: '1',
  unitPrice: '0.00',
  vatIncluded: 'true',
  vatRate: '20',
  taxCode: 'OUTPUT2',
};

/** A stored item as the form shows it. */
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

/** What a field of an item says, in a sentence. */
export function sayItemField(name: string, text: string): string {
  if (name === 'unitPrice') return `£${text}`;
  if (name === 'vatRate') return `${text}%`;
  if (name === 'vatIncluded') return text === 'true' ? 'included in price' : 'added to price';
  return text;
}

/** A whole item in a few words. */
export function describeItem({ itemName = '', quantity = '', unitPrice = '' }: RowTexts): string {
  return `“${itemName}” (${quantity} at £${unitPrice})`;
}
