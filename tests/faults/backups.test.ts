import { expect, test } from 'vitest';
import { killAndRestore } from '../backups/killed.ts';
import { startAYearAhead } from '../backups/wrong-clock.ts';
import { createRandom } from '../exactly-once/random.ts';

const random = () => createRandom(Number(process.env.SEED));

test('what is restored after a server was killed is whole, and to the penny what was backed up', async () => {
  const { faults, withLog } = await killAndRestore(5, 'restore', random());
  expect(faults).toEqual([]);
  expect(withLog).toBe(5);
});

test('a backup that is only copied over a killed server’s database is not, which this test notices', async () => {
  const { faults } = await killAndRestore(5, 'copy', random());
  expect(faults).not.toEqual([]);
});

test('a start with the clock a year ahead ends no backup, though the clock alone would have ended all but two', async () => {
  const { before, left, endedByClock } = await startAYearAhead();
  expect(before.length).toBeGreaterThan(5);
  expect(left).toEqual(expect.arrayContaining(before) as unknown);
  expect(endedByClock).toBeGreaterThanOrEqual(before.length - 2);
});
