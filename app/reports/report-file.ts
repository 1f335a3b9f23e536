import { toDecimalString } from '../lib/money.ts';
import { guard, writeLine } from '../transfer/cells.ts';
import type { Report, ReportQuery } from './reports.ts';

const HEADER = ['key', 'name', 'hours', 'net', 'billable_hours', 'invoiced_net', 'worked_net'];

/** Says that the text is UTF-8, for spreadsheets. */
const MARK = '\ufeff';

/** Minutes as decimal hours with four places, from which the minutes can still be told. */
function toHours(minutes: number): string {
  return (minutes / 60).toFixed(4).replace(/\.?0+$/, '');
}

/** A report as CSV: its rows in the report's order, hours in decimals, money in pounds, net of VAT. */
export function toFile({ rows }: Report): string {
  const lines = rows.map((row) =>
    writeLine([
      row.key,
      guard(row.name),
      toHours(row.minutes),
      toDecimalString(row.netPence),
      toHours(row.billableMinutes),
      toDecimalString(row.invoicedNetPence),
      toDecimalString(row.workedNetPence),
    ]),
  );
  return MARK + writeLine(HEADER) + lines.join('');
}

/** The name of the file: `report-by-client-2026-04-06-to-2027-04-05.csv`. */
export function fileNameOf({ by, from, to }: ReportQuery): string {
  const ends = [from && `from-${from}`, to && `to-${to}`].filter(Boolean);
  const period = from && to ? [`${from}-to-${to}`] : ends;
  return `${['report', `by-${by}`, ...period].join('-')}.csv`;
}
