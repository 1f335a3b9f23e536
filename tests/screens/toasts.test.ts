import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { hydrated, useBrowser } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { goTo, shown, toastOf } from '#tests/support/browser/page.ts';
import { awaitToast, coveredControls } from '#tests/support/browser/toasts.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const LONG =
  'Failed to update work log. This work log is on an invoice, so it cannot be edited or deleted.';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** Has the next page show a long toast with Undo. */
const awaitLong = (page: Page) =>
  awaitToast(page, server(), { text: LONG, title: 'Error', undo: '/work-logs/1/undo' });

describe('A toast', () => {
  test('moves nothing under a finger as it leaves, where the page is scrolled to its end', async () => {
    await fillEveryScreen(server(), xero());
    const { page } = await browser.openSignedIn(server(), 'phone');
    await awaitLong(page);
    await page.goto('/settings');
    await hydrated(page);
    await shown(toastOf(page));
    const before = await page.evaluate(() => {
      window.scrollTo({ top: 100_000, behavior: 'instant' });
      return window.scrollY;
    });
    expect(before).toBeGreaterThan(0);
    await toastOf(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    // The next page ends where it did.
    const room = () => page.evaluate(() => document.querySelector('main')?.style.paddingBottom);
    expect(await room()).not.toBe('');
    await goTo(page, 'Work Logs');
    expect(await room()).toBe('');
  });

  test.for([390, 1280])(
    'stands above the frame and under no control without scripts, at %i px',
    async (width) => {
      const { page } = await browser.openSignedIn(server(), 'no scripts');
      await page.setViewportSize({ width, height: 800 });
      for (const path of ['/work-logs', '/dashboard']) {
        await awaitLong(page);
        await page.goto(path);
        await shown(toastOf(page));
        expect(await coveredControls(page), path).toEqual([]);
      }
    },
  );

  test('would be noticed over a control: the control', async () => {
    const { page } = await browser.openSignedIn(server(), 'phone');
    await awaitLong(page);
    await page.goto('/clients');
    await hydrated(page);
    await shown(toastOf(page));
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.textContent = 'Under it';
      Object.assign(button.style, { position: 'fixed', bottom: '90px', left: '40px' });
      document.body.append(button);
    });
    expect(await coveredControls(page)).toEqual(['BUTTON Under it']);
  });
});
