import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { redirectWithToast } from '#app/http/toast.server.ts';
import { REFUSED, SIGNED_IN } from '#tests/support/addresses.ts';
import { hydrated, useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { goTo, shown, toastOf } from '#tests/support/browser/page.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const LONG =
  'Failed to update work log. This work log is on an invoice, so it cannot be edited or deleted.';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** Makes the next page show a toast. */
async function awaitToast(page: Page): Promise<void> {
  const { services, url } = server();
  const request = {
    nonce: '',
    address: '',
    host: '',
    isDataRequest: false,
    isLite: false,
    cookies: '',
    askedBy: 'person' as const,
    sentLater: null,
    pageOf: null,
    sentAt: null,
    toast: null,
    confirmed: new Set<string>(),
  };
  const unchanged = { tagFor: () => '' };
  const context = { ...services, ...request, takeTurn: () => Promise.resolve(true), unchanged };
  const message = { text: LONG, title: 'Error', undo: '/work-logs/1/undo' };
  const { headers } = await redirectWithToast(context, '/', message);
  const [name = '', value = ''] = (headers.get('Set-Cookie') ?? '').split(/[=;]/);
  await page.context().addCookies([{ name, value, url }]);
}

/** The controls that the toast covers, each after it was scrolled into view. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('.toast');
    if (!toast) return ['no toast'];
    const scope = document.querySelector(':modal') ?? document;
    const all = [
      ...scope.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type="hidden"]), select, textarea, summary',
      ),
    ].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !toast.contains(element) &&
        element.getBoundingClientRect().width > 1,
    );
    const covered = all.filter((element) => {
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const [one, other] = [element.getBoundingClientRect(), toast.getBoundingClientRect()];
      const isBeside = one.right <= other.left || one.left >= other.right;
      return !isBeside && one.bottom > other.top && one.top < other.bottom;
    });
    return covered.map(({ tagName, textContent, id }) => `${tagName} ${textContent.trim() || id}`);
  });
}

describe('A toast', () => {
  test.for<Mode>(['desktop', 'phone'])(
    'covers no control of any screen or dialog, with %s',
    async (mode) => {
      await fillEveryScreen(server(), xero());
      const { page, takeProblem } = await browser.openSignedIn(server(), mode);
      // The toast stays.
      await page.addInitScript(() => {
        const wait = window.setTimeout.bind(window);
        const patient = (run: () => void, time?: number) => (time === 5_000 ? 0 : wait(run, time));
        Object.assign(window, { setTimeout: patient });
      });
      const faults: string[] = [];
      for (const path of SIGNED_IN) {
        await awaitToast(page);
        await page.goto(path);
        const status = REFUSED[path];
        if (status !== undefined) await takeProblem(`status of ${status}`);
        await hydrated(page);
        await shown(toastOf(page));
        for (const fault of await coveredControls(page)) faults.push(`${path}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
  );

  test('moves nothing under a finger as it leaves, where the page is scrolled to its end', async () => {
    await fillEveryScreen(server(), xero());
    const { page } = await browser.openSignedIn(server(), 'phone');
    await awaitToast(page);
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
        await awaitToast(page);
        await page.goto(path);
        await shown(toastOf(page));
        expect(await coveredControls(page), path).toEqual([]);
      }
    },
  );

  test('would be noticed over a control: the control', async () => {
    const { page } = await browser.openSignedIn(server(), 'phone');
    await awaitToast(page);
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
