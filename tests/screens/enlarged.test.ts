import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIGNED_IN } from '#tests/support/addresses.ts';
import { arrivedAt, shown } from '#tests/support/browser/page.ts';
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

/**
 * What of a screen cannot be reached: its own width, what ends beyond the window, where a row cuts it off, and what
 * of the frame and of a dialog's buttons is not on the screen at once. And where a question begins below its title.
 */
function findBeyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const say = (what: string) => (element: HTMLElement) =>
      `${what}: ${element.tagName} ${element.innerText.trim().slice(0, 40)}`;
    const dialog = document.querySelector('dialog:modal');
    const edge = dialog ? dialog.getBoundingClientRect().left + dialog.clientWidth : clientWidth;
    const beyond = all(
      ':is(main, dialog) :is(a, button, td, dd, h1, h2, p, b, kbd, .control)',
    ).filter(
      (element) =>
        element.getBoundingClientRect().right > edge + 1 &&
        element.getBoundingClientRect().width > 2 &&
        (!dialog || dialog.contains(element)) &&
        // It is scrolled by itself.
        !element.closest('.bulk-bar, .scroll-line'),
    );
    const covered = all(
      dialog ? 'dialog:modal .dialog-actions :is(a, button)' : '.frame-timer-button',
    ).filter((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return !element.contains(there);
    });
    const cut = all('.bottom-link').filter((element) => element.scrollWidth > element.clientWidth);
    return [
      ...(dialog && dialog.scrollTop > 0 && document.activeElement?.matches('.dialog-actions *')
        ? ['the dialog begins below its title']
        : []),
      ...cut.map(say('cut')),
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth}`] : []),
      ...(dialog && dialog.scrollWidth > dialog.clientWidth ? ['the dialog is wider'] : []),
      ...beyond.map(say('beyond')),
      ...covered.map(say('covered')),
    ];
  });
}

async function openPhone(): Promise<Page> {
  await fillEveryScreen(server(), xero());
  const { page } = browser;
  const [name = '', value = ''] = (await server().signIn()).split(/=(.*)/s);
  await browser.context.addCookies([{ name, value, url: server().url }]);
  await page.setViewportSize({ width: 390, height: 844 });
  return page;
}

test('Text twice as large stays within a phone, with the buttons of every row and dialog', async () => {
  const page = await openPhone();
  const faults: string[] = [];
  for (const path of SIGNED_IN) {
    await page.goto(server().url + path);
    await hydrated(page);
    for (const fault of await findBeyond(page)) faults.push(`${path}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test('A running timer stops, and a dialog below a message saves, with text twice as large', async () => {
  const page = await openPhone();
  await page.goto(`${server().url}/dashboard`);
  await hydrated(page);
  await page.locator('.frame-timer-button').click();
  await shown(page.getByRole('button', { name: 'Stop' }).first());
  expect(await findBeyond(page)).toEqual([]);
  await page.goto(`${server().url}/clients/new?back=%2Fwork-logs%2Fnew`);
  await hydrated(page);
  await page.getByLabel('Client Name').fill('Wharf Cafe');
  await page.getByRole('button', { name: 'Add Client' }).click();
  await arrivedAt(page, /work-logs\/new\?client=/);
  await shown(page.getByTestId('toast'));
  expect(await findBeyond(page)).toEqual([]);
});
