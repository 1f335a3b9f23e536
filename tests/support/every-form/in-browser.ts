import { describe, expect, test } from 'vitest';
import { useBrowser, type Mode } from '../browser/browser.ts';
import { sendInBrowser, warmUp } from './browser-driver.ts';
import { EVERY_FORM } from './every-form.ts';
import { titleOf } from './form-case.ts';
import { sendPlainly } from './plain-driver.ts';
import { play, sameOf } from './play.ts';

const TIMES = 3;
const SEED = Number(process.env.SEED ?? 20_261_121);

const CASES = EVERY_FORM.filter(
  ({ noPage, notInBrowser }) => noPage === undefined && notInBrowser === undefined,
).map((of) => [titleOf(of), of] as const);

/**
 * Sends each form of the product in a browser, over a line that loses much of it, and compares what is kept with that of a
 * good line. Takes long: `npm run prove -- line`. Without a browser each form is tried by every-form.test.ts.
 */
export function tryEveryForm(mode: Mode): void {
  const browser = useBrowser();

  describe.skipIf(process.env.LINE !== 'whole')(
    `In a browser over a line that loses three requests in ten, and three in ten of the answers, with ${mode},`,
    () => {
      test.for(CASES)('what it saves is saved once: %s', async ([, of]) => {
        const options = { times: TIMES, seed: SEED };
        const good = await play(of, { ...options, losses: 0, send: sendPlainly });
        const window = await browser.open(mode);
        window.expectProblems('net::ERR');
        window.expectProblems('Failed to load resource');
        window.expectProblems('Failed to fetch');
        // The line lost a script that the next page needs: Remix loads that page whole.
        window.expectProblems('Error loading route module');
        const bad = await play(of, {
          ...options,
          losses: 0.3,
          send: (sending) => sendInBrowser(window, sending),
          before: (sending) => warmUp(window, sending),
        });
        expect(sameOf(of, bad)).toEqual(sameOf(of, good));
        expect(bad.line.lostAfter).toBeGreaterThan(1);
      });
    },
  );
}
