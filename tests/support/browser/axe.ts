import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** The rules of WCAG 2.2 AA, and what axe-core calls best practice beyond them. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The width in CSS pixels at and below which a page must not scroll sideways (WCAG 1.4.10). */
const REFLOW_WIDTH = 320;

/** The theme and window, in CSS pixels, in which a page is checked. */
export type Look = { theme: 'light' | 'dark'; width: number; height: number };

/** A light desktop and the smallest phone in dark: every part of a page is shown in one of them. */
export const BOTH_ENDS: Look[] = [
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 320, height: 640 },
];

/** A window of 1280 by 1024 pixels at 400 % zoom. */
export const ZOOMED = { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 };

/** Every theme at every width at which the layout changes. */
const EVERY_LOOK: Look[] = [1280, 1024, 768, 390, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ theme, width, height: 800 })),
);

/** A page that has it. */
type WithAxe = Window & { axe: typeof axe };

/** Whether the whole matrix was asked for (`npm run prove -- accessibility`). */
export const isWholeMatrix = process.env.ACCESSIBILITY === 'whole';

/** The looks in which a page is checked, unless a test says otherwise. */
export const LOOKS = isWholeMatrix ? EVERY_LOOK : BOTH_ENDS;

/** The looks of one of many pages, by its place among them: both ends in turn, or in the whole matrix all. */
export function looksInTurn(place: number): Look[] {
  return isWholeMatrix ? EVERY_LOOK : BOTH_ENDS.filter((_, index) => index === place % 2);
}

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: TAGS },
  // axe-core leaves this rule off unless it is named, whatever the tags say.
  rules: { 'target-size': { enabled: true } },
};

/** What axe-core finds wrong with the page that is open, each as a sentence with its place. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  // Half a megabyte: a page that has it keeps it for its next look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => {
    const found = await (window as unknown as WithAxe).axe.run(document, options);
    return found.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary = '' }) => ({ target, failureSummary })),
    }));
  }, OPTIONS);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => {
      const [, why = ''] = failureSummary.split('\n');
      return `${id}: ${help}. ${target.join(' ')}: ${why.trim()}`;
    }),
  );
}

/** Whether the page, or a dialog on it, can be scrolled sideways. */
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

/** What is wrong with the open page in each of these looks: sentences with the look and the name. */
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
