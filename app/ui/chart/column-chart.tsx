import { formatCount } from '../../lib/count.ts';

/** Vertical measures are in pixels, horizontal ones in per cent of the chart's width. */
type ColumnDrawing = {
  lines: { y: number; label: string }[];
  columns: { left: number; invoiced: Block; open: Block; value: ValueText }[];
  width: number;
};

/** The text shown when a column is pointed at: the position of its start, middle or end. */
type ValueText = { x: number; anchor: 'start' | 'middle' | 'end' };

/** The invoiced or the open part of a column; nothing is drawn for height 0. */
type Block = { y: number; height: number };

/** The room above the plot, for the value of a column that is pointed at. */
export const PLOT_TOP = 22;
export const PLOT_HEIGHT = 228;
const PLOT_BOTTOM = PLOT_TOP + PLOT_HEIGHT;
/** The plot, and room below it for names. */
const CHART_HEIGHT = PLOT_BOTTOM + 22;
const FILLED = 0.72;
/** Where there are fewer columns than this, they are as wide as this many would be. */
const FEWEST = 6;

const MAX_STEPS = 4;
const POUND = 100;

/** The step between two lines, in pence: 1, 2 or 5 pounds, times a power of ten. */
function stepFor(highestPence: number): number {
  for (let power = POUND; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) {
      if (step * MAX_STEPS >= highestPence) return step;
    }
  }
}

/** A line's amount in short form: £500, £25k, £3m. */
function shortPounds(pence: number, step: number): string {
  const pounds = pence / POUND;
  if (pence === 0) return '£0';
  if (step >= 1_000_000 * POUND) return `£${pounds / 1_000_000}m`;
  if (step >= 1_000 * POUND) return `£${pounds / 1_000}k`;
  return `£${formatCount(pounds)}`;
}

/** Places a value over its column, but never beyond the ends of the chart. */
function placeValue(left: number, width: number): ValueText {
  if (left < 25) return { x: left, anchor: 'start' };
  if (left + width > 75) return { x: left + width, anchor: 'end' };
  return { x: left + width / 2, anchor: 'middle' };
}

type Column = { invoicedPence: number; openPence: number };

/** Lays out a chart: in each column what is invoiced is at the bottom, and what is open above it. */
export function drawColumns(columns: Column[]): ColumnDrawing {
  const width = Math.round((FILLED * 1000) / Math.max(columns.length, FEWEST)) / 10;
  const highest = Math.max(0, ...columns.map((one) => one.invoicedPence + one.openPence));
  const step = stepFor(highest);
  const lineCount = Math.max(1, Math.ceil(highest / step));
  const yOf = (pence: number) =>
    PLOT_TOP + Math.round(PLOT_HEIGHT * (1 - pence / (step * lineCount)) * 10) / 10;
  const blockOf = (from: number, to: number): Block => ({
    y: yOf(to),
    height: Math.round((yOf(from) - yOf(to)) * 10) / 10,
  });
  return {
    lines: Array.from({ length: lineCount + 1 }, (_, index) => ({
      y: yOf(index * step),
      label: shortPounds(index * step, step),
    })),
    columns: columns.map(({ invoicedPence, openPence }, index) => {
      const left = Math.round(((index + 0.5) * 1000) / columns.length) / 10 - width / 2;
      return {
        left,
        invoiced: blockOf(0, invoicedPence),
        open: blockOf(invoicedPence, invoicedPence + openPence),
        value: placeValue(left, width),
      };
    }),
    width,
  };
}

type ColumnChartProps = {
  drawing: ColumnDrawing;
  /** What the drawing shows, in words, for people who do not see it. */
  label: string;
  /** For each column its name below it, and its value when it is pointed at. */
  names: string[];
  values: string[];
  /** Which names are shown: the first, and every so many after it. A phone shows fewer. */
  nameEvery: number;
  nameEveryOnPhones: number;
};

/** Columns of money, drawn by the server. Each text ends with a space, since text browsers show all on one line. */
export function ColumnChart({ drawing, ...rest }: ColumnChartProps) {
  return (
    <div className="mt-3 flex">
      <Amounts lines={drawing.lines} />
      <Columns drawing={drawing} {...rest} />
    </div>
  );
}

/** The square beside a word of a chart's legend. */
export function Swatch({ className }: { className: string }) {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <rect x="0.5" y="0.5" width="11" height="11" rx="2" className={className} />
    </svg>
  );
}

/** The amounts of the lines: a drawing of its own, so that it does not stretch with the chart. */
function Amounts({ lines }: Pick<ColumnDrawing, 'lines'>) {
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

const percent = (share: number) => `${Math.round(100 * share) / 100}%`;

function Columns({
  drawing,
  label,
  names,
  values,
  nameEvery,
  nameEveryOnPhones,
}: ColumnChartProps) {
  const { lines, columns, width } = drawing;
  const room = 100 / columns.length;
  return (
    <svg
      width="100%"
      height={CHART_HEIGHT}
      role="img"
      // No <title>: text browsers take the last <title> in a page as the page's title.
      aria-label={label}
      className="min-w-0 flex-1 overflow-visible"
    >
      {lines.map(({ y }) => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} className="chart-line" />
      ))}
      {columns.map(({ left, invoiced, open, value }, index) => (
        <g key={left} className="chart-column">
          <rect
            x={percent(left - (room - width) / 2)}
            y="0"
            width={percent(room)}
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
              x={percent(left + width / 2)}
              y={PLOT_BOTTOM + 18}
              textAnchor="middle"
              className={
                index % nameEveryOnPhones === 0 ? 'chart-text' : 'chart-text hidden sm:block'
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
