import { Card } from '../../ui/card.tsx';
import type { DashboardData } from '../dashboard-screen.server.ts';
import { COLUMN_WIDTH, PLOT_HEIGHT, PLOT_TOP, type Block } from './week-chart.ts';

type Revenue = DashboardData['revenue'];

const PLOT_BOTTOM = PLOT_TOP + PLOT_HEIGHT;
/** The plot, and room below it for the names of the weeks. */
const CHART_HEIGHT = PLOT_BOTTOM + 22;

/**
 * The revenue of the last twelve weeks, as columns and as a table. Each text of the drawing ends
 * with a space, since text browsers show them all on one line.
 */
export function RevenueByWeek({ revenue }: { revenue: Revenue }) {
  return (
    <Card title="Revenue by week" subtitle="Billable work of the last twelve weeks">
      {revenue.isEmpty ? (
        <p className="py-16 text-center text-sm text-muted">No revenue in the last twelve weeks</p>
      ) : (
        <>
          <Legend revenue={revenue} />
          <div className="mt-3 flex">
            <Amounts lines={revenue.chart.lines} />
            <Columns revenue={revenue} />
          </div>
          <WeekTable weeks={revenue.weeks} />
        </>
      )}
    </Card>
  );
}

function Legend({ revenue }: { revenue: Revenue }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <li className="flex items-center gap-2">
        <Swatch className="chart-invoiced" />
        <span className="text-muted">Invoiced</span>{' '}
        <span className="font-medium tabular-nums">{revenue.invoiced}</span>
      </li>
      <li className="flex items-center gap-2">
        <Swatch className="chart-open" />
        <span className="text-muted">Not invoiced</span>{' '}
        <span className="font-medium tabular-nums">{revenue.open}</span>
      </li>
    </ul>
  );
}

function Swatch({ className }: { className: string }) {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <rect x="0.5" y="0.5" width="11" height="11" rx="2" className={className} />
    </svg>
  );
}

/**
 * The amounts of the chart's lines: a drawing of its own, so that it does not stretch with the
 * chart.
 */
function Amounts({ lines }: Pick<Revenue['chart'], 'lines'>) {
  return (
    <svg width="48" height={CHART_HEIGHT} aria-hidden="true" className="shrink-0">
      {lines.map(({ y, label }) => (
        <text key={label} x="40" y={y + 4} textAnchor="end" className="chart-text">
          {`${label} `}
        </text>
      ))}
    </svg>
  );
}

function Columns({ revenue: { chart, weeks } }: { revenue: Revenue }) {
  return (
    <svg
      width="100%"
      height={CHART_HEIGHT}
      role="img"
      // No <title>: text browsers take the last <title> in a page as the page's title.
      aria-label="Revenue by week, invoiced and not; the table below has the figures"
      className="min-w-0 flex-1 overflow-visible"
    >
      {chart.lines.map(({ y }) => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} className="chart-line" />
      ))}
      {chart.columns.map(({ left, invoiced, open, value }, index) => {
        const week = weeks[index];
        if (!week) return null;
        return (
          <g key={week.monday} className="chart-column">
            <rect
              x={`${left - 1}%`}
              y="0"
              width={`${COLUMN_WIDTH + 2}%`}
              height={PLOT_BOTTOM}
              className="chart-hover"
            />
            <Piece block={invoiced} left={left} className="chart-invoiced" />
            <Piece block={open} left={left} className="chart-open" />
            <text
              x={`${value.x}%`}
              y="14"
              textAnchor={value.anchor}
              className="chart-text chart-value"
            >
              {`${week.name}: ${week.total} `}
            </text>
            <WeekName name={week.name} left={left} index={index} />
          </g>
        );
      })}
    </svg>
  );
}

function Piece({ block, left, className }: { block: Block; left: number; className: string }) {
  if (block.height === 0) return null;
  return (
    <rect
      x={`${left}%`}
      y={block.y}
      width={`${COLUMN_WIDTH}%`}
      height={block.height}
      className={className}
    />
  );
}

/** The name below a column: for every second week, on a phone for every fourth. */
function WeekName({ name, left, index }: { name: string; left: number; index: number }) {
  if (index % 2 === 1) return null;
  return (
    <text
      x={`${left + COLUMN_WIDTH / 2}%`}
      y={PLOT_BOTTOM + 18}
      textAnchor="middle"
      className={index % 4 === 0 ? 'chart-text' : 'chart-text hidden sm:block'}
    >
      {`${name} `}
    </text>
  );
}

function WeekTable({ weeks }: Pick<Revenue, 'weeks'>) {
  return (
    <details className="-mb-2 text-sm">
      <summary className="inline-flex min-h-9 items-center rounded-lg text-accent pointer-coarse:min-h-11">
        Show as a table
      </summary>
      <table className="figures-table">
        <caption className="sr-only">Revenue by week, the oldest first</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Invoiced</th>
            <th scope="col">Not invoiced</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.monday}>
              <th scope="row">{week.name}</th>
              <td>{week.invoiced}</td>
              <td>{week.open}</td>
              <td>{week.total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
