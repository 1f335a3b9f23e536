import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createInvoicesAddress, logFilterSearch } from './address.ts';
import { NO_FILTERS, readFilters } from './filters.ts';
import { formatCursor, parseCursor } from '../../lib/cursor.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

describe('the filters of an address', () => {
  test.each([
    '',
    'clientId=&startDate=&endDate=&isInvoiced=',
    'clientId=all&isInvoiced=all&workTypeId=all&billable=all',
    'q=&workTypeId=&billable=',
    'q=%20%20',
    'x=1',
  ])('%j limits nothing', (search) => {
    expect(read(search)).toEqual({
      filters: NO_FILTERS,
      issues: null,
    });
  });

  test('are all read together', () => {
    const search =
      'clientId=7&jobId=4&startDate=2026-03-29&endDate=2026-03-29&isInvoiced=false&workTypeId=3&billable=true&person=2&q=mail box';
    expect(read(search)).toEqual({
      filters: {
        clientId: 7,
        jobId: 4,
        startDate: '2026-03-29',
        endDate: '2026-03-29',
        isInvoiced: false,
        workTypeId: 3,
        billable: true,
        person: 2,
        q: 'mail box',
      },
      issues: null,
    });
    expect(read('isInvoiced=true').filters?.isInvoiced).toBe(true);
  });

  const DATE = 'Enter a real date as YYYY-MM-DD.';
  test.each([
    ['clientId=0', 'clientId', 'This client does not exist.'],
    ['clientId=-1', 'clientId', 'This client does not exist.'],
    ['clientId=1.5', 'clientId', 'This client does not exist.'],
    ['clientId=7x', 'clientId', 'This client does not exist.'],
    ['clientId=9999999999999999', 'clientId', 'This client does not exist.'],
    ['startDate=2026-02-30', 'startDate', DATE],
    ['startDate=01/02/2026', 'startDate', DATE],
    ['endDate=tomorrow', 'endDate', DATE],
    ['isInvoiced=yes', 'isInvoiced', 'This should be true, false or all.'],
    ['billable=1', 'billable', 'This should be true, false or all.'],
    ['person=x', 'person', 'This person does not exist.'],
    ['workTypeId=x', 'workTypeId', 'This work type does not exist.'],
    [`q=${'x'.repeat(201)}`, 'q', 'Keep this to 200 characters or fewer.'],
    [
      'startDate=2026-03-30&endDate=2026-03-29',
      'startDate',
      'Start date must be before or equal to end date',
    ],
  ])('%s is wrong at %s', (search, path, message) => {
    expect(read(search)).toEqual({ filters: null, issues: [{ path, message }] });
  });

  test('say everything that is wrong at once', () => {
    const { issues } = read('clientId=x&startDate=x&isInvoiced=x');
    expect(issues?.map(({ path }) => path)).toEqual(['clientId', 'startDate', 'isInvoiced']);
  });

  test('are kept without the page for links that start afresh', () => {
    const search = new URLSearchParams('isInvoiced=true&older=1_2&clientId=7&endDate=&x=1');
    expect(logFilterSearch(search).toString()).toBe('clientId=7&isInvoiced=true');
  });

  test('are none where all is asked for', () => {
    const search = new URLSearchParams('isInvoiced=all&clientId=all&startDate=');
    expect(logFilterSearch(search).size).toBe(0);
  });

  test('keep a search for the word "all"', () => {
    expect(logFilterSearch(new URLSearchParams('q=all&clientId=all')).toString()).toBe('q=all');
  });

  test('go along to the preview of invoices by its button, and by no other', () => {
    const address = (search: string) => createInvoicesAddress(new URLSearchParams(search));
    expect(address('go=create-invoices&q=mail&clientId=&isInvoiced=all&endDate=2026-03-29')).toBe(
      '/work-logs/create-invoices?q=mail&endDate=2026-03-29',
    );
    expect(address('go=create-invoices&q=')).toBe('/work-logs/create-invoices');
    expect(address('q=mail')).toBeNull();
    expect(address('go=elsewhere')).toBeNull();
  });
});

describe('a cursor', () => {
  test('survives the address', () => {
    const date = fc.integer({ min: -8.64e15, max: 8.64e15 });
    const id = fc.integer({ min: 1, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(date, id, (instant, key) => {
        const cursor = { date: instant, id: key };
        expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  test.each(['', '_', '1', '1_', '_1', '1_2_3', '1.5_2', '1_-2', 'a_b', ' 1_2', '1_2\n', '1e3_2'])(
    '%j is none',
    (text) => {
      expect(parseCursor(text)).toBeNull();
    },
  );

  test('is none when a number is too long to be exact', () => {
    expect(parseCursor('12345678901234567_1')).toBeNull();
    expect(parseCursor('1_1234567890123456')).toBeNull();
  });
});
