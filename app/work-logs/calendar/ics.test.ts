import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { cases } from '#tests/support/cases.ts';
import { toCalendarText, type CalendarEvent } from './ics.ts';

const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'work-log-1@abc',
  changedAt: new Date('2026-03-27T16:45:30.123Z'),
  sequence: 3,
  from: new Date('2026-03-27T09:00:00Z'),
  to: new Date('2026-03-27T10:30:00Z'),
  summary: 'Acme',
  description: '',
  ...more,
});

/** What a parser that nobody here wrote reads. */
function read(text: string) {
  const calendar = ICAL.Component.fromString(text);
  return calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
}

test('A timed log is an event in UTC, one of a day is a whole day', () => {
  const text = toCalendarText('Work', [event(), event({ from: '2026-03-27', to: '2026-03-28' })]);
  expect(text).toContain('\r\nDTSTART:20260327T090000Z\r\nDTEND:20260327T103000Z\r\n');
  expect(text).toContain('\r\nDTSTART;VALUE=DATE:20260327\r\nDTEND;VALUE=DATE:20260328\r\n');
  expect(text).toContain('\r\nDTSTAMP:20260327T164530Z\r\n');
  const [timed, day] = read(text);
  expect(timed?.startDate.toJSDate()).toEqual(new Date('2026-03-27T09:00:00Z'));
  expect([timed?.uid, timed?.sequence]).toEqual(['work-log-1@abc', 3]);
  expect([day?.startDate.isDate, day?.endDate.toString()]).toEqual([true, '2026-03-28']);
});

test('No text breaks it: it is read as it was written, in lines of 75 octets at most', () => {
  const pieces = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '\n',
      '\r\n',
      '\\',
      '\\n',
      ';',
      ',',
      ':',
      '"',
      '\nEND:VEVENT\n',
      '🧑🏽‍💻',
      'é',
      '漢',
    ),
  );
  const anyText = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(anyText, anyText, (summary, description) => {
      const text = toCalendarText(summary, [event({ summary, description })]);
      expect(text.endsWith('\r\n')).toBe(true);
      for (const line of text.split('\r\n')) {
        expect(line).not.toMatch(/[\r\n]/);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
      const [only, ...others] = read(text);
      expect(others).toEqual([]);
      const kept = (one: string) =>
        one.replace(/\r\n?|[\v\f]/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '');
      expect(only?.summary ?? '').toBe(kept(summary));
      expect(only?.description ?? '').toBe(kept(description));
    }),
    { numRuns: cases(2_000) },
  );
});
