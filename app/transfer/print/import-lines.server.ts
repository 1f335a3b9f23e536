import { formatBritishDay, formatBritishMoment } from '../../lib/calendar.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatPounds, formatQuantity, formatUnitPrice } from '../../lib/money.ts';
import { apart } from '../../lib/text.ts';
import { toPercent } from '../../work-logs/hardware/item-prices.ts';
import { getImport } from '../in/import-row.server.ts';
import { listLines, priceOf, stagedItems, type StagedLine } from '../in/staged.server.ts';
import { countOf, MOST_PRINTED, toPaper, type PrintServices } from './paper.server.ts';

/**
 * The lines of a file of work that is looked at, known ones too, and what becomes of each: those after a line, at most so
 * many. Throws 404.
 */
export function printLines(
  services: PrintServices,
  id: number,
  after: number,
  most = MOST_PRINTED,
) {
  const { status, fileName } = getImport(services, id);
  const lines = listLines(services.db, id, { which: 'c.id is not null', after, most });
  const last = lines.at(-1);
  const { timeZone } = services.config;
  return toPaper(services, {
    title: 'The lines of the file',
    about: [
      `${apart(fileName)}, ${status === 'waiting' ? 'not imported yet' : 'not waiting to be imported: its lines are gone'}`,
      'Lines that cannot be read are on the page of the import.',
    ],
    pages: [lines].values(),
    columns: [
      ['Line', 'numbers', ({ line }) => String(line)],
      ['Date', 'dates', (line) => sayDate(line, timeZone)],
      ['Client', 'texts', ({ client }) => client],
      ['Work type', 'texts', ({ workType }) => workType],
      ['Time', 'numbers', (line) => (line.isHardware ? '–' : formatDuration(line.minutes))],
      ['Rate', 'numbers', (line) => (line.isHardware ? '–' : formatPounds(priceOf(line).rate))],
      ['Amount', 'numbers', sayAmount],
      ['Becomes', 'texts', sayBecomes],
    ],
    note: ({ description, items }) => [description, ...sayItems(items)],
    sums: (shown) => [countOf('Lines', shown, lines.length === most)],
    back: [`/import/${id}`, null, 'the import'],
    next: last && lines.length === most ? `/import/${id}/lines?after=${last.line}` : null,
  });
}

const sayDate = ({ hasTime, date, day }: StagedLine, timeZone: string) =>
  hasTime ? formatBritishMoment(new Date(date), timeZone) : formatBritishDay(day);

const sayAmount = (line: StagedLine) =>
  `${formatPounds(priceOf(line).total)}${line.billable ? '' : ', not billable'}`;

function sayBecomes({ problem, isKnown, isChanged, knownLog }: StagedLine): string {
  if (problem !== null) return problem;
  if (!isKnown) return 'A new log';
  return isChanged ? `Log ${knownLog}, changed if you say so` : `Log ${knownLog}, as it is here`;
}

/** Items in words: `2 × Dock at £120.00, VAT of 20% included (OUTPUT2)`. */
function sayItems(staged: string | null): string[] {
  const items = staged === null ? [] : stagedItems(staged);
  return items.map(({ itemName, quantity, unitPrice, vatIncluded, vatRate, taxCode }) => {
    const vat = `VAT of ${toPercent(vatRate)}% ${vatIncluded ? 'included' : 'added'}`;
    return `${formatQuantity(quantity)} × ${itemName} at ${formatUnitPrice(unitPrice)}, ${vat} (${taxCode})`;
  });
}
