import { describe, expect, test } from 'vitest';
import { drawReport } from './chart.ts';
import {
  readReportQuery,
  billableShare,
  effectiveRate,
  NO_SUMS,
  SORT_COLUMNS,
  sortRows,
  type ReportRow,
} from './reports.ts';

const row = (key: string, name: string, sums: Partial<ReportRow>): ReportRow => ({
  ...NO_SUMS,
  logs: 1,
  ...sums,
  key,
  name,
});

const ROWS = [
  row('1', 'beta', { minutes: 60, billableMinutes: 60, netPence: 100, timePence: 100 }),
  row('2', 'Alpha', { minutes: 120, billableMinutes: 30, netPence: 300, invoicedNetPence: 300 }),
  row('10', 'Alpha', { minutes: 0, netPence: 300, timePence: 0 }),
];
const keys = (rows: ReportRow[]) => rows.map(({ key }) => key).join();

describe('the order of a report', () => {
  test.each([
    [null, '2,10,1'],
    [{ column: 'name', isDescending: false }, '2,10,1'],
    [{ column: 'name', isDescending: true }, '1,10,2'],
    [{ column: 'hours', isDescending: true }, '2,1,10'],
    [{ column: 'hours', isDescending: false }, '10,1,2'],
    [{ column: 'share', isDescending: true }, '1,2,10'],
    [{ column: 'invoicedNet', isDescending: true }, '2,10,1'],
    [{ column: 'rate', isDescending: true }, '1,2,10'],
  ] as const)('by %j', (sort, expected) => {
    expect(keys(sortRows(ROWS, 'client', sort))).toBe(expected);
  });

  test('is the order of time, where it is by week or month', () => {
    const weeks = [row('2026-03-30', 'b', {}), row('2026-03-23', 'c', { netPence: 9 })];
    expect(keys(sortRows(weeks, 'week', null))).toBe('2026-03-23,2026-03-30');
  });

  test.each(SORT_COLUMNS)('can be asked for by %s, either way', (column) => {
    const of = (sort: string) => readReportQuery(new URLSearchParams({ sort })).filters?.sort;
    expect(of(column)).toEqual({ column, isDescending: false });
    expect(of(`-${column}`)).toEqual({ column, isDescending: true });
  });
});

test('An hour brings what billable time brought, by all hours; hardware brings none', () => {
  const sums = {
    ...NO_SUMS,
    minutes: 90,
    billableMinutes: 60,
    timePence: 10_000,
    netPence: 99_999,
  };
  expect(effectiveRate(sums)).toBe(6_667);
  expect(billableShare(sums)).toBe(667);
  expect(effectiveRate(NO_SUMS)).toBeNull();
  expect(billableShare(NO_SUMS)).toBeNull();
});

test.each([
  ['by=year', 'by'],
  ['from=2026-02-30', 'from'],
  ['from=2026-03-02&to=2026-03-01', 'from'],
  ['clientId=x', 'clientId'],
  ['billable=maybe', 'billable'],
  ['sort=-price', 'sort'],
])('The query %s is refused, with what is wrong', (search, path) => {
  const { issues } = readReportQuery(new URLSearchParams(search));
  expect(issues?.map((issue) => issue.path)).toEqual([path]);
});

describe('the drawing', () => {
  test('of months has those without work as well', () => {
    const drawn = drawReport('month', [
      row('2026-01', 'January', { netPence: 100 }),
      row('2025-11', 'November', { netPence: 100, invoicedNetPence: 60 }),
    ]);
    expect(drawn).toMatchObject({ kind: 'columns', names: ['Nov 2025', 'Dec 2025', 'Jan 2026'] });
  });

  test('of many clients has one bar for all but the first eleven', () => {
    const many = Array.from({ length: 14 }, (_, index) =>
      row(String(index), `Client ${index}`, { netPence: 100 * (index + 1) }),
    );
    const drawn = drawReport('client', many);
    expect(drawn).toMatchObject({ kind: 'bars' });
    const bars = drawn?.kind === 'bars' ? drawn.bars : [];
    expect(bars.map(({ name, value }) => `${name} ${value}`)).toHaveLength(12);
    expect(bars[0]).toMatchObject({ name: 'Client 13', value: '£14.00', open: 100 });
    expect(bars[11]).toMatchObject({ name: '3 others', value: '£6.00' });
  });

  test('is left out where nothing was earned, and where there are too many weeks to tell apart', () => {
    expect(drawReport('client', [row('1', 'A', { minutes: 60 })])).toBeNull();
    const ends = ['2016-01-04', '2026-01-05'].map((key) => row(key, key, { netPence: 1 }));
    expect(drawReport('week', ends)).toBeNull();
  });
});
