import { describe, expect, test } from 'vitest';
import { useBrowser, type Mode } from '#tests/support/browser/browser.ts';
import { sendInBrowser, warmUp } from '#tests/support/every-form/browser-driver.ts';
import { EVERY_FORM } from '#tests/support/every-form/every-form.ts';
import { titleOf } from '#tests/support/every-form/form-case.ts';
import { sendPlainly } from '#tests/support/every-form/plain-driver.ts';
import { play, sameOf } from '#tests/support/every-form/play.ts';

const TIMES = 3;
const SEED = Number(process.env.SEED ?? 20_261_121);

const MODES: Mode[] = ['desktop', 'no scripts', 'Lite'];

const FORMS = EVERY_FORM.filter(({ noPage }) => noPage === undefined);
const CASES = FORMS.flatMap((of) => MODES.map((mode) => [titleOf(of), mode, of] as const));

const browser = useBrowser();

// Takes long: `npm run test:line`. Without a browser each form is tried by every-form.test.ts.
describe.skipIf(process.env.LINE !== 'whole')(
  'In a browser over a line that loses three requests in ten, and three in ten of the answers,',
  () => {
    test.for(CASES)('what it saves is saved once: %s, with %s', async ([, mode, of]) => {
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
