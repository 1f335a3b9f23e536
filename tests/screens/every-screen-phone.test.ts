import { expect, test } from 'vitest';
import { SIGNED_IN, SIGNED_OUT } from '#tests/support/addresses.ts';
import { isTooWide } from '#tests/support/browser/axe.ts';
import { useBrowser } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { hydrated } from '#tests/support/browser/hydration.ts';
import { findUnnamed } from '#tests/support/browser/names.ts';
import { openAndLook } from '#tests/support/browser/screen-faults.ts';
import { findSmallTargets } from '#tests/support/browser/targets.ts';
import { keepToasts } from '#tests/support/browser/toasts.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

// The controls of each check stand where it is made alone: accessible, touch-targets and toasts.
test('On a phone every screen and dialog fits, all is named and large enough for a finger, and no toast covers a control', async () => {
  await fillEveryScreen(server(), xero());
  const visitor = await browser.openSignedIn(server(), 'phone');
  const { page } = visitor;
  await keepToasts(page);
  const faults: string[] = [];
  for (const path of SIGNED_IN) {
    faults.push(...(await openAndLook(visitor, server(), path)));
    for (const fault of await findSmallTargets(page)) faults.push(`${path}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test('On a phone every page that is open to anybody is so, too', async () => {
  const { page, takeProblem } = await browser.open('phone', { baseURL: server().url });
  for (const path of SIGNED_OUT) {
    await page.goto(path);
    if (path === '/nothing') await takeProblem('status of 404');
    await hydrated(page);
    const faults = [...(await findUnnamed(page)), ...(await findSmallTargets(page))];
    expect(faults, path).toEqual([]);
    expect(await isTooWide(page), path).toBe(false);
  }
});
