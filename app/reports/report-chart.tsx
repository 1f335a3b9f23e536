import { PLOT_HEIGHT, PLOT_TOP, type Block } from '../dashboard/statistics/week-chart.ts';
import type { ReportData } from './reports-screen.server.ts';

type Chart = NonNullable<ReportData['chart']>;
type Columns = Extract<Chart, { kind: 'columns' }>;
type Bars = Extract<Chart, { kind: 'bars' }>;

const PLOT_BOTTOM = PLOT_TOP + PLOT_HEIGHT;
/** The plot, and room below it for names. */
const CHART_HEIGHT = PLOT_BOTTOM + 22;
/** A bar with its name above it. */
const BAR_ROOM = 38;
const BAR_HEIGHT = 14;
const BAR_TOP = 18;

/**
 * The net of a report as a drawing of the server's; the table has the figures. Each text of it ends
 * with a space, since text browsers show them all on one line.
 */
export function ReportChart({ report: { chart, label } }: { report: ReportData }) {
  if (chart === null) return null;
  const name = `Net by ${label.toLowerCase()}, invoiced and not; the table below has the figures`;
  return (
    <section aria-label="Net, as a drawing" className="card keep-together px-4 py-4 sm:px-5">
      <Legend />
      {chart.kind === 'columns' ? (
        <div className="mt-3 flex">
          <Amounts lines={chart.chart.lines} />
          <ColumnChart {...chart} name={name} />
        </div>
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

function Swatch({ className }: { className: string }) {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <rect x="0.5" y="0.5" width="11" height="11" rx="2" className={className} />
    </svg>
  );
}

function Amounts({ lines }: Pick<Columns['chart'], 'lines'>) {
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

function ColumnChart({ chart, width, names, values, nameEvery, name }: Columns & { name: string }) {
  return (
    <svg
      width="100%"
      height={CHART_HEIGHT}
      role="img"
      aria-label={name}
      className="min-w-0 flex-1 overflow-visible"
    >
      {chart.lines.map(({ y }) => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} className="chart-line" />
      ))}
      {chart.columns.map(({ left, invoiced, open, value }, index) => (
        <g key={names[index]} className="chart-column">
          <rect
            x={`${left}%`}
            y="0"
            width={`${width}%`}
            height={PLOT_BOTTOM}
            className="chart-hover"
          />
          <Piece block={invoiced} left={left} width={width} className="chart-invoiced" />
          <Piece block={open} left={left} width={width} className="chart-open" />
          <text
            x={`${value.x}%`}
            y="14"
            textAnchor={value.anchor}
            className="chart-text chart-value"
          >
            {`${names[index] ?? ''}: ${values[index] ?? ''} `}
          </text>
          {index % nameEvery === 0 ? (
            <text
              x={`${left + width / 2}%`}
              y={PLOT_BOTTOM + 18}
              textAnchor="middle"
              className={
                index % (nameEvery * 3) === 0 ? 'chart-text' : 'chart-text hidden sm:block'
              }
            >
              {`${names[index] ?? ''} `}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}

type PieceProps = { block: Block; left: number; width: number; className: string };

function Piece({ block, left, width, className }: PieceProps) {
  if (block.height === 0) return null;
  return (
    <rect
      x={`${left}%`}
      y={block.y}
      width={`${width}%`}
      height={block.height}
      className={className}
    />
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
          <text x="0" y="12" className="chart-text chart-name">
            {`${bar.name} `}
          </text>
          <text x="100%" y="12" textAnchor="end" className="chart-text">
            {`${bar.value} `}
          </text>
          <Bar x={0} width={bar.invoiced} className="chart-invoiced" />
          <Bar x={bar.invoiced} width={bar.open} className="chart-open" />
        </svg>
      ))}
    </svg>
  );
}

function Bar({ x, width, className }: { x: number; width: number; className: string }) {
  if (width <= 0) return null;
  return (
    <rect x={`${x}%`} y={BAR_TOP} width={`${width}%`} height={BAR_HEIGHT} className={className} />
  );
}
