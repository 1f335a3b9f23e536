import { show } from '../auth/press.server.ts';
import { noteDownload } from '../history/history.server.ts';
import { answerReport } from './report.server.ts';
import { toDecimalString } from '../lib/money.ts';
import { guard, writeLine } from '../transfer/cells.ts';
import type { Report, ReportQuery } from './reports.ts';

/** Sends a report as a file: that of `/reports` at the same query. */
export const loader = show(({ request, context, url }) => {
  const { report, query } = answerReport(context, url);
  if (request.method === 'GET') noteDownload(context, 'reports.csv');
  return new Response(toFile(report), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileNameOf(query)}"`,
      'Cache-Control': 'no-store',
    },
  });
});

const HEADER = ['key', 'name', 'hours', 'net', 'billable_hours', 'invoiced_net', 'worked_net'];

function toHours(minutes: number): string {
  return (minutes / 60).toFixed(4).replace(/\.?0+$/, '');
}

function toFile({ rows }: Report): string {
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
  return '\ufeff' + writeLine(HEADER) + lines.join('');
}

function fileNameOf({ by, from, to }: ReportQuery): string {
  const ends = [from && `from-${from}`, to && `to-${to}`].filter(Boolean);
  const period = from && to ? [`${from}-to-${to}`] : ends;
  return `${['report', `by-${by}`, ...period].join('-')}.csv`;
}
