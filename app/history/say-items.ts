import { poundsOf } from '../lib/money.ts';

/** An item of a hardware log, as the trail keeps it. */
type Item = Record<string, unknown>;

/** The details that an item's plain words leave out, and how each is said. */
const DETAILS: [name: string, say: (value: unknown) => string][] = [
  ['description', (value) => (value === '' ? 'no description' : `“${String(value)}”`)],
  ['vatIncluded', (value) => (value === true ? 'VAT included' : 'VAT added')],
  ['vatRate', (value) => `${String(value)}% VAT`],
  ['taxCode', String],
];

/** Whether a part of a record is an item. */
export function isItem(part: unknown): part is Item {
  return typeof part === 'object' && part !== null && 'itemName' in part;
}

/** `2 × Patch cable at £10.00`. */
function sayPlainly({ itemName, quantity, unitPrice }: Item): string {
  return `${String(quantity)} × ${String(itemName)} at ${poundsOf(String(unitPrice))}`;
}

/**
 * An item in a change, compared with the items of the change's other side. Details that differ there, and
 * that its plain words would hide, are added: `2 × Patch cable at £10.00 (20% VAT, OUTPUT2)`.
 */
export function sayItem(item: Item, others: unknown[]): string {
  const plain = sayPlainly(item);
  const there = others.filter(isItem);
  // An item that was deleted and entered again has another id, and may read the same.
  const other =
    there.find(({ id }) => id === item.id) ?? there.find((one) => sayPlainly(one) === plain);
  if (other === undefined) return plain;
  const details = DETAILS.filter(([name]) => item[name] !== other[name]);
  if (details.length === 0) return plain;
  return `${plain} (${details.map(([name, say]) => say(item[name])).join(', ')})`;
}
