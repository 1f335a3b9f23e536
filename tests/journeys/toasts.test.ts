import type { CDPSession, Page } from 'playwright';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, workLogs } from '#db/schema.ts';
import { hydrated, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { addClient, addLog, addWorkType } from '#tests/support/data/entries.ts';
import {
  arrivedAt,
  gone,
  goTo,
  shown,
  stopClock,
  toastOf,
  toastShown,
  eventually,
} from '#tests/support/browser/page.ts';
import { printLoginLink } from '#tests/support/server/login-link.ts';
import { useServer } from '#tests/support/server/use-server.ts';

const BOTH: Mode[] = ['desktop', 'no scripts'];
const CREATED = 'Client created successfully';

const server = useServer();
const browser = useBrowser();

/** Adds a client on the screen, which shows a toast. */
async function saveClient(page: Page): Promise<void> {
  await page.goto('/clients/new');
  await page.getByLabel('Client Name').fill('Harbour Dental');
  await page.getByRole('button', { name: 'Add Client' }).click();
  await arrivedAt(page, '/clients');
  await toastShown(page, CREATED);
}

/** Waits until the toast is announced to screen readers, when its five seconds begin. */
async function announced(page: Page): Promise<void> {
  const told = async () => (await page.getByRole('status').allInnerTexts()).join();
  await eventually(told).toContain(CREATED);
}

describe('A toast without scripts', () => {
  test.for<Mode>(['no scripts', 'scripts blocked mid-load'])(
    'is shown on one page and gone on the next, with %s',
    async (mode) => {
      const { page } = await browser.openSignedIn(server(), mode);
      await saveClient(page);
      await goTo(page, 'Settings');
      expect(await toastOf(page).count()).toBe(0);
    },
  );

  test('does not come back on reloading', async () => {
    const { page } = await browser.openSignedIn(server(), 'no scripts');
    await saveClient(page);
    await page.reload();
    await shown(page.getByRole('heading', { name: 'Harbour Dental' }));
    expect(await toastOf(page).count()).toBe(0);
  });

  test('goes when it is dismissed', async () => {
    const { page } = await browser.openSignedIn(server(), 'no scripts');
    await saveClient(page);
    await toastOf(page).getByRole('link', { name: 'Dismiss' }).click();
    await gone(toastOf(page));
    await arrivedAt(page, '/clients');
  });
});

describe('A toast whose scripts do not arrive', () => {
  test('goes by itself, so that it does not cover the page for ever', async () => {
    const { page } = await browser.openSignedIn(server(), 'scripts blocked mid-load');
    await saveClient(page);
    const floats = await toastOf(page).evaluate((toast) => {
      const { position } = getComputedStyle(toast);
      for (const wait of toast.getAnimations()) wait.finish();
      return position === 'fixed';
    });
    expect(floats).toBe(true);
    await gone(toastOf(page));
  });
});

describe('A toast with scripts', () => {
  test('goes after five seconds', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await stopClock(page);
    await saveClient(page);
    await announced(page);
    await page.clock.runFor(4_999);
    expect(await toastOf(page).isVisible()).toBe(true);
    await page.clock.runFor(1);
    await gone(toastOf(page));
  });

  test('is announced to screen readers', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await stopClock(page);
    await saveClient(page);
    await announced(page);
  });

  test('goes when it is dismissed, on the same page', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await stopClock(page);
    await saveClient(page);
    await announced(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await toastOf(page).getByRole('link', { name: 'Dismiss' }).click();
    await gone(toastOf(page));
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('makes room for the next: one at a time', async () => {
    const { page } = await browser.openSignedIn(server(), 'desktop');
    await stopClock(page);
    await saveClient(page);
    await page.getByRole('link', { name: 'Remove Harbour Dental' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await toastShown(page, 'Client deactivated successfully');
    expect(await toastOf(page).count()).toBe(1);
  });
});

describe('An Undo that is pressed after the session has ended', () => {
  test.for(BOTH)('is offered after the next sign-in, with %s', async (mode) => {
    addClient(server(), 'Harbour Dental');
    addWorkType(server(), 'Support');
    const { page, takeProblem } = await browser.open(mode, { baseURL: server().url });
    await page.goto(await printLoginLink(server()));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await arrivedAt(page, '/');
    await stopClock(page);
    await page.goto('/work-logs/line');
    await page.getByRole('textbox', { name: 'Log in one line' }).fill('1h harbour support');
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    const undo = toastOf(page).getByRole('button', { name: 'Undo' });
    await shown(undo);
    server().services.db.delete(sessions).run();
    await undo.click();
    await shown(page.getByText('Not undone yet'));
    await page.clock.resume();
    await arrivedAt(page, '/api/login');
    await takeProblem('status of 401');
    await page.goto(await printLoginLink(server()));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await arrivedAt(page, '/unsent-form');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toastShown(page, 'Work log deleted successfully');
    expect(server().services.db.select().from(workLogs).all()).toEqual([]);
  });
});

describe('Swiping a toast on a phone', () => {
  test.for([
    { what: 'more than 50 px to the right dismisses it', by: { x: 60, y: 0 }, stays: false },
    { what: '40 px to the right does not', by: { x: 40, y: 0 }, stays: true },
    { what: 'to the left does not', by: { x: -120, y: 0 }, stays: true },
  ])('$what', async ({ by, stays }) => {
    const { page } = await browser.openSignedIn(server(), 'phone');
    await stopClock(page);
    await saveClient(page);
    await announced(page);
    await swipe(page, by);
    if (!stays) await gone(toastOf(page));
    expect(await toastOf(page).isVisible()).toBe(stays);
    // A toast that stays is back in its place.
    if (stays) expect(await toastOf(page).evaluate((toast) => toast.style.transform)).toBe('');
  });
});

/** A finger put on the toast, moved in small steps, and lifted. */
async function swipe(page: Page, by: { x: number; y: number }): Promise<void> {
  const box = await toastOf(page).getByText(CREATED).boundingBox();
  if (!box) throw new Error('The toast has no place on the page');
  const start = { x: box.x + 130, y: box.y + box.height / 2 };
  const touch = await page.context().newCDPSession(page);
  await send(touch, 'touchStart', [start]);
  for (let step = 1; step <= 10; step += 1) {
    await send(touch, 'touchMove', [
      { x: start.x + (by.x * step) / 10, y: start.y + (by.y * step) / 10 },
    ]);
  }
  await send(touch, 'touchEnd', []);
}

async function send(
  touch: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  touchPoints: { x: number; y: number }[],
): Promise<void> {
  await touch.send('Input.dispatchTouchEvent', { type, touchPoints });
}

describe('A toast about a failure', () => {
  test.for(BOTH)('has a title and looks different, with %s', async (mode) => {
    const clientId = addClient(server(), 'Quay Books');
    const workTypeId = addWorkType(server(), 'Remote support');
    const logId = addLog(server(), { clientId, workTypeId });
    const { page } = await browser.openSignedIn(server(), mode);
    const colours = () =>
      toastOf(page).evaluate((toast) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(toast);
        return [backgroundColor, borderTopColor];
      });
    await saveClient(page);
    const usual = await colours();
    await page.goto(`/work-logs/${logId}/delete`);
    const { db } = server().services;
    db.update(workLogs).set({ isInvoiced: true }).where(eq(workLogs.id, logId)).run();
    await page.getByRole('button', { name: 'Delete' }).click();
    await toastShown(
      page,
      'Failed to delete work log. This work log is on an invoice, so it cannot be edited or deleted.',
    );
    await shown(toastOf(page).getByText('Error', { exact: true }));
    const destructive = await colours();
    for (const [index, colour] of destructive.entries()) expect(colour).not.toBe(usual[index]);
    expect(db.select().from(workLogs).all()).toHaveLength(1);
  });
});

test('A toast that has gone does not come back when a notice about what was typed goes', async () => {
  const { page } = await browser.openSignedIn(server(), 'desktop');
  await saveClient(page);
  await toastOf(page).getByRole('link', { name: 'Dismiss' }).click();
  await gone(toastOf(page));
  // Only scripts keep what was typed.
  await hydrated(page);
  await page.getByRole('link', { name: 'Add Client' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Client Name').fill('Quay Books');
  await dialog.getByRole('link', { name: 'Cancel' }).click();
  await gone(dialog);
  await shown(toastOf(page).getByText('Draft kept.'));
  await toastOf(page).getByRole('link', { name: 'Dismiss' }).click();
  await gone(toastOf(page));
  // As long as a toast takes to be drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await toastOf(page).count()).toBe(0);
});
