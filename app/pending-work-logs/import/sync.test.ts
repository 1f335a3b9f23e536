import { expect, test } from 'vitest';
import { describeSync, SyncRange } from './sync.server.ts';

test.each([
  [0, 0, 0, 'No completed tasks found in this date range.'],
  [3, 0, 0, 'There were no tasks to process.'],
  [1, 0, 1, 'Nothing new: the one task was imported before.'],
  [1_200, 0, 1_200, 'Nothing new: all 1,200 tasks were imported before.'],
  [1, 1, 0, 'Found 1 new task.'],
  [1_200, 1_200, 0, 'Found 1,200 new tasks.'],
  [2, 1, 1, 'Found 1 new task, skipped 1 duplicate.'],
  [3_000, 1_000, 2_000, 'Found 1,000 new tasks, skipped 2,000 duplicates.'],
])(
  'of %i tasks, %i of them new and %i known, it says: %s',
  (tasksProcessed, newPendingLogs, skippedDuplicates, sentence) => {
    expect(describeSync({ tasksProcessed, newPendingLogs, skippedDuplicates })).toBe(sentence);
  },
);

test('Days are read as they look, whatever they were copied from', () => {
  const asTyped = { startDate: ' 2026-11-01\u200e', endDate: '２０２６-11-02 ' };
  expect(SyncRange.parse(asTyped)).toEqual({ startDate: '2026-11-01', endDate: '2026-11-02' });
  const turned = SyncRange.safeParse({ startDate: '2026-11-02', endDate: '\u200b2026-11-01' });
  expect(turned.error?.issues[0]?.message).toBe('Start date must be before or equal to end date');
});
