import { useCallback, useEffect, useState, type RefObject } from 'react';
import { INVOICE_BOX, LINE_BOX } from './field-names.ts';
import { sumAsSent, sumOf, type InvoiceSum } from './invoice-sum.ts';
import type { Preview } from './preview.server.ts';

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
