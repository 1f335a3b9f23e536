import { describe, expect, test } from 'vitest';
import { EVERY_FORM } from '#tests/support/every-form/every-form.ts';
import { titleOf, type FormCase } from '#tests/support/every-form/form-case.ts';
import { sendInLite, sendPlainly } from '#tests/support/every-form/plain-driver.ts';
import type { Driver } from '#tests/support/every-form/driver.ts';
import { play, sameOf, type Play } from '#tests/support/every-form/play.ts';
import { mutatingForms } from '#tests/support/mutating-addresses.ts';

/** `npm run prove -- line` sends each form more often, and in Lite, too. */
const IS_WHOLE_LINE = process.env.LINE === 'whole';
const TIMES = IS_WHOLE_LINE ? 8 : 3;
const SEED = Number(process.env.SEED ?? 20_261_121);

const PLAINLY: [string, Driver] = ['without scripts', sendPlainly];
const WAYS = IS_WHOLE_LINE ? [PLAINLY, ['in Lite', sendInLite] as [string, Driver]] : [PLAINLY];

/** What only scripts send, with an answer of an authenticator that is good for one time (tests/http/sign-in/passkeys). */
const OF_AUTHENTICATORS = [
  'POST /api/login/passkey',
  'POST /api/passkeys',
  'POST /settings/passkeys/new',
];

/** What a person reads in the end, and where; nothing where a page shows that all is done. */
const toldBy = ({ told }: Play, of: FormCase) =>
  of.isToldOtherwise === undefined
    ? told.map(({ page, toast, isGone }) =>
        // What has nothing more to change has nothing to undo, either.
        isGone === true ? null : { page, toast: toast?.replace(/ Undo$/, '') ?? null },
      )
    : [];

describe('Over a line that loses three requests in ten, and three in ten of the answers,', () => {
  test('every form that changes something is tried', () => {
    const tried = new Set([...EVERY_FORM.map(({ address }) => address), ...OF_AUTHENTICATORS]);
    expect(mutatingForms().filter((address) => !tried.has(address))).toEqual([]);
    expect([...tried].filter((address) => !mutatingForms().includes(address))).toEqual([]);
    expect(tried.size).toBeGreaterThan(60);
  });

  test.for(EVERY_FORM.map((of) => [titleOf(of), of] as const))(
    'what it saves is saved once: %s',
    async ([, of]) => {
      const options = { times: TIMES, seed: SEED };
      const good = await play(of, { ...options, losses: 0, send: sendPlainly });
      // A control: it does what it is there for, each time.
      if (of.changes !== null) expect(good.changed).toEqual(Array(TIMES).fill(of.changes));
      expect(
        Math.max(...good.told.map(({ status }) => status)),
        JSON.stringify(good.told),
      ).toBeLessThan(400);
      for (const [way, send] of WAYS) {
        const bad = await play(of, { ...options, losses: 0.3, send });
        expect(sameOf(of, bad), way).toEqual(sameOf(of, good));
        expect(bad.line.lostAfter).toBeGreaterThan(1);
        const usual = toldBy(good, of);
        for (const [index, told] of toldBy(bad, of).entries()) {
          if (told !== null) expect(told, `${way}, ${index + 1}`).toEqual(usual[index]);
        }
      }
    },
  );
});
