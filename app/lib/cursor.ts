/** A place between two rows of the list: newest first, by date and then by id. */
export type Cursor = { date: number; id: number };

/** A cursor as it stands in an address. */
export function formatCursor(cursor: Cursor): string {
  return `${cursor.date}_${cursor.id}`;
}

/** Reads a cursor; null when it is none. */
export function parseCursor(text: string): Cursor | null {
  const match = /^(-?\d{1,16})_(\d{1,15})$/.exec(text);
  return match ? { date: Number(match[1]), id: Number(match[2]) } : null;
}
