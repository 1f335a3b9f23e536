import { expect, test } from 'vitest';
import { groupTwins, idsOfKey, keyOf } from './presses.ts';

const task = (id: number, taskName: string, projectId: string | null = 'p', more = {}) => ({
  id,
  taskName,
  projectId,
  projectName: projectId,
  status: 'pending_review',
  ...more,
});
const idsOf = (rows: ReturnType<typeof task>[]) =>
  groupTwins(rows).map((group) => group.map(({ id }) => id));

test('Waiting tasks with the same name in the same project are together, where the first stands', () => {
  expect(
    idsOf([
      task(1, 'Check backups'),
      task(2, 'Reset'),
      task(3, ' check  BACKUPS '),
      task(4, 'Check backups', 'other'),
      task(5, 'Check backups', 'p', { status: 'confirmed' }),
      task(6, 'Check ｂackups'),
      task(7, 'Reset', null),
      task(8, 'Reset', null),
    ]),
  ).toEqual([[1, 3, 6], [2], [4], [5], [7, 8]]);
});

test('A group is named by its ids', () => {
  expect(idsOfKey(keyOf([12, 13]))).toEqual([12, 13]);
  for (const text of ['', '-', '1-', '0', '1-0', 'a', '1--2']) expect(idsOfKey(text)).toBeNull();
});
