import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { PATIENCE } from './browser.ts';
import { drawn, isHydrated } from './hydration.ts';

/** From this width on, in pixels, the navigation is a sidebar. */
const SIDEBAR_WIDTH = 1024;

/** Expects something to become true: asks again and again until it is. */
export function eventually<Value>(ask: () => Value | Promise<Value>) {
  return expect.poll(ask, { timeout: PATIENCE });
}

/** Waits until the element can be seen. */
export async function shown(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'visible' });
}

/** Waits until the element cannot be seen. */
export async function gone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'hidden' });
}

/** The toast that is shown. */
export function toastOf(page: Page): Locator {
  return page.getByTestId('toast');
}

/** Waits for a toast with this text. */
export async function toastShown(page: Page, text: string): Promise<void> {
  await shown(toastOf(page).getByText(text, { exact: true }));
}

/** The path and the query of the page's address. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
}

/** Waits until the page's path and query are these, and it shows what belongs to them. */
export async function arrivedAt(page: Page, address: string | RegExp): Promise<void> {
  const here = eventually(() => addressOf(page));
  await (typeof address === 'string' ? here.toBe(address) : here.toMatch(address));
  // The router writes the address before React draws its page. Where another page comes, that one is not drawn by React yet.
  if (await isHydrated(page).catch(() => false)) await drawn(page).catch(() => undefined);
}

/** Opens a screen from the navigation; on a phone, or where styles are lost, out of the menu. */
export async function goTo(page: Page, screen: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const menu = page.getByRole('button', { name: 'Menu' });
  // The page that was pressed may still be there: the identity provider's, say, and its styles are others.
  await navigation.or(menu).first().waitFor();
  await page.waitForLoadState();
  // A sheet that was lost is there, without a rule in it.
  const hasStyles = await page.evaluate(() => getComputedStyle(document.body).margin === '0px');
  if (width < SIDEBAR_WIDTH || !hasStyles) await menu.click();
  await navigation.getByRole('link', { name: screen, exact: true }).click();
  await shown(page.getByRole('heading', { level: 1, name: screen }));
}

/** Opens the filters of a list where they are a sheet, as on a phone; elsewhere they are there already. */
export async function openFilters(page: Page): Promise<void> {
  await page.waitForLoadState();
  const toggle = page.locator('[popovertarget="filters"]');
  const isThere = await page.locator('#filters').isVisible();
  if (!isThere && (await toggle.isVisible())) await toggle.click();
}

/** Stops the page's clock, so that its timers run only when the test moves it. */
export async function stopClock(page: Page): Promise<void> {
  const start = new Date('2025-07-16T09:00:00Z');
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
}
