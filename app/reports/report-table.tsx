import { Link } from '@remix-run/react';
import { useRef } from 'react';
import { useInternalLinks } from '../ui/scripts/internal-links.ts';
import type { Cell, ReportData } from './reports-screen.server.ts';

type Row = ReportData['rows'][number];

/** The rows of a report, each figure with a link to the logs behind it; headings sort by a link. */
export function ReportTable({ report }: { report: ReportData }) {
  const { columns, rows, total, hasBefore, label, period } = report;
  const ref = useRef<HTMLTableElement>(null);
  useInternalLinks(ref);
  return (
    <table className="data-table report-table" ref={ref}>
      <caption className="sr-only">{`Hours and net amounts by ${label.toLowerCase()}, ${period}`}</caption>
      <thead>
        <tr>
          {columns.map(({ key, label: name, order, search }) => (
            <th
              key={key}
              scope="col"
              aria-sort={order ?? undefined}
              className={key === 'name' ? undefined : 'numeric'}
            >
              <Link to={`/reports?${search}`} preventScrollReset className="sort-link">
                {name}
                {order ? <SortMark order={order} /> : null}
              </Link>
            </th>
          ))}
          {hasBefore ? (
            <th scope="col" className="numeric">
              Net before
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td className="leading name">
              {row.link ? (
                <a href={row.link} className="link font-medium">
                  {row.name}
                </a>
              ) : (
                <span className="font-medium">{row.name}</span>
              )}
            </td>
            <Figures row={row} />
          </tr>
        ))}
        <tr className="font-semibold">
          <td className="leading name">Total</td>
          <Figures row={total} />
        </tr>
      </tbody>
    </table>
  );
}

function SortMark({ order }: { order: 'ascending' | 'descending' }) {
  return <span aria-hidden="true">{order === 'ascending' ? ' ▴' : ' ▾'}</span>;
}

type FiguresOf = Omit<Row, 'key' | 'name' | 'link'>;

function Figures({ row }: { row: FiguresOf }) {
  return (
    <>
      <Figure label="Hours" cell={row.hours} />
      <Figure label="Billable hours" cell={row.billableHours} />
      <td data-label="Billable share" className="numeric">
        {row.share}
      </td>
      <Figure label="Net" cell={row.net} />
      <Figure label="Invoiced net" cell={row.invoicedNet} />
      <td data-label="Effective rate" className="numeric">
        {row.rate}
      </td>
      {row.before ? (
        <td data-label="Net before" className="numeric">
          {row.before.text}{' '}
          <span className="block text-xs font-normal text-muted">{row.before.change.text}</span>
        </td>
      ) : null}
    </>
  );
}

function Figure({ label, cell: { text, link } }: { label: string; cell: Cell }) {
  return (
    <td data-label={label} className="numeric">
      {link ? (
        <a href={link} className="figure-link">
          {text}
        </a>
      ) : (
        text
      )}
    </td>
  );
}
