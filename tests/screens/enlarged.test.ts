import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hydrated } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { startOwnBrowser, type OwnBrowser } from '#tests/support/browser/own-browser.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR]);
const server = useServer(() => xeroEnvironment(xero()));

let browser: OwnBrowser;

beforeAll(async () => {
  // Twice the usual size, as somebody sets it in the browser: pages ask for widths in it, too.
  browser = await startOwnBrowser(['--blink-settings=defaultFontSize=32']);
});

afterAll(async () => {
  await browser.end();
});

/** What of a screen cannot be seen: its own width, and what ends beyond the window, where a row cuts it off. */
function findBeyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const beyond = [...document.querySelectorAll('main :is(a, button, td, dd, h1, h2, p)')].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth + 1 &&
        element.getBoundingClientRect().width > 2 &&
        // It is scrolled by itself.
        !element.closest('.bulk-bar'),
    );
    return [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth}`] : []),
      ...beyond.map(({ tagName, textContent }) => `${tagName} ${textContent.trim().slice(0, 40)}`),
    ];
  });
}

test('Text twice as large stays within a phone, with the buttons of every row', async () => {
  await fillEveryScreen(server(), xero());
  const { page } = browser;
  const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
  await browser.context.addCookies([{ name, value, url: server().url }]);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/dashboard',
    '/work-logs',
    '/week',
    '/pending-work-logs',
    '/archived-work-logs',
    '/invoices',
    '/invoices/1',
    '/invoices/1/statement',
    '/forgotten',
    '/history',
    '/history/print',
    '/work-logs/print',
    '/descriptions/1',
    '/clients',
    '/clients/1',
    '/reports',
    '/settings',
    '/settings/rules',
    '/import',
    '/shortcuts',
    '/research',
  ]) {
    await page.goto(server().url + path);
    await hydrated(page);
    expect(await findBeyond(page), path).toEqual([]);
  }
});
