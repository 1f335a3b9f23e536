import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chargedRate,
  filledRate,
  followChoice,
  rateValues,
  sayCharged,
  type OwnRate,
} from './rate-choice.ts';
import type { RateOptions } from './rates.ts';

const OPTIONS: RateOptions = {
  clients: [
    {
      id: 1,
      name: 'Acme',
      standardRatePence: 6_000,
      premiumRatePence: 9_000,
      discountedRatePence: null,
    },
    {
      id: 2,
      name: 'Beta',
      standardRatePence: 6_000,
      premiumRatePence: 0,
      discountedRatePence: 5_000,
    },
  ],
  workTypes: [
    { id: 1, name: 'Support', hourlyRatePence: 7_500, isHardware: false },
    { id: 2, name: 'Cables', hourlyRatePence: 0, isHardware: true },
    { id: 3, name: 'Travel', hourlyRatePence: 0, isHardware: false },
  ],
};
const OWN: OwnRate = {
  choice: { clientId: '1', workTypeId: '1' },
  ratePence: 7_000,
  name: "this log's rate",
};

const filledFor = (clientId: string, workTypeId: string, own = OWN) =>
  filledRate(OPTIONS, { clientId, workTypeId }, own);

describe('the rate that is filled in', () => {
  test("is the entry's own with its own client and work type", () => {
    expect(filledFor('1', '1')).toEqual({ ratePence: 7_000, name: "this log's rate" });
  });

  test.each([
    ['2', '1', 5_000, "Beta's discounted rate"],
    ['1', '3', 6_000, 'the usual rate'],
    ['2', '3', 5_000, "Beta's discounted rate"],
    ['', '3', 6_000, 'the usual rate'],
    ['2', '', 7_000, "this log's rate"],
  ])('of client "%s" and work type "%s" is %s, %s', (clientId, workTypeId, ratePence, name) => {
    expect(filledFor(clientId, workTypeId)).toEqual({ ratePence, name });
  });

  test('of a work type that the client has no discount for is named after it', () => {
    const own = { ...OWN, choice: { clientId: '2', workTypeId: '3' } };
    expect(filledFor('1', '1', own)).toEqual({ ratePence: 7_500, name: 'the rate of Support' });
  });

  test('is the one that was chosen of the client or the work type', () => {
    const chosen = (clientId: string, workTypeId: string, rateChoice: string) =>
      filledRate(OPTIONS, { clientId, workTypeId, rateChoice }, OWN);
    const premium = { ratePence: 9_000, name: "Acme's premium rate" };
    expect(chosen('1', '1', 'premium')).toEqual(premium);
    expect(chosen('1', '', 'premium')).toEqual(premium);
    expect(chosen('2', '1', 'standard')).toEqual({
      ratePence: 6_000,
      name: "Beta's standard rate",
    });
    const ofType = { ratePence: 7_500, name: 'the rate of Support' };
    expect(chosen('1', '1', 'work-type')).toEqual(ofType);
    expect(chosen('1', '3', 'work-type'), 'one without a rate').toBeNull();
    // Rates that the client does not have, hardware, and no client.
    expect(chosen('2', '1', 'premium')).toBeNull();
    expect(chosen('1', '1', 'discounted')).toBeNull();
    expect(chosen('1', '2', 'premium')).toBeNull();
    expect(chosen('', '1', 'premium')).toBeNull();
  });

  test('is none for hardware, for what is not offered, and for an entry without one', () => {
    expect(filledFor('1', '2')).toBeNull();
    expect(filledFor('9', '1')).toBeNull();
    expect(filledFor('1', '9')).toBeNull();
    expect(filledFor('1', '1', { ...OWN, ratePence: null })).toBeNull();
  });
});

test('the form says what will be charged, why, and instead of what', () => {
  const texts = { clientId: '1', workTypeId: '1', rateFilled: '70.00', rateFor: '1:1', rate: '70' };
  const said = (choice: object, own: OwnRate | null = OWN) => {
    const rate = chargedRate(OPTIONS, { ...texts, ...choice }, own);
    return rate && sayCharged(rate, own);
  };
  expect(said({})).toBe("Charged at £70.00/hr, this log's rate. Changes with client and work type");
  const rate = chargedRate(OPTIONS, texts, OWN);
  expect(rate && sayCharged(rate, OWN, true)).toContain('Changes with client, job and work type');
  expect(said({ clientId: '2' })).toBe(
    "Charged at £50.00/hr, Beta's discounted rate, instead of £70.00",
  );
  expect(said({ clientId: '2', rateFor: '2:1', rateFilled: '55.00' }), 'as it was shown').toBe(
    "Charged at £55.00/hr, Beta's discounted rate, instead of £70.00",
  );
  expect(said({ rateChoice: 'typed', rate: '1250' })).toBe(
    'Charged at £1,250.00/hr, typed, instead of £70.00',
  );
  expect(said({ rateChoice: 'typed', rate: 'much' })).toBeNull();
  expect(said({ rateChoice: 'discounted' })).toBeNull();
  expect(said({}, null)).toBe("Charged at £60.00/hr, Acme's standard rate");
  expect(said({ clientId: '' }, null), 'a new log without a client').toBeNull();
});

describe('a form that is sent', () => {
  const send = (fields: Record<string, string>) => {
    const form = new FormData();
    const start = { clientId: '1', workTypeId: '1', hourlyRate: '70.00', ...rateValues(OWN) };
    for (const [name, value] of Object.entries({ ...start, ...fields })) form.set(name, value);
    followChoice(form, { rateName: 'hourlyRate', options: OPTIONS, own: OWN });
    return Object.fromEntries([...form].map(([name, value]) => [name, value as string]));
  };

  test('comes to the same when it is sent again as it came back', () => {
    const choices = fc.record({
      clientId: fc.constantFrom('', '1', '2', '9'),
      workTypeId: fc.constantFrom('', '1', '2', '3'),
      hourlyRate: fc.constantFrom('', '50.00', '70.00', '61', 'much'),
      rateKept: fc.constantFrom('on', 'off'),
      rateChoice: fc.constantFrom('', 'standard', 'premium', 'discounted', 'work-type', 'typed'),
    });
    fc.assert(
      fc.property(choices, (fields) => {
        const once = send(fields);
        expect(send(once)).toEqual(once);
      }),
    );
  });

  test('keeps what was typed, whatever is chosen', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '1', '2'),
        fc.constantFrom('', '1', '2', '3'),
        fc.constantFrom('61', '0', 'much', '70'),
        (clientId, workTypeId, hourlyRate) => {
          expect(send({ clientId, workTypeId, hourlyRate }).hourlyRate).toBe(hourlyRate);
        },
      ),
    );
  });
});
