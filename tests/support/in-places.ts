import { PLACES } from '#app/lib/money.ts';

/** A quantity and a price in pence, with at most four and two decimals. */
export type Whole = { quantity: number; unitPricePence: number };

/** The same in ten-thousandths, as items keep them. */
export function inPlaces<Item extends Whole>({ quantity, unitPricePence, ...item }: Item) {
  return {
    ...item,
    quantityInPlaces: Math.round(quantity * PLACES),
    unitPriceInPlaces: Math.round((unitPricePence * PLACES) / 100),
  };
}
