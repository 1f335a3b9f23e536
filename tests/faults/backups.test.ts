import { expect, test } from 'vitest';
import { killAndRestore } from '../backups/killed.ts';
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
