import { REFUSED } from '../addresses.ts';
import type { TestServer } from '../server/test-server.ts';
import { isTooWide } from './axe.ts';
import type { Visitor } from './browser.ts';
import { hydrated } from './hydration.ts';
import { findUnnamed } from './names.ts';
import { shown, toastOf } from './page.ts';
import { awaitToast, coveredControls } from './toasts.ts';

/** As long as a toast gets, with everything that one has. */
const TOAST = {
  text: 'Failed to update work log. This work log is on an invoice, so it cannot be edited or deleted.',
  title: 'Error',
  undo: '/work-logs/1/undo',
};

/**
 * Opens a screen with a long toast, which has to be kept (`keepToasts`), and gives what is wrong with it, each as a
 * sentence: a control below the toast, something without a name, no title, a page wider than the window. The toast is gone then.
 */
export async function openAndLook(
  { page, takeProblem }: Visitor,
  server: TestServer,
  path: string,
): Promise<string[]> {
  await awaitToast(page, server, TOAST);
  await page.goto(path);
  const status = REFUSED[path];
  if (status !== undefined) await takeProblem(`status of ${status}`);
  await hydrated(page);
  await shown(toastOf(page));
  const faults = (await coveredControls(page)).map((control) => `the toast covers ${control}`);
  await page.evaluate(() => {
    document.querySelector('.toast')?.remove();
    // The look at each control has scrolled.
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  faults.push(...(await findUnnamed(page)));
  if (await isTooWide(page)) faults.push('the page is too wide');
  if (!/^\S.* · Tallyhour$/.test(await page.title())) faults.push('the page has no title');
  return faults.map((fault) => `${path}: ${fault}`);
}
