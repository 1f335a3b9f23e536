import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateForEditedLog, rateForNewLog } from './rates.ts';

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
