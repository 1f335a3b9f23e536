import { Link } from '@remix-run/react';
import { useRef } from 'react';
import { useInternalLinks } from '../ui/scripts/internal-links.ts';
import type { Cell, ReportData } from './reports-screen.server.ts';
import { ColumnChart, Swatch } from '../ui/chart/column-chart.tsx';

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
                {order ? <span aria-hidden>{order === 'ascending' ? ' ▴' : ' ▾'}</span> : null}
              </Link>
            </th>
          ))}
          {hasBefore ? (
            <th scope="col" className="numeric">
              Previous net
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

function Figures({ row }: { row: ReportData['total'] }) {
  return (
    <>
      <Figure label="Hours" cell={row.hours} />
      <Figure label="Billable hours" cell={row.billableHours} />
      <Figure label="Billable share" cell={{ text: row.share, link: null }} />
      <Figure label="Net" cell={row.net} />
      <Figure label="Invoiced net" cell={row.invoicedNet} />
      <Figure label="Effective rate" cell={{ text: row.rate, link: null }} />
      {row.before ? (
        <td data-label="Previous net" className="numeric">
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

type Chart = NonNullable<ReportData['chart']>;
type Bars = Extract<Chart, { kind: 'bars' }>;

const BAR_ROOM = 38;
const NAME_ROOM = 17;

/** The net as a drawing. Each text of it ends with a space, since text browsers show them on one line. */
export function ReportChart({ report: { chart, label } }: { report: ReportData }) {
  if (chart === null) return null;
  const name = `Net by ${label.toLowerCase()}, invoiced and not; the table below has the figures`;
  return (
    <section aria-label="Net, as a drawing" className="card keep-together px-4 py-4 sm:px-5">
      <Legend />
      {chart.kind === 'columns' ? (
        <ColumnChart
          drawing={chart.drawing}
          label={name}
          names={chart.names}
          values={chart.values}
          nameEvery={chart.nameEvery}
          nameEveryOnPhones={3 * chart.nameEvery}
        />
      ) : (
        <BarChart {...chart} name={name} />
      )}
    </section>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      <li className="flex items-center gap-2">
        <Swatch className="chart-invoiced" /> Invoiced
      </li>
      <li className="flex items-center gap-2">
        <Swatch className="chart-open" /> Not invoiced
      </li>
    </ul>
  );
}

function BarChart({ bars, name }: Bars & { name: string }) {
  return (
    <svg
      width="100%"
      height={bars.length * BAR_ROOM}
      role="img"
      aria-label={name}
      className="mt-3 block overflow-visible"
    >
      {bars.map((bar, index) => (
        <svg key={bar.key} y={index * BAR_ROOM} width="100%" height={BAR_ROOM} overflow="visible">
          <Bar x={0} width={bar.invoiced} className="chart-invoiced" />
          <Bar x={bar.invoiced} width={bar.open} className="chart-open" />
          <svg width="100%" height={NAME_ROOM}>
            <text x="0" y="12" className="chart-text chart-name">
              {`${bar.name} `}
            </text>
          </svg>
          <Behind text={bar.value} />
          <text x="100%" y="12" textAnchor="end" className="chart-text">
            {`${bar.value} `}
          </text>
        </svg>
      ))}
    </svg>
  );
}

/** What ends a name before the amount beside it: on a phone they may not find room, as in capitals. */
function Behind({ text }: { text: string }) {
  const width = 0.65 * text.length + 0.5;
  return (
    <svg x="100%" overflow="visible">
      <rect x={`-${width}em`} width={`${width}em`} height={NAME_ROOM} className="chart-behind" />
    </svg>
  );
}

function Bar({ x, width, className }: { x: number; width: number; className: string }) {
  if (width <= 0) return null;
  return <rect x={`${x}%`} y={18} width={`${width}%`} height={14} className={className} />;
}
