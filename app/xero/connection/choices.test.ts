import { describe, expect, test } from 'vitest';
import { chooseAccount, chooseTimeTaxCode } from './choices.ts';
import { describePaymentTerms } from '../card/invoice-needs.tsx';

const account = (code: string, name = 'Income') => ({ code, name });

describe('the account of invoice lines', () => {
  test.each([
    ['the chosen one', [account('200'), account('260')], '260', '260'],
    ['200 where the chosen one is gone', [account('200'), account('260')], '300', '200'],
    [
      'the one called Sales without a 200',
      [account('260'), account('4000', 'sales')],
      null,
      '4000',
    ],
    ['the only one', [account('4000')], null, '4000'],
    ['to be chosen among several others', [account('4000'), account('4100')], null, null],
    ['to be chosen where there is none', [], '200', null],
  ])('is %s', (_, accounts, chosen, expected) => {
    expect(chooseAccount(accounts, chosen)).toBe(expected);
  });
});

describe('the VAT of time', () => {
  const rates = [{ code: 'OUTPUT2' }, { code: 'ZERORATEDOUTPUT' }];
  test.each([
    ['the chosen one', rates, 'ZERORATEDOUTPUT', 'ZERORATEDOUTPUT'],
    ['the standard rate where the chosen one is gone', rates, 'RROUTPUT', 'OUTPUT2'],
    ['to be chosen without a standard rate', rates.slice(1), null, null],
  ])('is %s', (_, given, chosen, expected) => {
    expect(chooseTimeTaxCode(given, chosen)).toBe(expected);
  });
});

describe('payment terms', () => {
  test.each([
    [null, 'Not decided in Xero'],
    [{ day: 1, type: 'DAYSAFTERBILLDATE' }, '1 day after the invoice date'],
    [{ day: 30, type: 'DAYSAFTERBILLMONTH' }, '30 days after the end of the invoice’s month'],
    [{ day: 20, type: 'OFCURRENTMONTH' }, 'Day 20 of the invoice’s month'],
    [{ day: 20, type: 'OFFOLLOWINGMONTH' }, 'Day 20 of the month after the invoice'],
  ] as const)('%j are said as "%s"', (terms, words) => {
    expect(describePaymentTerms(terms)).toBe(words);
  });
});
