/** The most ids in one request, since its address has to stay short. */
export const IDS_AT_ONCE = 40;

/** Text as a quoted string of Xero's `where` filter. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A filter for a field that has one of these values: `Reference=="a" OR …`. */
export function whereEquals(field: string, values: string[]): string {
  return values.map((value) => `${field}==${quote(value)}`).join(' OR ');
}

/** Splits a list into pieces of at most `size`. */
export function inPieces<Item>(items: Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
