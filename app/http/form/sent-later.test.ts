import { expect, test } from 'vitest';
import { invalid } from '../../lib/errors.ts';
import { refusedLater, sayTaken } from './sent-later.server.ts';
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

test('a long reason is cut between signs, wherever one of two halves stands', () => {
  for (const length of [998, 999, 1_000]) {
    const sent = readSentLater(printSentLater(7, 0), NOW);
    if (!sent) throw new Error('It was not read.');
    const answer = refusedLater(sent, invalid('notes', `${'x'.repeat(length)}😀 and more`));
    const said = decodeURIComponent(sayTaken(answer, sent).headers.get('X-Taken-Said') ?? '');
    expect(said).toMatch(/^x{998,}😀?/u);
  }
});
