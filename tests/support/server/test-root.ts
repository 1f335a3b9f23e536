import { mkdtempSync, statfsSync } from 'node:fs';
import { availableMemory } from 'node:process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory as a folder, on Linux. */
const MEMORY = '/dev/shm';
/** More than all tests keep at once, in bytes. */
const ENOUGH = 4 * 2 ** 30;

/**
 * Makes the folder below which tests keep their databases: in memory, where there is room, since a disk is waited for at
 * each commit, and what a test writes ends with it.
 */
export function makeTestRoot(): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'tallyhour-tests-'));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH && availableMemory() >= 2 * ENOUGH;
  } catch {
    return false;
  }
}

/** The folder that global-setup.ts made; outside of the tests the system's own. */
export const testRoot = (): string => process.env.TEST_ROOT ?? tmpdir();
