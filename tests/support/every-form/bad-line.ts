import type { Page } from 'playwright';
import { isHydrated } from '../browser/browser.ts';
import { eventually } from '../browser/page.ts';

/** How often a person tries. */
export const PATIENCE = 60;
/** How long a window may take for what is asked of it, in milliseconds, before it is asked again. */
export const SOON = 20_000;

/**
 * Goes back to a page, and opens it again where the line loses it, or where it is not the one before: a form that is sent
 * to its own page has none before it. Playwright has no page for a moment while the browser shows a page of its own.
 */
export async function goBack(page: Page, address: string): Promise<void> {
  if ((await isBack(page)) && page.url() === address) return;
  await openNothing(page);
  await open(page, address);
}

async function isBack(page: Page): Promise<boolean> {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    try {
      await page.goBack({ timeout: SOON });
      return true;
    } catch (error) {
      if (!String(error).includes('Not attached')) return false;
      await page.waitForTimeout(50);
    }
  }
  return false;
}

/** Whether the browser shows a page of its own instead of one of ours. */
export const isErrorPage = (page: Page) => page.url().startsWith('chrome-error:');

/** Opens a page, and again until it is there. */
export async function open(page: Page, address: string): Promise<void> {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    try {
      await page.goto(address, { timeout: SOON, waitUntil: 'load' });
      return;
    } catch {
      await openNothing(page);
    }
  }
  throw new Error(`The line lost ${address}`);
}

/** Opens an empty page. The browser's own page about the last one may come in between, as it would with the next one. */
export async function openNothing(page: Page): Promise<void> {
  await eventually(() =>
    page.goto('about:blank').then(
      () => true,
      () => false,
    ),
  ).toBe(true);
}

/** Waits for the scripts; where the line lost one, the page is loaded again, as a person would do who misses them. */
export async function untilHydrated(page: Page): Promise<void> {
  await eventually(async () => {
    if (await isHydrated(page)) return true;
    await page.waitForTimeout(500);
    if (await isHydrated(page)) return true;
    await page.reload({ timeout: SOON }).catch(() => null);
    return isHydrated(page).catch(() => false);
  }).toBe(true);
}
