/**
 * Twins are waiting tasks with the same name, after normalising, in the same project: a task that
 * recurs, most of all. They are one group on the screen only. Pure.
 */

type Task = { id: number; taskName: string; projectId: string | null; projectName: string | null };

/** One group of a page: one task, or twins in the order of the list. */
export type Group<Row> = [Row, ...Row[]];

/** The name of a task without what does not tell it from another: case, spaces, kinds of letters. */
export function normalName(taskName: string): string {
  return taskName.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Puts the twins of a page together, each group where its first task stands. */
export function groupTwins<Row extends Task & { status: string }>(rows: Row[]): Group<Row>[] {
  const groups = new Map<string, Group<Row>>();
  for (const row of rows) {
    const isWaiting = row.status === 'pending_review';
    const project = row.projectId ?? `named ${row.projectName ?? ''}`;
    const key = isWaiting ? `${project}\n${normalName(row.taskName)}` : `alone ${row.id}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** What names a row or a group in names of fields and values of buttons: its ids, `12` or `12-13`. */
export function keyOf(ids: number[]): string {
  return ids.join('-');
}

/** The ids of a row or a group; null for a text that {@link keyOf} does not give. */
export function idsOfKey(key: string): number[] | null {
  return /^[1-9]\d{0,14}(-[1-9]\d{0,14}){0,199}$/.test(key) ? key.split('-').map(Number) : null;
}
