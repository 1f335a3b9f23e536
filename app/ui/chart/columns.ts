import { formatCount } from '../../lib/count.ts';

/** Vertical measures are in pixels, horizontal ones in per cent of the chart's width. */
export type ColumnDrawing = {
  lines: { y: number; label: string }[];
  columns: { left: number; invoiced: Block; open: Block; value: ValueText }[];
  width: number;
};

/** The text shown when a column is pointed at: the position of its start, middle or end. */
export type ValueText = { x: number; anchor: 'start' | 'middle' | 'end' };

/** The invoiced or the open part of a column; nothing is drawn for height 0. */
export type Block = { y: number; height: number };

/** The room above the plot, for the value of a column that is pointed at. */
export const PLOT_TOP = 22;
export const PLOT_HEIGHT = 228;
export const PLOT_BOTTOM = PLOT_TOP + PLOT_HEIGHT;
/** The plot, and room below it for names. */
export const CHART_HEIGHT = PLOT_BOTTOM + 22;
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
