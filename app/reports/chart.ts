import { addToDay, formatBritishDay } from '../lib/calendar.ts';
import { formatPounds } from '../lib/money.ts';
import { shorten } from '../lib/shorten.ts';
import { formatShortMonths } from '../invoices/list/status.ts';
import { drawColumns } from '../ui/chart/columns.ts';
import type { ReportBy, ReportRow } from './reports.ts';

/** More columns than this are too thin to be told apart. */
const MOST_COLUMNS = 160;
const MOST_BARS = 12;

function partsOf({ netPence, workedNetPence }: Pick<ReportRow, 'netPence' | 'workedNetPence'>) {
  const invoicedPence = Math.max(0, Math.min(netPence, workedNetPence));
  return { invoicedPence, openPence: Math.max(0, netPence - invoicedPence) };
}

/** A report as a drawing; null where there is nothing to draw, or far too much. */
export function drawReport(by: ReportBy, rows: ReportRow[]) {
  if (rows.every(({ netPence }) => netPence === 0)) return null;
  return by === 'month' || by === 'week' ? drawTime(by, rows) : drawBars(rows);
}

function drawTime(by: 'month' | 'week', rows: ReportRow[]) {
  const keys = keysBetween(by, rows);
  if (keys.length > MOST_COLUMNS) return null;
  const found = new Map(rows.map((row) => [row.key, row]));
  const parts = keys.map((key) => partsOf(found.get(key) ?? { netPence: 0, workedNetPence: 0 }));
  const nameEvery = Math.ceil(keys.length / 12);
  return {
    kind: 'columns' as const,
    nameEvery,
    names: keys.map((key) => nameOf(by, key)),
    values: keys.map((key) => formatPounds(found.get(key)?.netPence ?? 0)),
    drawing: drawColumns(parts),
  };
}

function nameOf(by: 'month' | 'week', key: string): string {
  return by === 'month' ? formatShortMonths(null, key) : formatBritishDay(key).replace(/ \d+$/, '');
}

/** Every month or week from the first row to the last; no more than just too many. */
function keysBetween(by: 'month' | 'week', rows: ReportRow[]): string[] {
  const known = rows.map(({ key }) => key).sort();
  const last = known.at(-1) ?? '';
  const keys: string[] = [];
  for (let key = known[0] ?? ''; key <= last && keys.length <= MOST_COLUMNS;) {
    keys.push(key);
    key = by === 'week' ? addToDay(key, 7) : addToDay(`${key}-01`, 31).slice(0, 7);
  }
  return keys;
}

/** The bars of the rows with the most, and one of all the others; widths are in per cent. */
function drawBars(rows: ReportRow[]) {
  const most = rows.toSorted((one, other) => other.netPence - one.netPence);
  const isAll = most.length <= MOST_BARS;
  const shown = isAll ? most : most.slice(0, MOST_BARS - 1);
  const others = most.slice(shown.length);
  const sum = (name: 'netPence' | 'workedNetPence') =>
    others.reduce((total, row) => total + row[name], 0);
  const rest = { netPence: sum('netPence'), workedNetPence: sum('workedNetPence') };
  const bars = [
    ...shown,
    ...(isAll ? [] : [{ key: 'others', name: `${others.length} others`, ...rest }]),
  ];
  const highest = Math.max(...bars.map(({ netPence }) => netPence), 1);
  const share = (pence: number) => Math.round((pence * 1000) / highest) / 10;
  return {
    kind: 'bars' as const,
    bars: bars.map((bar) => {
      const { invoicedPence, openPence } = partsOf(bar);
      return {
        key: bar.key,
        name: shorten(bar.name, 34),
        value: formatPounds(bar.netPence),
        invoiced: share(invoicedPence),
        open: share(openPence),
      };
    }),
  };
}
