import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** WCAG 2.2 AA, and what axe-core calls good practice beyond it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** From this width down, in CSS pixels, a page that moves sideways is a fault (WCAG 1.4.10). */
const REFLOW_WIDTH = 320;

/** How a page is looked at. */
export type Look = { theme: 'light' | 'dark'; width: number; height: number };

/** A desktop by day and the smallest phone by night: every part of a page is in one of them. */
export const BOTH_ENDS: Look[] = [
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 320, height: 640 },
];

/** What 400 % zoom makes of a window of 1280 by 1024 pixels. */
export const ZOOMED = { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 };

/** Every theme on every width at which something changes. */
const EVERY_LOOK: Look[] = [1280, 1024, 768, 390, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ theme, width, height: 800 })),
);

/** Whether the whole matrix was asked for (`npm run test:accessibility`). */
export const isWholeMatrix = process.env.ACCESSIBILITY === 'whole';

/** The looks for a page that is to be seen in all of them. */
export const LOOKS = isWholeMatrix ? EVERY_LOOK : BOTH_ENDS;

/** What axe-core finds wrong with the page that is open, each as a sentence with its place. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Off unless it is named, whatever the tags say.
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .withTags(TAGS)
    // Our pages have no frames; the other mode opens a second page for each look.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, why = ''] = failureSummary.split('\n');
      return `${id}: ${help}. ${target.join(' ')}: ${why.trim()}`;
    }),
  );
}

/** Whether the page, or a dialog on it, can be moved sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
    return boxes.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  });
}

/** Whether the page is painted dark: less than a fifth as bright as white. */
export function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.body);
    const parts = backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
    const [red = 255, green = 255, blue = 255] = parts;
    return (red + green + blue) / 3 < 51;
  });
}

/** What is wrong with the page that is open in each of these looks, with the look and the name. */
export async function findFaultsIn(page: Page, name: string, looks: Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { theme, width, height } of looks) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    const here = `${name} (${theme}, ${width} pixels wide)`;
    if ((await isDark(page)) !== (theme === 'dark')) faults.push(`${here} is not ${theme}`);
    for (const fault of await findAxeFaults(page)) faults.push(`${here}: ${fault}`);
    if (width <= REFLOW_WIDTH && (await isTooWide(page))) faults.push(`${here} is too wide`);
  }
  return faults;
}
