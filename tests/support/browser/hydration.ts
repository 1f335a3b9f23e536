import type { Page } from 'playwright';

/** How long React may take to take a page over, in milliseconds. */
const PATIENCE = 30_000;
/** How long until one looks again, in milliseconds. */
const BETWEEN_LOOKS = 50;

// Chromium's, which TypeScript's library does not know yet.
declare const scheduler: {
  postTask: (task: () => void, options: { priority: 'background' }) => Promise<void>;
};

/** Whether React has taken the page over. */
export async function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
  );
}

/**
 * Waits until React has taken the page over, and has shown what appears only then, also where a test
 * stopped the page's clock.
 */
export async function hydrated(page: Page): Promise<void> {
  const end = Date.now() + PATIENCE;
  // While another page comes, there is none to ask.
  while (!(await isHydrated(page).catch(() => false))) {
    if (Date.now() > end) throw new Error('React never took the page over');
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  }
  await drawn(page);
}

/** Waits until no more of React's work is waiting: only then a task in the background runs. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }));
}
