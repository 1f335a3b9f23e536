import { useEffect, useState, type RefObject } from 'react';
import { parsePounds } from '../../lib/money.ts';
import type { CodeSum } from '../lines/discount.ts';
import { CODES, INVOICE_BOX, LINE_BOX, linesId, NET, PROBLEM, VAT, WORK } from './field-names.ts';
import { sumOf, withBox, type InvoiceSum, type SummedEntry } from './invoice-sum.ts';
import type { PreviewPage as Preview } from './preview.server.ts';

type Group = Preview['groups'][number];

/** The sum of an invoice by the boxes that the server last got. */
const sumAsSent = ({ sum, goes }: Group): InvoiceSum => withBox(sum, goes);

const NONE = new Map<string, InvoiceSum>();

/**
 * What the invoices come to by their keys, worked out again as boxes are ticked. The amounts are read from the page,
 * so that they are sent only once.
 */
export function useChosenSums(preview: Preview, form: RefObject<HTMLElement>) {
  const [sums, setSums] = useState(NONE);
  useEffect(() => {
    const page = form.current;
    if (!page) return;
    const follow = () => {
      setSums(new Map(preview.groups.map((group) => [group.key, sumOnPage(page, group)])));
    };
    // Boxes that were ticked before the scripts loaded count as well, and so do new answers.
    follow();
    // React does not hear the changes of boxes that are the server's HTML.
    page.addEventListener('change', follow);
    return () => {
      page.removeEventListener('change', follow);
    };
  }, [preview, form]);
  return new Map(
    preview.groups.map((group) => [group.key, sums.get(group.key) ?? sumAsSent(group)] as const),
  );
}

function sumOnPage(page: HTMLElement, group: Group): InvoiceSum {
  const box = boxOf(page, INVOICE_BOX, group.key);
  if (!box) return sumAsSent(group);
  const lines = page.querySelector(`[id="${linesId(group.key)}"]`);
  const sum = lines ? sumOf(entriesIn(lines), group.isStopped, group.discount) : group.sum;
  return withBox(sum, box.checked);
}

const boxOf = (place: Element, name: string, value?: string) =>
  place.querySelector<HTMLInputElement>(
    `input[name="${name}"]${value === undefined ? '' : `[value="${value}"]`}`,
  );

/**
 * What stands in the rows of an invoice: each box, with the amounts from its row to the next box; and the row of the lines
 * for which there is no room, which all go.
 */
function entriesIn(lines: Element): SummedEntry[] {
  const entries: SummedEntry[] = [];
  for (const row of lines.querySelectorAll('tr')) {
    const work = row.matches(`[${WORK}]`) ? row : row.querySelector(`[${WORK}]`);
    if (work) {
      const hasProblem = row.querySelector(`[${PROBLEM}]`) !== null;
      const [logs = 0, minutes = 0] = (work.getAttribute(WORK) ?? '').split(' ').map(Number);
      const isTicked = boxOf(row, LINE_BOX)?.checked ?? true;
      const byCode = JSON.parse(work.getAttribute(CODES) ?? '[]') as CodeSum[];
      entries.push({ isTicked, netPence: 0, vatPence: 0, byCode, logs, minutes, hasProblem });
    }
    const entry = entries.at(-1);
    if (!entry) continue;
    entry.netPence += penceIn(row, NET);
    entry.vatPence += penceIn(row, VAT);
  }
  return entries;
}

function penceIn(row: Element, column: string): number {
  const cell = row.querySelector(`td[data-label="${column}"]`);
  return parsePounds(cell?.textContent ?? '') ?? 0;
}
