import { PLOT_BOTTOM, CHART_HEIGHT, type ColumnDrawing, type Block } from './columns.ts';

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
