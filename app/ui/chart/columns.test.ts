import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawColumns, PLOT_HEIGHT, PLOT_TOP } from './columns.ts';

const pence = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000_000 }));
const column = fc.record({
  invoicedPence: pence,
  openPence: pence,
});
const someColumns = fc.array(column, { minLength: 1, maxLength: 160 });
const BOTTOM = PLOT_TOP + PLOT_HEIGHT;

describe('the columns of a chart', () => {
  test('stand on the lowest line, side by side, and reach no higher than the highest', () => {
    fc.assert(
      fc.property(someColumns, (some) => {
        const { columns, lines, width } = drawColumns(some);
        expect([lines[0]?.y, lines.at(-1)?.y]).toEqual([BOTTOM, PLOT_TOP]);
        expect(lines.length).toBeGreaterThanOrEqual(2);
        expect(lines.length).toBeLessThanOrEqual(5);
        expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length);
        for (const [index, { left, invoiced, open }] of columns.entries()) {
          expect(invoiced.y + invoiced.height).toBeCloseTo(BOTTOM);
          expect(open.y + open.height).toBeCloseTo(invoiced.y);
          expect(open.y).toBeGreaterThanOrEqual(PLOT_TOP);
          const end = (columns[index - 1]?.left ?? -width) + width;
          expect(left).toBeGreaterThan(end);
        }
      }),
    );
  });

  test('are as high as their amounts, beside each other and the lines', () => {
    const none = { invoicedPence: 0, openPence: 0 };
    const { columns, lines } = drawColumns([
      { ...none, invoicedPence: 100_000 },
      { ...none, invoicedPence: 100_000, openPence: 300_000 },
      none,
    ]);
    expect(lines.map(({ label }) => label)).toEqual(['£0', '£1k', '£2k', '£3k', '£4k']);
    expect(columns[0]?.invoiced).toEqual(columns[1]?.invoiced);
    expect(columns[1]?.open).toEqual({ y: PLOT_TOP, height: (PLOT_HEIGHT * 3) / 4 });
    expect(columns[2]).toMatchObject({ invoiced: { height: 0 }, open: { height: 0 } });
  });

  test.each([
    [1, ['£0', '£1']],
    [90_000, ['£0', '£500', '£1,000']],
    [250_000, ['£0', '£1k', '£2k', '£3k']],
    [4_500_000, ['£0', '£20k', '£40k', '£60k']],
    [900_000_000, ['£0', '£5m', '£10m']],
  ])('%i pence are measured by lines at round amounts', (invoicedPence, labels) => {
    const { lines } = drawColumns([{ invoicedPence, openPence: 0 }]);
    expect(lines.map(({ label }) => label)).toEqual(labels);
  });
});
