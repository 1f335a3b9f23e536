/**
 * The row after or before which a page begins; `date` in milliseconds. Lists sort by date, then id.
 */
export type Cursor = { date: number; id: number };

/** A cursor as text for an address. */
export function formatCursor(cursor: Cursor): string {
  return `${cursor.date}_${cursor.id}`;
}

/** Reads a cursor from an address; null when the text is not a cursor. */
export function parseCursor(text: string): Cursor | null {
  const match = /^(-?\d{1,16})_(\d{1,15})$/.exec(text);
  return match ? { date: Number(match[1]), id: Number(match[2]) } : null;
}
