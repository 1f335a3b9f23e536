import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { REFUSED, SIGNED_IN, SIGNED_OUT } from '#tests/support/addresses.ts';
import { isTooWide } from '#tests/support/browser/axe.ts';
import {
  hasScripts,
  hydrated,
  useBrowser,
  type Mode,
  type Visitor,
} from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** What is wrong with the page that is open, each as a sentence. */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const fields = document.querySelectorAll<
      HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
    >('input:not([type="hidden"]), select, textarea');
    for (const field of fields) {
      const label =
        field.getAttribute('aria-label') ??
        // A closed part of a form has no inner text.
        Array.from(field.labels ?? [], ({ textContent }) => textContent).join('');
      if (label.trim() === '') faults.push(`${field.name} has no label`);
      for (const id of (field.getAttribute('aria-describedby') ?? '').split(' ')) {
        if (id && !document.getElementById(id))
          faults.push(`${field.name} is described by nothing`);
      }
    }
    for (const control of document.querySelectorAll('a, button')) {
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (name.trim() === '') faults.push(`${control.outerHTML.slice(0, 80)} has no name`);
    }
    for (const image of document.querySelectorAll('img:not([alt])')) {
      faults.push(`${image.outerHTML.slice(0, 80)} has no alternative text`);
    }
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id);
    for (const id of ids.filter((one, index) => ids.indexOf(one) !== index)) {
      faults.push(`${id} is the id of two elements`);
    }
    // Behind a modal dialog, nothing can be reached.
    const shown = document.querySelector(':modal') ?? document;
    const headings = Array.from(shown.querySelectorAll('h1')).filter((heading) =>
      heading.checkVisibility(),
    ).length;
    if (headings !== 1) faults.push(`there are ${headings} main headings`);
    if (document.querySelectorAll('main').length !== 1) faults.push('there is not one main part');
    if (document.documentElement.lang !== 'en-GB') faults.push('the language is not said');
    return faults;
  });
}

/** Opens an address, whatever the status of the answer. */
async function open({ page, mode, takeProblem }: Visitor, path: string): Promise<void> {
  await page.goto(path);
  const status = REFUSED[path];
  if (status !== undefined) await takeProblem(`status of ${status}`);
  if (hasScripts(mode)) await hydrated(page);
}

describe('Every screen and every dialog', () => {
  test.for<Mode>(['desktop', 'phone', 'no scripts'])(
    'has a title, and names for its fields and controls, with %s',
    async (mode) => {
      await fillEveryScreen(server(), xero());
      const visitor = await browser.openSignedIn(server(), mode);
      const { page } = visitor;
      const titles: string[] = [];
      for (const path of SIGNED_IN) {
        await open(visitor, path);
        expect(await findFaults(page), path).toEqual([]);
        if (mode === 'phone') expect(await isTooWide(page), `${path} is too wide`).toBe(false);
        titles.push(await page.title());
      }
      // Invoices and Add Rule have two addresses each, and Reports three; what is refused says "Error:".
      expect(new Set(titles).size, titles.join(', ')).toBe(SIGNED_IN.length - 4);
      for (const title of titles) expect(title).toMatch(/^\S.* · Tallyhour$/);
    },
  );

  test.for<Mode>(['phone', 'no scripts'])(
    'that is open to anybody has them, too, with %s',
    async (mode) => {
      const visitor = await browser.open(mode, { baseURL: server().url });
      const { page } = visitor;
      const titles = new Set<string>();
      for (const path of SIGNED_OUT) {
        await open(visitor, path);
        expect(await findFaults(page), path).toEqual([]);
        if (mode === 'phone') expect(await isTooWide(page), `${path} is too wide`).toBe(false);
        titles.add(await page.title());
      }
      // The start page is opened twice, once with an error.
      expect(titles.size).toBe(SIGNED_OUT.length - 1);
    },
  );

  test('would fail this test with a fault: the control', async () => {
    const { page } = await browser.open('desktop', { baseURL: server().url });
    await page.goto('/privacy');
    await hydrated(page);
    await page.evaluate(() => {
      const main = document.querySelector('main');
      main?.insertAdjacentHTML('beforeend', '<h1>Two</h1><input name="x"><p id="main"></p><a></a>');
    });
    expect(await findFaults(page)).toEqual([
      'x has no label',
      '<a></a> has no name',
      'main is the id of two elements',
      'there are 2 main headings',
    ]);
  });
});
