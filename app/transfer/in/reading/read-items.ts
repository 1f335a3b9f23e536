import { readItems, type HardwareItemInput } from '../../../work-logs/hardware/hardware-items.ts';
import { itemTotal, itemVat } from '../../../work-logs/hardware/item-prices.ts';
import type { Reading } from './values.ts';

/**
 * The items of a hardware log as they are kept until the log is made: prices in pence, rates of VAT in
 * hundredths of a per cent, and what they come to, in pence.
 */
export type StagedItems = {
  items: HardwareItemInput[];
  totalPence: number;
  includedVatPence: number;
};

const NO_LIST =
  'is no list of items. Each item is as our own files of work logs have it: {"itemName": …, "quantity": …}.';

/**
 * Reads the cell that holds the items of a hardware log: JSON in the words of the API, as our own file of
 * work logs has it. A log may be without items, `[]`, and then the cell says so.
 */
export function readItemsCell(text: string): Reading<StagedItems> {
  const list = parse(text);
  if (!Array.isArray(list)) return { problem: `“${text.slice(0, 100)}” ${NO_LIST}` };
  const { items, issues } = readItems(list);
  if (issues !== null) return { problem: issues[0]?.message ?? NO_LIST };
  const prices = items.map(({ quantity, unitPrice, vatIncluded, vatRate }) => ({
    quantity,
    unitPricePence: unitPrice,
    vatIncluded,
    vatRateHundredths: vatRate,
  }));
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    value: {
      items,
      totalPence: sum(prices.map(itemTotal)),
      includedVatPence: sum(
        prices.filter(({ vatIncluded }) => vatIncluded).map((price) => itemVat(price, true).vat),
      ),
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
