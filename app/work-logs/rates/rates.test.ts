import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chosenIn,
  describeWorth,
  isOtherPrice,
  needNamedRate,
  newLogRate,
  editedLogRate,
  rateForEditedLog,
  rateForNewLog,
  rateOfNewLog,
  readBack,
  readHourFields,
  type RatedClient,
} from './rates.ts';

const client = (standardRatePence: number, discountedRatePence: number | null = null) => ({
  standardRatePence,
  discountedRatePence,
});
const workType = (hourlyRatePence: number) => ({ hourlyRatePence });

describe('the rate of a new log', () => {
  test("is the client's standard rate before the work type's", () => {
    expect(rateForNewLog(client(7_000), workType(9_000))).toBe(7_000);
  });

  test("is the work type's where the client has none", () => {
    expect(rateForNewLog(client(0), workType(9_000))).toBe(9_000);
  });

  test('is £60 where neither has one', () => {
    expect(rateForNewLog(client(0), workType(0))).toBe(6_000);
  });

  test("never is the client's discounted rate", () => {
    expect(rateForNewLog(client(7_000, 5_000), workType(9_000))).toBe(7_000);
    expect(rateForNewLog(client(0, 5_000), workType(9_000))).toBe(9_000);
    expect(rateForNewLog(client(0, 5_000), workType(0))).toBe(6_000);
  });
});

describe('the rate of an edited log', () => {
  test("is the client's discounted rate before the work type's", () => {
    expect(rateForEditedLog(client(7_000, 5_000), workType(9_000))).toBe(5_000);
  });

  test.each([null, 0])("is the work type's where the discounted rate is %j", (discounted) => {
    expect(rateForEditedLog(client(7_000, discounted), workType(9_000))).toBe(9_000);
  });

  test("is the work type's while a task has no client yet", () => {
    expect(rateForEditedLog(null, workType(9_000))).toBe(9_000);
    expect(rateForEditedLog(null, workType(0))).toBe(6_000);
  });

  test('is £60 where neither has one', () => {
    expect(rateForEditedLog(client(7_000, null), workType(0))).toBe(6_000);
    expect(rateForEditedLog(client(7_000, 0), workType(0))).toBe(6_000);
  });

  test("never is the client's standard rate", () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.nat()), fc.nat(), (standard, discounted, hourly) => {
        expect(rateForEditedLog(client(standard, discounted), workType(hourly))).toBe(
          rateForEditedLog(client(standard + 1, discounted), workType(hourly)),
        );
      }),
    );
  });
});

test('a rate that applies is above 0, whatever client and work type say', () => {
  fc.assert(
    fc.property(fc.nat(), fc.option(fc.nat()), fc.nat(), (standard, discounted, hourly) => {
      const rates = [client(standard, discounted), workType(hourly)] as const;
      expect(rateForNewLog(...rates)).toBeGreaterThan(0);
      expect(rateForEditedLog(...rates)).toBeGreaterThan(0);
    }),
  );
});

const ACME: RatedClient = {
  name: 'Acme',
  standardRatePence: 7_000,
  premiumRatePence: 0,
  discountedRatePence: 5_000,
};
const SUPPORT = { name: 'Support', hourlyRatePence: 9_000 };
const SITE = { name: 'Site', hourlyRatePence: 8_000 };

describe('the rate of a job', () => {
  test('comes before all others, for a new log and an edited one', () => {
    const ofJob = { ratePence: 8_000, name: 'the rate of job Site' };
    expect(newLogRate(ACME, SUPPORT, SITE)).toEqual(ofJob);
    expect(editedLogRate(ACME, SUPPORT, SITE)).toEqual(ofJob);
  });

  test.each([null, 0])('counts for nothing where it is %j', (hourlyRatePence) => {
    const job = { ...SITE, hourlyRatePence };
    expect(newLogRate(ACME, SUPPORT, job)).toEqual({
      ratePence: 7_000,
      name: "Acme's standard rate",
    });
  });

  test('makes another price only where one of two different jobs has one', () => {
    const [site, office, other] = [
      { ...SITE, id: 1 },
      { name: 'Office', hourlyRatePence: null, id: 2 },
      { name: 'Other', hourlyRatePence: null, id: 3 },
    ];
    expect(isOtherPrice(site, site)).toBe(false);
    expect(isOtherPrice(office, other)).toBe(false);
    expect(isOtherPrice(null, null)).toBe(false);
    expect(isOtherPrice(null, office)).toBe(false);
    for (const one of [null, office]) {
      expect(isOtherPrice(site, one)).toBe(true);
      expect(isOtherPrice(one, site)).toBe(true);
    }
  });

  test('is chosen only with its own client', () => {
    const options = {
      clients: [{ ...ACME, id: 1 }],
      workTypes: [{ ...SUPPORT, id: 2, isHardware: false }],
      jobs: [{ ...SITE, id: 3, clientId: 1 }],
    };
    const chosen = (clientId: string, workTypeId: string, jobId?: string) => {
      const { client, workType, job } = chosenIn(options, { clientId, workTypeId, jobId });
      return [client?.id, workType?.id, job?.id];
    };
    expect(chosen('1', '2', '3')).toEqual([1, 2, 3]);
    expect(chosen('9', '2', '3')).toEqual([undefined, 2, undefined]);
    expect(chosen('1', '9')).toEqual([1, undefined, undefined]);
    expect(chosen('1', '2', '9')).toEqual([1, 2, undefined]);
    const { clients, workTypes } = options;
    const without = chosenIn(
      { clients, workTypes },
      { clientId: '1', workTypeId: '2', jobId: '3' },
    );
    expect(without.job).toBeNull();
  });
});

describe('a chosen rate of a new log', () => {
  const rate = (rateChoice: Parameters<typeof rateOfNewLog>[0]['rateChoice'], typed?: number) =>
    rateOfNewLog({ rateChoice, hourlyRate: typed ?? null }, ACME, SUPPORT);

  test('is the typed one, a named one, or the one that applies by itself', () => {
    expect(rate('typed', 0)).toEqual({ ratePence: 0, name: 'typed' });
    expect(rate(null, 6_100)).toEqual({ ratePence: 6_100, name: 'typed' });
    expect(rate(undefined)).toEqual({ ratePence: 7_000, name: "Acme's standard rate" });
    expect(rate('discounted')).toEqual({ ratePence: 5_000, name: "Acme's discounted rate" });
    expect(rate('work-type')).toEqual({ ratePence: 9_000, name: 'the rate of Support' });
  });

  const problem = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      return (error as { issues?: unknown[] }).issues?.[0];
    }
    return null;
  };

  test('is refused where it is not typed, where it is two, and where it is none', () => {
    expect(problem(() => rate('typed'))).toEqual({
      path: 'hourlyRate',
      message: 'Type the rate, or choose another above.',
    });
    expect(problem(() => rate('standard', 6_100))).toEqual({
      path: 'hourlyRate',
      message: 'A rate is chosen and another one typed. Choose “Other…”, or empty the figure.',
    });
    const none = (...of: Parameters<typeof needNamedRate>) =>
      problem(() => needNamedRate(...of)) as { path: string; message: string };
    expect(none('premium', ACME, SUPPORT)).toEqual({
      path: 'rateChoice',
      message: 'Acme has no premium rate. Choose another, or set it first.',
    });
    expect(none('work-type', ACME, { ...SUPPORT, hourlyRatePence: 0 }).message).toBe(
      'Support has no rate. Choose another, or set it first.',
    );
    expect(none('premium', null, SUPPORT).message).toBe(
      'Choose the client whose rate this is to be.',
    );
    expect(none('work-type', ACME, null).message).toBe(
      'Choose the work type whose rate this is to be.',
    );
    // A client that has no name here is still somebody.
    expect(newLogRate({ standardRatePence: 7_000 }, { hourlyRatePence: 0 }).name).toBe(
      "the client's standard rate",
    );
    expect(newLogRate({ standardRatePence: 0 }, { hourlyRatePence: 1 }).name).toBe(
      'the rate of the work type',
    );
    expect(newLogRate({ standardRatePence: 0 }, { hourlyRatePence: 0 }).name).toBe(
      'the usual rate',
    );
  });
});

describe('what work comes to, in words', () => {
  const rate = { ratePence: 6_000, name: 'typed' };

  test('is its time, its amount and its rate', () => {
    expect(describeWorth(90, rate)).toBe('1h 30m · £90.00 at £60.00, typed');
    expect(describeWorth(90, rate, false)).toBe('1h 30m · not billable, £90.00 at £60.00, typed');
  });

  test('is read back while it is typed', () => {
    const back = (texts: string[], more = {}) => readBack(readHourFields(texts), rate, more);
    expect(back(['1:30'])).toBe('1h 30m · £90.00');
    expect(back(['1h', '30m'])).toBe('1h 30m · £90.00');
    expect(back(['1:30'], { isBillable: false })).toBe('1h 30m · not billable · £90.00');
    expect(readBack(readHourFields(['1:30']), null)).toBe('1h 30m');
    expect(back(['', ' '])).toBe('Such as 1.5, 1:30, 1h 30m or 90m');
    expect(back([''], { example: 'Travel' })).toBe('Travel');
    expect(back(['24'])).toBe('24h 0m · £1,440.00');
    expect(back(['25'])).toBe('25h 0m · £1,500.00. For minutes, write 90m.');
    expect(back(['25', '1'])).toBe('26h 0m · £1,560.00. For minutes, write 90m.');
    expect(back(['25h'])).toBe('25h 0m · £1,500.00');
    expect(back(['100'])).toBe('100h 0m · £6,000.00. For minutes, write 90m.');
    expect(back(['100h 1m'])).toBe('100h 1m: more than one log may have');
    expect(back(['1', 'much'])).toBe('Not understood. Write it like 1.5, 1:30, 1h 30m or 90m.');
  });
});
