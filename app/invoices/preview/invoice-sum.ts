/** What the sum of an invoice is made from, in pence. */
type Summed = {
  entries: { id: number; goes: boolean; netPence: number; vatPence: number; problems: string[] }[];
  /** What stands against the whole of it. */
  problems: string[];
  contactProblem: string | null;
};

/** What the ticked lines of an invoice come to, in pence, and whether it would be made. */
export type InvoiceSum = {
  netPence: number;
  vatPence: number;
  /** False when its box, or the box of every line, is not ticked. */
  goes: boolean;
  /** Why it cannot be made as it is ticked. */
  isStopped: boolean;
};

/** What an invoice comes to with these boxes ticked: its own, and those of its lines. */
export function sumOf(
  group: Summed,
  isTicked: boolean,
  isLineTicked: (id: number) => boolean,
): InvoiceSum {
  const ticked = group.entries.filter(({ id }) => isLineTicked(id));
  const goes = isTicked && ticked.length > 0;
  return {
    netPence: ticked.reduce((sum, { netPence }) => sum + netPence, 0),
    vatPence: ticked.reduce((sum, { vatPence }) => sum + vatPence, 0),
    goes,
    isStopped:
      goes &&
      (group.problems.length > 0 ||
        group.contactProblem !== null ||
        ticked.some(({ problems }) => problems.length > 0)),
  };
}

/** The same with the boxes as the server last knew them. */
export function sumAsSent(group: Summed & { goes: boolean }): InvoiceSum {
  const going = new Set(group.entries.filter((entry) => entry.goes).map(({ id }) => id));
  return sumOf(group, group.goes, (id) => going.has(id));
}

/** What all invoices come to that would be made, and what those come to that cannot be. */
export function totalOf(sums: Iterable<InvoiceSum>) {
  const going = [...sums].filter(({ goes }) => goes);
  const ready = going.filter(({ isStopped }) => !isStopped);
  const stopped = going.filter(({ isStopped }) => isStopped);
  return {
    count: ready.length,
    netPence: ready.reduce((sum, { netPence }) => sum + netPence, 0),
    vatPence: ready.reduce((sum, { vatPence }) => sum + vatPence, 0),
    stopped: stopped.length,
    stoppedNetPence: stopped.reduce((sum, { netPence }) => sum + netPence, 0),
  };
}
