import { applyDiscount, type CodeSum } from '../lines/discount.ts';

/** Lines that go on an invoice together, with their one box. Amounts are in pence. */
export type SummedEntry = {
  isTicked: boolean;
  netPence: number;
  vatPence: number;
  /** The same for each code of VAT; may be left out where there is no discount. */
  byCode?: CodeSum[];
  /** The logs behind it, and their minutes of work. */
  logs: number;
  minutes: number;
  hasProblem: boolean;
};

/** What the ticked lines of an invoice come to, in pence, and whether it would be made. */
export type InvoiceSum = ReturnType<typeof sumOf>;

/**
 * What an invoice comes to if its own box is ticked, by the boxes of its lines, less a discount. `isStopped`: the
 * invoice as a whole has a problem.
 */
export function sumOf(entries: SummedEntry[], isStopped: boolean, discount: string | null = null) {
  const ticked = entries.filter(({ isTicked }) => isTicked);
  const goes = ticked.length > 0;
  const sum = (name: 'netPence' | 'vatPence' | 'logs' | 'minutes') =>
    ticked.reduce((total, entry) => total + entry[name], 0);
  const byCode = ticked.flatMap((entry) => entry.byCode ?? []);
  const { lines, problem } = applyDiscount(discount, byCode);
  const discountPence = lines.reduce((total, { netPence }) => total - netPence, 0);
  return {
    netPence: sum('netPence') - discountPence,
    vatPence: lines.reduce((total, { vatPence }) => total + vatPence, sum('vatPence')),
    /** What a discount took off the net. */
    discountPence,
    logs: sum('logs'),
    minutes: sum('minutes'),
    /** How many of these lines come to nothing. */
    nothing: ticked.filter(isNothing).length,
    /** False when its box, or the box of every line, is not ticked. */
    goes,
    /** Whether it cannot be made with the lines that are ticked. */
    isStopped:
      goes && (isStopped || problem !== null || ticked.some(({ hasProblem }) => hasProblem)),
  };
}

const isNothing = ({ netPence, vatPence, hasProblem }: SummedEntry) =>
  !hasProblem && netPence === 0 && vatPence === 0;

/** That an invoice, or some of its lines, come to nothing; null where none does. */
export function sayNothing({ goes, nothing, netPence, vatPence }: InvoiceSum): string | null {
  if (!goes || nothing === 0) return null;
  if (netPence + vatPence === 0) return 'This invoice totals £0.00.';
  return nothing === 1 ? 'One line totals £0.00.' : `${nothing} lines total £0.00.`;
}

/** The sum of an invoice, by its own box. */
export function withBox(sum: InvoiceSum, isTicked: boolean): InvoiceSum {
  return isTicked ? sum : { ...sum, goes: false, isStopped: false };
}

/** What invoices come to that would be made, and those that cannot be, in pence. */
export type Total = ReturnType<typeof totalOf>;

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

/** Two totals as one. */
export function together(one: Total, other: Total): Total {
  return {
    count: one.count + other.count,
    netPence: one.netPence + other.netPence,
    vatPence: one.vatPence + other.vatPence,
    stopped: one.stopped + other.stopped,
    stoppedNetPence: one.stoppedNetPence + other.stoppedNetPence,
  };
}
