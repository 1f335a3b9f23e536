import { describe, expect, test } from 'vitest';
import { REFUSED, SIGNED_OUT } from '#tests/support/addresses.ts';
import { hydrated, useBrowser, type Visitor } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { shown } from '#tests/support/browser/page.ts';
import { findSmallTargets } from '#tests/support/browser/targets.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** Screens that have other controls on a wide screen than on a phone. */
const WIDE = [
  '/dashboard',
  '/work-logs',
  '/work-logs/new',
  '/pending-work-logs',
  '/archived-work-logs',
  '/reports',
  '/clients',
  '/clients/1',
  '/settings',
  '/shortcuts',
];
const WIDE_TOUCH = { viewport: { width: 1280, height: 800 }, hasTouch: true, isMobile: true };

async function findAt({ page, takeProblem }: Visitor, paths: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    const status = REFUSED[path];
    if (status !== undefined) await takeProblem(`status of ${status}`);
    await hydrated(page);
    for (const fault of await findSmallTargets(page)) faults.push(`${path}: ${fault}`);
  }
  return faults;
}

describe('A finger', () => {
  test('finds everything large enough on a wide touch screen', async () => {
    await fillEveryScreen(server(), xero());
    const signedIn = await browser.openSignedIn(server(), 'phone', WIDE_TOUCH);
    const signedOut = await browser.open('phone', { baseURL: server().url, ...WIDE_TOUCH });
    expect(await findAt(signedIn, WIDE)).toEqual([]);
    expect(await findAt(signedOut, SIGNED_OUT)).toEqual([]);
  });

  test('finds the menu, and what opens on a screen, large enough', async () => {
    await fillEveryScreen(server(), xero());
    const { page } = await browser.openSignedIn(server(), 'phone');
    await page.goto('/dashboard');
    await hydrated(page);
    await page.getByLabel('Work Type').selectOption({ label: 'Hardware' });
    await shown(page.getByRole('button', { name: 'Remove item 1' }));
    expect(await findSmallTargets(page)).toEqual([]);
    await page.goto('/pending-work-logs');
    await hydrated(page);
    await page.getByLabel('Duration of Reset the router').tap();
    await shown(page.getByRole('option', { name: '1h 30m' }));
    expect(await findSmallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await shown(page.getByRole('navigation', { name: 'Main' }).getByText('Dashboard'));
    // While the menu slides in, it passes what lies below it.
    await page.evaluate(() =>
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
    );
    expect(await findSmallTargets(page)).toEqual([]);
  });

  test('would miss a small button, and links too close: the control', async () => {
    const { page } = await browser.open('phone', { baseURL: server().url });
    await page.goto('/privacy');
    await hydrated(page);
    expect(await findSmallTargets(page)).toEqual([]);
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.textContent = 'Small';
      Object.assign(button.style, { height: '20px', width: '60px' });
      const links = ['One', 'Two'].map((text) => {
        const link = document.createElement('a');
        Object.assign(link, { href: '/terms', textContent: text });
        Object.assign(link.style, { display: 'block', fontSize: '12px', lineHeight: '14px' });
        return link;
      });
      const row = document.createElement('div');
      row.append(button, ...links);
      document.querySelector('main')?.append(row);
    });
    expect(await findSmallTargets(page)).toEqual([
      'button "Small" is 60 × 20 pixels',
      'a "One" is too close to a "Two"',
      'a "Two" is too close to a "One"',
    ]);
  });
});
