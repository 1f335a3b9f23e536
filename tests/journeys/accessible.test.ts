import { describe, expect, test } from 'vitest';
import { REFUSED, SIGNED_IN, SIGNED_OUT } from '#tests/support/addresses.ts';
import { hydrated, useBrowser, type Visitor } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { findUnnamed } from '#tests/support/browser/names.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** Opens an address, whatever the status of the answer. */
async function open({ page, takeProblem }: Visitor, path: string): Promise<void> {
  await page.goto(path);
  const status = REFUSED[path];
  if (status !== undefined) await takeProblem(`status of ${status}`);
}

// With scripts they are looked at in tests/screens/every-screen-*.
describe('Without scripts every screen and every dialog', () => {
  test('has a title, and names for its fields and controls', async () => {
    await fillEveryScreen(server(), xero());
    const visitor = await browser.openSignedIn(server(), 'no scripts');
    const titles: string[] = [];
    for (const path of SIGNED_IN) {
      await open(visitor, path);
      expect(await findUnnamed(visitor.page), path).toEqual([]);
      titles.push(await visitor.page.title());
    }
    // Invoices and Add Rule have two addresses each, and Reports three; what is refused says "Error:".
    expect(new Set(titles).size, titles.join(', ')).toBe(SIGNED_IN.length - 4);
    for (const title of titles) expect(title).toMatch(/^\S.* · Tallyhour$/);
  });

  test('that is open to anybody has them, too', async () => {
    const visitor = await browser.open('no scripts', { baseURL: server().url });
    const titles = new Set<string>();
    for (const path of SIGNED_OUT) {
      await open(visitor, path);
      expect(await findUnnamed(visitor.page), path).toEqual([]);
      titles.add(await visitor.page.title());
    }
    // The start page is opened twice, once with an error.
    expect(titles.size).toBe(SIGNED_OUT.length - 1);
  });

  test('would fail this test with a fault: the control', async () => {
    const { page } = await browser.open('desktop', { baseURL: server().url });
    await page.goto('/privacy');
    await hydrated(page);
    await page.evaluate(() => {
      const main = document.querySelector('main');
      main?.insertAdjacentHTML('beforeend', '<h1>Two</h1><input name="x"><p id="main"></p><a></a>');
    });
    expect(await findUnnamed(page)).toEqual([
      'x has no label',
      '<a></a> has no name',
      'main is the id of two elements',
      'there are 2 main headings',
    ]);
  });
});
