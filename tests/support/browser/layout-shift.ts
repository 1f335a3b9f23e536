import type { Page } from 'playwright';

/** How the browser reports a shift, which TypeScript's own types lack. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/**
 * Every shift of the page since it began to load that no press and no key caused, as text: how
 * large it was, and which element moved from where to where.
 */
export async function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const entries: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // The shift comes with the next paint, and the browser reports it some time later.
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve));
    entries.push(...observer.takeRecords());
    observer.disconnect();

    const placeOf = ({ x, y, width, height }: DOMRect) =>
      `${Math.round(x)},${Math.round(y)} ${Math.round(width)}×${Math.round(height)}`;
    const nameOf = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 100) : `“${node?.textContent ?? ''}”`;
    return (entries as LayoutShift[])
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, sources }) => {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
        );
        return `${value.toFixed(5)}: ${moved.join('; ')}`;
      });
  });
}
