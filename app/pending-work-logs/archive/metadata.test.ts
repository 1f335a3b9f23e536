import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeMetadata } from './metadata.ts';

test('what Todoist said of a task reads as words, not as data', () => {
  expect(
    describeMetadata(
      {
        taskId: '42',
        labels: ['support', 'urgent'],
        duration: { amount: 30, unit: 'minute' },
        taskStillExists: false,
        section_id: null,
        empty: [],
        added_at: '2026-07-05T08:00:00.000000Z',
      },
      'Europe/London',
    ),
  ).toEqual([
    ['Task id', '42'],
    ['Labels', 'support, urgent'],
    ['Duration', 'Amount: 30; Unit: minute'],
    ['Task still exists', 'No'],
    ['Added at', '5 Jul 2026, 09:00'],
  ]);
});

test('whatever it is, there are no braces, quotes or [object Object]', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.jsonValue({ maxDepth: 3 })),
      (data) => {
        for (const [, text] of describeMetadata(data, 'UTC')) expect(text).not.toContain('[object');
      },
    ),
  );
});
