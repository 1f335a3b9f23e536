import { useCallback, useEffect, useState, type RefObject } from 'react';
import { INVOICE_BOX, LINE_BOX } from './field-names.ts';
import type { Preview } from './preview.server.ts';

type Group = Preview['groups'][number];

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
  group: Group,
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

/** As the server last knew the boxes. */
function sumAsSent(group: Group): InvoiceSum {
  const going = new Set(group.entries.filter(({ goes }) => goes).map(({ id }) => id));
  return sumOf(group, group.goes, (id) => going.has(id));
}

/**
 * The sum of each invoice, by its key. They follow the boxes of the form as they are ticked; `follow`
 * is to be called then.
 */
export function useChosenSums(preview: Preview, form: RefObject<HTMLElement>) {
  const { groups, hasLineBoxes } = preview;
  const [sums, setSums] = useState(() => new Map(groups.map((one) => [one.key, sumAsSent(one)])));
  const follow = useCallback(() => {
    const boxes = ticksIn(form.current);
    setSums((before) => {
      const now = groups.map((group): [string, InvoiceSum] => {
        const sum = sumOf(
          group,
          boxes.has(`${INVOICE_BOX} ${group.key}`),
          (id) => !hasLineBoxes || boxes.has(`${LINE_BOX} ${id}`),
        );
        const known = before.get(group.key);
        return [group.key, known && isSame(known, sum) ? known : sum];
      });
      return new Map(now);
    });
  }, [groups, hasLineBoxes, form]);
  // Boxes that were ticked before the scripts loaded count as well, and so do new answers.
  useEffect(follow, [follow]);
  return { sums, follow };
}

function isSame(one: InvoiceSum, other: InvoiceSum): boolean {
  return (
    one.netPence === other.netPence &&
    one.vatPence === other.vatPence &&
    one.goes === other.goes &&
    one.isStopped === other.isStopped
  );
}

/** The ticked boxes inside an element, as their name and value. */
function ticksIn(element: HTMLElement | null): Set<string> {
  const boxes = element?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:checked') ?? [];
  return new Set([...boxes].map(({ name, value }) => `${name} ${value}`));
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
