import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { guard, unguard, writeCell, writeLine, writeMoment } from './cells.ts';
import { COLUMNS, headerOf } from './columns.ts';

const LONDON = 'Europe/London';

describe('a text in a cell', () => {
  it('has an apostrophe before it when a spreadsheet would run it', () => {
    for (const text of ['=1+1', '+44 20', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1']) {
      expect(guard(text)).toBe(`'${text}`);
    }
  });

  it('stays as it is when no spreadsheet would run it', () => {
    for (const text of ['', 'Fix = mend', '’=', "'tis", 'a@b.c', '1-2', '£5']) {
      expect(guard(text)).toBe(text);
    }
  });

  it('comes back equal, also one that begins with apostrophes of its own', () => {
    const start = fc.stringMatching(/^['=+\-@\t\r\n ]{0,4}$/);
    fc.assert(
      fc.property(start, fc.string({ unit: 'grapheme' }), (first, rest) => {
        const text = first + rest;
        expect(unguard(guard(text))).toBe(text);
        expect(guard(text)).not.toMatch(/^\s*[=+\-@]|^[\t\r]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps what another program wrote with an apostrophe of its own', () => {
    expect(unguard("'tis")).toBe("'tis");
    expect(unguard("'=x")).toBe('=x');
  });
});

describe('a line of a file', () => {
  it('is read by a CSV library as the cells that were written', () => {
    const cell = fc.string({
      unit: fc.constantFrom('"', ',', '\r', '\n', "'", '=', ' ', 'é', 'a'),
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        const read = parse(writeLine(cells), { relax_column_count: false }) as unknown;
        expect(read).toEqual([cells]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('values', () => {
  it('are written as decimal pounds, per cent, true and false', () => {
    const write = (kind: Parameters<typeof writeCell>[0], value: Parameters<typeof writeCell>[1]) =>
      writeCell(kind, value, LONDON);
    expect(write('money', 123_450)).toBe('1234.50');
    expect(write('money', -5)).toBe('-0.05');
    expect([2_000, 1_750, 1_725, 0].map((rate) => write('rate', rate))).toEqual([
      '20',
      '17.5',
      '17.25',
      '0',
    ]);
    expect(write('flag', false)).toBe('false');
    expect(write('text', null)).toBe('');
    expect(write('text', '-')).toBe("'-");
  });

  it('of time are written in the business time zone', () => {
    expect(writeMoment(new Date('2026-07-01T23:30:00Z'), LONDON)).toBe('2026-07-02 00:30');
  });

  it('of time that the clocks show twice are told apart', () => {
    const write = (instant: string, zone = LONDON) => writeMoment(new Date(instant), zone);
    expect(write('2026-10-25T00:30:00Z')).toBe('2026-10-25 01:30');
    expect(write('2026-10-25T01:30:59Z')).toBe('2026-10-25 01:30 +00:00');
    expect(write('2026-10-25T02:00:00Z')).toBe('2026-10-25 02:00');
    expect(write('2026-11-01T06:30:00Z', 'America/New_York')).toBe('2026-11-01 01:30 -05:00');
    expect(write('2026-04-04T15:15:00Z', 'Australia/Lord_Howe')).toBe('2026-04-05 01:45 +10:30');
  });
});

it('work logs have the columns that other programs rely on', () => {
  expect(headerOf('work-logs').join(',')).toBe(
    'id,date,client,work_type,kind,minutes,description,billable,hourly_rate,total,invoiced,invoice_number,logged_by,hardware_items,job',
  );
  expect(Object.keys(COLUMNS)).toHaveLength(8);
});
