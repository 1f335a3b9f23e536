import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeRate, filledRate, followChoice, rateValues, type OwnRate } from './rate-choice.ts';
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
    expect(filledFor('1', '1')).toEqual({ rate: '70.00', name: "this log's rate" });
  });

  test.each([
    ['2', '1', '50.00', "Beta's discounted rate"],
    ['1', '3', '60.00', 'the usual rate'],
    ['2', '3', '50.00', "Beta's discounted rate"],
    ['', '3', '60.00', 'the usual rate'],
    ['2', '', '70.00', "this log's rate"],
  ])('of client "%s" and work type "%s" is %s, %s', (clientId, workTypeId, rate, name) => {
    expect(filledFor(clientId, workTypeId)).toEqual({ rate, name });
  });

  test('of a work type that the client has no discount for is named after it', () => {
    const own = { ...OWN, choice: { clientId: '2', workTypeId: '3' } };
    expect(filledFor('1', '1', own)).toEqual({ rate: '75.00', name: 'the rate of Support' });
  });

  test('is the one that was chosen of the client', () => {
    const chosen = (clientId: string, workTypeId: string, rateChoice: string) =>
      filledRate(OPTIONS, { clientId, workTypeId, rateChoice }, OWN);
    const premium = { rate: '90.00', name: "Acme's premium rate" };
    expect(chosen('1', '1', 'premium')).toEqual(premium);
    expect(chosen('1', '', 'premium')).toEqual(premium);
    expect(chosen('2', '1', 'standard')).toEqual({ rate: '60.00', name: "Beta's standard rate" });
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

test('the form says which of the two it shows', () => {
  const filled = { rate: '1250.00', name: "Beta's discounted rate" };
  expect(describeRate(filled, false, 125_000)).toMatch(/^Beta's discounted rate\. Choosing /);
  expect(describeRate(filled, false, 7_000)).toMatch(
    /^Beta's discounted rate\. The rate changes from £70\.00 to £1,250\.00\. /,
  );
  expect(describeRate(filled, true, 7_000)).toBe(
    "Typed. Empty it for Beta's discounted rate, £1,250.00.",
  );
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
      rateChoice: fc.constantFrom('', 'standard', 'premium', 'discounted'),
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
