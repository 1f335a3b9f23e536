import { useCallback, useEffect, useState, type RefObject } from 'react';
import { parsePounds } from '../../lib/money.ts';
import { INVOICE_BOX, LINE_BOX, NET, PROBLEM, ROWS_ID, VAT, WORK } from './field-names.ts';
import {
  sumOf,
  totalOf,
  withBox,
  type InvoiceSum,
  type SummedEntry,
  type Total,
} from './invoice-sum.ts';
import type { PreviewPage as Preview } from './preview.server.ts';

type Group = Preview['groups'][number];

/** The sum of an invoice by the boxes that the server last got. */
export const sumAsSent = ({ sum, goes }: Group): InvoiceSum => withBox(sum, goes);

type Sums = {
  open: Map<string, InvoiceSum>;
  rows: Total;
};

const sumsAsSent = ({ groups, rowsTotal }: Preview): Sums => ({
  open: new Map(groups.map((one) => [one.key, sumAsSent(one)])),
  rows: rowsTotal,
});

/**
 * What the invoices come to, worked out again as boxes are ticked. The amounts are read from the page, so
 * that they are sent only once.
 */
export function useChosenSums(preview: Preview, form: RefObject<HTMLElement>) {
  const [sums, setSums] = useState(() => sumsAsSent(preview));
  const follow = useCallback(() => {
    const page = form.current;
    if (!page) return;
    setSums((before) => {
      const open = preview.groups.map((group): [string, InvoiceSum] => {
        const sum = sumOnPage(page, group);
        const known = before.open.get(group.key);
        return [group.key, known && isSame(known, sum) ? known : sum];
      });
      return { open: new Map(open), rows: totalOfRows(page) };
    });
  }, [preview, form]);
  useEffect(() => {
    // Boxes that were ticked before the scripts loaded count as well, and so do new answers.
    follow();
    const page = form.current;
    // React does not hear the changes of boxes that are the server's HTML.
    page?.addEventListener('change', follow);
    return () => {
      page?.removeEventListener('change', follow);
    };
  }, [follow, form]);
  return sums;
}

function isSame(one: InvoiceSum, other: InvoiceSum): boolean {
  return (
    one.netPence === other.netPence &&
    one.vatPence === other.vatPence &&
    one.logs === other.logs &&
    one.nothing === other.nothing &&
    one.goes === other.goes &&
    one.isStopped === other.isStopped
  );
}

function sumOnPage(page: HTMLElement, group: Group): InvoiceSum {
  const box = boxOf(page, INVOICE_BOX, group.key);
  const card = box?.closest('section');
  if (!box || !card) return sumAsSent(group);
  const isStopped = group.problems.length > 0 || group.contactProblem !== null;
  return withBox(sumOf(entriesIn(card), isStopped), box.checked);
}

const boxOf = (place: Element, name: string, value?: string) =>
  place.querySelector<HTMLInputElement>(
    `input[name="${name}"]${value === undefined ? '' : `[value="${value}"]`}`,
  );

/**
 * What stands in the rows of a card: each box, with the amounts from its row to the next box; and the row of the lines
 * for which there is no room, which all go.
 */
function entriesIn(card: Element): SummedEntry[] {
  const entries: SummedEntry[] = [];
  for (const row of card.querySelectorAll('tbody > tr')) {
    const work = row.matches(`[${WORK}]`) ? row : row.querySelector(`[${WORK}]`);
    if (work) {
      const hasProblem = row.querySelector(`[${PROBLEM}]`) !== null;
      const [logs = 0, minutes = 0] = (work.getAttribute(WORK) ?? '').split(' ').map(Number);
      const isTicked = boxOf(row, LINE_BOX)?.checked ?? true;
      entries.push({ isTicked, netPence: 0, vatPence: 0, logs, minutes, hasProblem });
    }
    const entry = entries.at(-1);
    if (!entry) continue;
    entry.netPence += penceIn(row, NET);
    entry.vatPence += penceIn(row, VAT);
  }
  return entries;
}

/** An invoice that is a row has no boxes of lines: its amounts follow its own box. */
const NO_WORK = { logs: 0, minutes: 0, nothing: 0 };

/** The total of the invoices that are rows: nothing stands against one of them. */
function totalOfRows(page: Element): Total {
  const sums = [...page.querySelectorAll(`#${ROWS_ID} tbody > tr`)].map((row) => ({
    goes: boxOf(row, INVOICE_BOX)?.checked === true,
    isStopped: false,
    ...NO_WORK,
    netPence: penceIn(row, NET),
    vatPence: penceIn(row, VAT),
  }));
  return totalOf(sums);
}

function penceIn(row: Element, column: string): number {
  const cell = row.querySelector(`td[data-label="${column}"]`);
  return parsePounds(cell?.textContent ?? '') ?? 0;
}
