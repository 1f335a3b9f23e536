import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chargedRate,
  checkChosenRate,
  describeEdit,
  filledRate,
  followChoice,
  pairOf,
  rateBeside,
  ratedJob,
  rateOfForm,
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

const WITH_JOBS: RateOptions = {
  ...OPTIONS,
  jobs: [
    { id: 5, clientId: 1, name: 'Site', hourlyRatePence: 8_000 },
    { id: 6, clientId: 1, name: 'Office', hourlyRatePence: null },
  ],
};

describe('a job in a form', () => {
  test('counts for the rate only where it has one', () => {
    expect(['5', '6', '9', undefined].map((id) => ratedJob(WITH_JOBS, id))).toEqual([
      '5',
      '',
      '',
      '',
    ]);
    expect(ratedJob(OPTIONS, '5')).toBe('');
  });

  test('stands in the choice that a rate was filled in for, as a chosen rate does', () => {
    const of = { clientId: '7', workTypeId: '3' };
    expect(pairOf(of)).toBe('7:3');
    expect(pairOf({ ...of, jobId: '' })).toBe('7:3');
    expect(pairOf({ ...of, jobId: '2' })).toBe('7:3/2');
    expect(pairOf({ ...of, rateChoice: 'premium' })).toBe('7:3:premium');
    expect(pairOf({ ...of, jobId: '2', rateChoice: 'work-type' })).toBe('7:3/2:work-type');
    expect(pairOf({ ...of, rateChoice: 'typed' })).toBe('7:3');
  });

  test('has its rate filled in', () => {
    const choice = { clientId: '1', workTypeId: '1', jobId: '5' };
    expect(filledRate(WITH_JOBS, choice, OWN)).toEqual({
      ...{ ratePence: 8_000, name: 'the rate of job Site' },
    });
    expect(filledRate(WITH_JOBS, choice, null)?.ratePence).toBe(8_000);
  });
});

describe('a chosen rate is checked', () => {
  const [acme, support] = [OPTIONS.clients[0] ?? null, OPTIONS.workTypes[0] ?? null];
  const check = (sent: Record<string, unknown>, chosen?: Parameters<typeof checkChosenRate>[2]) => {
    try {
      checkChosenRate(sent, 'rate', chosen, acme, support);
      return null;
    } catch (error) {
      return (error as { issues: { path: string }[] }).issues[0]?.path;
    }
  };

  test.each([
    [{}, undefined, null],
    [{ rate: '61' }, undefined, null],
    [{ rate: '61' }, 'typed', null],
    [{ rate: '' }, 'typed', 'rate'],
    [{}, 'typed', 'rate'],
    [{}, 'premium', null],
    [{ rate: '90.00', rateFilled: '90.00' }, 'premium', null],
    [{ rate: '61', rateFilled: '90.00' }, 'premium', 'rateChoice'],
    [{ rate: '61' }, 'premium', 'rateChoice'],
    [{}, 'discounted', 'rateChoice'],
  ] as const)('%j with %j is refused at %j', (sent, chosen, path) => {
    expect(check(sent, chosen)).toBe(path);
  });
});

describe('a form that comes back or was saved', () => {
  const sent = { clientId: '2', workTypeId: '1', rateChoice: '' };
  const choice = { clientId: '1', workTypeId: '1', jobId: '5' };
  const shown = { rate: '61.00', choice, options: WITH_JOBS, own: OWN };

  test('has beside it what its rate was filled in for; where one was typed, what would apply', () => {
    expect(rateBeside(sent, shown)).toEqual({ rateFilled: '61.00', rateFor: '1:1/5' });
    expect(rateBeside({ ...sent, rateChoice: 'typed' }, shown)).toEqual({
      ...{ rateFilled: '80.00', rateFor: '1:1/5' },
    });
    const premium = { ...shown, choice: { ...choice, jobId: '6' } };
    expect(rateBeside({ ...sent, rateChoice: 'premium' }, premium).rateFor).toBe('1:1:premium');
    const hardware = { ...shown, choice: { clientId: '1', workTypeId: '2' } };
    expect(rateBeside({ ...sent, rateChoice: 'typed' }, hardware).rateFilled).toBe('');
  });

  test('came to a rate that is named by its choice', () => {
    const saved = { ratePence: 5_500, options: WITH_JOBS, own: OWN };
    expect(rateOfForm(sent, saved)).toEqual({ ratePence: 5_500, name: "Beta's discounted rate" });
    expect(rateOfForm({ ...sent, rateChoice: 'typed' }, saved).name).toBe('typed');
    expect(rateOfForm({ clientId: '1', workTypeId: '1' }, saved).name).toBe("this log's rate");
    expect(rateOfForm({ clientId: '1', workTypeId: '2' }, saved).name).toBe("this log's rate");
    expect(rateOfForm({ ...sent, clientId: 7, jobId: '5' }, saved).name).toBe(
      'the rate of Support',
    );
  });
});

describe('a form without scripts', () => {
  const follow = (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    followChoice(form, { rateName: 'hourlyRate', options: WITH_JOBS, own: OWN });
    return Object.fromEntries(form);
  };
  const start = { clientId: '1', workTypeId: '1', rateFilled: '70.00', rateFor: '1:1' };

  test('gets the rate of what was chosen, unless another was typed', () => {
    expect(follow({ ...start, clientId: '2', hourlyRate: '70.00' })).toMatchObject({
      ...{ hourlyRate: '50.00', rateFilled: '50.00', rateFor: '2:1' },
    });
    expect(follow({ ...start, clientId: '2', hourlyRate: '' })).toMatchObject({
      hourlyRate: '50.00',
    });
    expect(follow({ ...start, jobId: '5', hourlyRate: ' 70.00 ' })).toMatchObject({
      ...{ hourlyRate: '80.00', rateFor: '1:1/5' },
    });
    const typed = follow({ ...start, clientId: '2', hourlyRate: '61' });
    expect(typed).toMatchObject({ hourlyRate: '61', rateFilled: '50.00', rateChoice: 'typed' });
  });

  test('keeps what was shown for its choice, though the rate is another by now', () => {
    const shown = { ...start, clientId: '2', rateFor: '2:1', rateFilled: '55.00' };
    expect(follow({ ...shown, hourlyRate: '55.00' })).toMatchObject({
      ...{ hourlyRate: '55.00', rateFilled: '55.00', rateFor: '2:1' },
    });
    // For its own choice the log's own rate holds.
    expect(follow({ ...start, rateFilled: '65.00', hourlyRate: '65.00' })).toMatchObject({
      ...{ hourlyRate: '70.00', rateFilled: '70.00' },
    });
    expect(follow({ ...shown, rateFilled: '', hourlyRate: '' }).hourlyRate).toBe('50.00');
  });

  test('says by its former name, too, that the filled-in rate is kept', () => {
    const kept = follow({ ...start, clientId: '2', hourlyRate: '70.00', rateKept: 'on' });
    expect(kept).toMatchObject({ hourlyRate: '70.00', rateChoice: 'typed', rateFilled: '50.00' });
    expect(kept).not.toHaveProperty('rateKept');
  });

  test('with a rate of a name changes nothing into a typed one, and hardware has none', () => {
    const named = follow({ ...start, rateChoice: 'premium', hourlyRate: '61' });
    expect(named).toMatchObject({ rateChoice: 'premium', hourlyRate: '61', rateFilled: '90.00' });
    const hardware = follow({ ...start, workTypeId: '2', hourlyRate: '70.00' });
    expect(hardware).toMatchObject({ hourlyRate: '70.00', rateFor: '1:1' });
  });

  test('has the rate of what was chosen where it sends none, and keeps one that is said to be typed', () => {
    expect(follow({ ...start, clientId: '2' })).toMatchObject({ hourlyRate: '50.00' });
    const file = new File([], 'rate');
    expect(follow({ ...start, clientId: '2', hourlyRate: file }).hourlyRate).toBe('50.00');
    const typed = follow({ ...start, clientId: '2', rateChoice: 'typed', hourlyRate: '70.00' });
    expect(typed).toMatchObject({ hourlyRate: '70.00', rateFilled: '50.00' });
  });
});

test('a form begins with its own rate and choice; hardware has none', () => {
  expect(rateValues(OWN)).toEqual({ rateFilled: '70.00', rateFor: '1:1' });
  expect(rateValues({ ...OWN, ratePence: null })).toEqual({ rateFilled: '', rateFor: '1:1' });
});

test('an edit says what it comes to, and from what to what the rate changed', () => {
  const edit = (ratePence: number, own = OWN) =>
    describeEdit(60, { ratePence, name: 'typed' }, own, true);
  expect(edit(6_100)).toBe(
    '1h 0m · £61.00 at £61.00, typed. The rate changed from £70.00 to £61.00.',
  );
  expect(edit(7_000)).toBe('1h 0m · £70.00 at £70.00, typed');
  expect(edit(6_100, { ...OWN, ratePence: null })).toBe('1h 0m · £61.00 at £61.00, typed');
});
