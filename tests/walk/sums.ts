import { formatPounds } from '#app/lib/money.ts';
import { readCsv } from '../support/data/read-csv.ts';
import { visibleText } from '../support/html.ts';
import type { Visitor } from '../support/server/visitor.ts';

const ALL_TIME = 'from=1971-01-01&to=2027-06-01';
const GROUPS = ['client', 'work-type', 'month', 'week', 'person'];

/** Filters of work logs whose sums are compared. */
export const FILTERS = [
  '',
  ...Array.from({ length: 14 }, (_, index) => `clientId=${index + 1}`),
  ...Array.from({ length: 9 }, (_, index) => `workTypeId=${index + 1}`),
  ...['billable=true', 'billable=false', 'isInvoiced=true', 'isInvoiced=false'],
];

/** Compares what the screen, the file and the reports say of the work logs of a filter; a sentence for each difference; null where none match. */
export async function differencesIn(visitor: Visitor, filter: string): Promise<string[] | null> {
  const file = (await visitor.get(`/work-logs.csv?${filter}`)).text;
  // Whoever reads an answer as text takes the mark out.
  const rows = readCsv(`\uFEFF${file}`);
  if (rows.length === 0) return null;
  const sumOf = (name: string, factor: number) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * factor), 0);
  const [minutes, pence] = [sumOf('minutes', 1), sumOf('total', 100)];
  const hours = (minutes / 60).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const count = rows.length.toLocaleString('en-GB');
  const expected = `Logs ${count} Hours ${hours} Amount ${formatPounds(pence)}`;
  const screen = visibleText((await visitor.get(`/work-logs?${filter}`)).text);
  const differences = screen.includes(expected) ? [] : [`Work Logs ${filter}: not "${expected}"`];
  const nets = new Set<string>();
  for (const by of GROUPS) {
    const report = visibleText((await visitor.get(`/reports?${ALL_TIME}&${filter}&by=${by}`)).text);
    const [, said = '', net = ''] = /Hours ([\d,.]+) .*?Net (£[\d,.]+)/.exec(report) ?? [];
    if (said !== hours) differences.push(`Reports ${filter} by ${by}: ${said} hours, not ${hours}`);
    nets.add(net);
  }
  if (nets.size > 1) differences.push(`Reports ${filter}: ${[...nets].join(', ')}`);
  return differences;
}
