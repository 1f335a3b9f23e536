import { describe, expect, test } from 'vitest';
import { useBrowser, type Mode } from '#tests/support/browser.ts';
import { sendInBrowser, warmUp } from '#tests/support/every-form/browser-driver.ts';
import { EVERY_FORM } from '#tests/support/every-form/every-form.ts';
import { titleOf } from '#tests/support/every-form/form-case.ts';
import { sendPlainly } from '#tests/support/every-form/plain-driver.ts';
import { play, sameOf } from '#tests/support/every-form/play.ts';

const IS_WHOLE = process.env.LINE === 'whole';
const TIMES = IS_WHOLE ? 3 : 2;
const SEED = Number(process.env.SEED ?? 20_261_121);

/** The forms of every day; the others are tried in a browser by `npm run test:line`. */
const EVERY_DAY = [
  'POST /work-logs/new',
  'POST /dashboard',
  'POST /work-logs/quick-log',
  'POST /work-logs/line',
  'POST /work-logs/repeat',
  'POST /timer',
  'POST /clients/new',
  'POST /settings/work-types/new',
  'POST /pending-work-logs/review',
  'POST /work-logs/create-invoices',
];
const MODES: Mode[] = IS_WHOLE ? ['desktop', 'no scripts', 'Lite'] : ['desktop', 'no scripts'];

const FORMS = EVERY_FORM.filter(({ noPage }) => noPage === undefined).filter(
  ({ address }) => IS_WHOLE || EVERY_DAY.includes(address),
);
const CASES = FORMS.flatMap((of) => MODES.map((mode) => [titleOf(of), mode, of] as const));

const browser = useBrowser();

describe('In a browser over a line that loses three requests in ten, and three in ten of the answers,', () => {
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
});
