import { expect, test } from 'vitest';
import { MAX_LINE_LENGTH } from './line.server.ts';
import type { Named } from './names.ts';
import { lineReader } from './read-line.ts';

const named = (names: string[]) => names.map((name, index): Named => ({ id: index + 1, name }));

/** Three hundred clients and three work types that have a word in common. */
const read = lineReader({
  clients: named(Array.from({ length: 300 }, (_, index) => `Harbour Support ${index}`)),
  workTypes: named(['Remote Support', 'On-Site Support', 'Training']),
  today: '2026-11-20',
});

// Each took from half a minute to one, in which the server answered nobody.
test.each(['support', 'harbour', 'support training harbour'])(
  'The longest line of nothing but “%s” is read in a moment',
  { timeout: 15_000 },
  (word) => {
    const line = `${word} `.repeat(MAX_LINE_LENGTH).slice(0, MAX_LINE_LENGTH);
    expect(read(line).client.state).not.toBe('known');
  },
);
