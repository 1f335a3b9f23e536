import { expect, test } from 'vitest';
import { LONGEST_WAIT, printSentLater, readSentLater } from './sent-later.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

test('a form that waited says whose it is and when it was sent, by the clock of the server', () => {
  expect(readSentLater(printSentLater(7, 90_000.4), NOW)).toEqual({
    personId: 7,
    sentAt: new Date('2026-11-22T11:58:30Z'),
    outcome: null,
  });
});

test('no device says that something was sent in the future', () => {
  expect(readSentLater(printSentLater(7, -60_000), NOW)?.sentAt).toEqual(NOW);
});

test('a wait that is longer than the key of a form is known is not believed', () => {
  expect(readSentLater(printSentLater(7, LONGEST_WAIT), NOW)?.sentAt).toEqual(
    new Date('2026-10-22T12:00:00Z'),
  );
  expect(readSentLater(printSentLater(7, LONGEST_WAIT + 1), NOW)?.sentAt).toBeNull();
});

test.each([undefined, '', '7', '7 x', 'x 7', '-1 5', '7 5 5'])(
  '%j says nothing of it',
  (header) => {
    expect(readSentLater(header, NOW)).toBeNull();
  },
);
