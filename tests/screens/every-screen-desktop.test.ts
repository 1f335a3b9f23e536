import { expect, test } from 'vitest';
import { SIGNED_IN } from '#tests/support/addresses.ts';
import { findFaultsIn, looksInTurn } from '#tests/support/browser/axe.ts';
import { useBrowser } from '#tests/support/browser/browser.ts';
import { fillEveryScreen } from '#tests/support/browser/every-screen.ts';
import { findFaultsAtFirstSight } from '#tests/support/browser/first-view.ts';
import { openAndLook } from '#tests/support/browser/screen-faults.ts';
import { keepToasts } from '#tests/support/browser/toasts.ts';
import { useServer } from '#tests/support/server/use-server.ts';
import { HARBOUR } from '#tests/support/server/xero.ts';
import { useConsentedXero, xeroEnvironment } from '#tests/support/server/xero-organisation.ts';

const xero = useConsentedXero(() => [HARBOUR, { name: 'Quay Side Projects' }]);
const server = useServer(() => xeroEnvironment(xero()));
const browser = useBrowser();

/** A time limit in milliseconds; the whole matrix of looks takes minutes. */
const PATIENCE = 1_200_000;

// The controls of each check stand where it is made alone: accessible, axe and toasts.
test(
  'On a desktop axe-core finds nothing on any screen or dialog, all is named, no toast covers a control, and none has more controls than one can look over',
  { timeout: PATIENCE },
  async () => {
    await fillEveryScreen(server(), xero());
    const visitor = await browser.openSignedIn(server(), 'desktop');
    const { page } = visitor;
    await keepToasts(page);
    const faults: string[] = [];
    for (const [place, path] of SIGNED_IN.entries()) {
      await page.setViewportSize({ width: 1280, height: 800 });
      faults.push(...(await openAndLook(visitor, server(), path)));
      if (!/print|statement/.test(path)) {
        faults.push(...(await findFaultsAtFirstSight(page, path)));
      }
      faults.push(...(await findFaultsIn(page, path, looksInTurn(place))));
    }
    expect(faults).toEqual([]);
  },
);
