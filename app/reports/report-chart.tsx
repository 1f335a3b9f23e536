import { ColumnChart, Swatch } from '../ui/chart/column-chart.tsx';
import type { ReportData } from './reports-screen.server.ts';

type Chart = NonNullable<ReportData['chart']>;
type Bars = Extract<Chart, { kind: 'bars' }>;

/** A bar with its name above it. */
const BAR_ROOM = 38;
const BAR_HEIGHT = 14;
const BAR_TOP = 18;
const NAME_ROOM = 17;

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
  return (
    <rect x={`${x}%`} y={BAR_TOP} width={`${width}%`} height={BAR_HEIGHT} className={className} />
  );
}
