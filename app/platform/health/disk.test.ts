import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDisk, freeBytes } from './disk.server.ts';

test('a disk with room is well, and the check leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhour-disk-'));
  expect(await checkDisk(folder)()).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('a disk with less room than is needed is a problem, with both numbers', async () => {
  const folder = tmpdir();
  const needed = 2 ** 60;
  expect(await freeBytes(folder)).toBeGreaterThan(0);
  expect(await checkDisk(folder, needed)()).toEqual({
    about: 'disk',
    sentence: expect.stringMatching(
      /^Only [\d.]+ MiB are free where DATA_DIR lies, and 1099511627776 MiB are needed\. Make room\.$/,
    ) as unknown,
  });
});

test('a folder that is gone is a problem', async () => {
  expect(await checkDisk(join(tmpdir(), 'tallyhour-gone'))()).toEqual({
    about: 'disk',
    sentence: 'DATA_DIR cannot be written (ENOENT): nothing can be saved.',
  });
});
