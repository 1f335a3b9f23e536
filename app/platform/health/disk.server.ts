import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#db/soundness.server.ts';
import type { HealthCheck, Problem } from './health.server.ts';

/** Below this, in bytes, the next write may fail: what the write-ahead log of the database takes. */
export const LEAST_ROOM = 4 * 1024 * 1024;

const MIB = 1024 * 1024;

/**
 * Whether the disk of the data folder has room, and takes a write and syncs it. The write is a new
 * file each time, since one that is there could be written over on a full disk.
 */
export function checkDisk(dataDir: string, leastRoom = LEAST_ROOM): HealthCheck {
  const file = join(dataDir, 'health-check');
  return async () => {
    try {
      await writeAndSync(file);
    } catch (error) {
      return problem(sentenceFor(codeOf(error)));
    }
    const free = await freeBytes(dataDir);
    if (free === null || free >= leastRoom) return null;
    return problem(
      `Only ${(free / MIB).toFixed(1)} MiB are free where DATA_DIR lies, and ${leastRoom / MIB} MiB are needed. Make room.`,
    );
  };
}

async function writeAndSync(file: string): Promise<void> {
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      // Unlike `write`, it goes on after a write that a disk almost full took only in part.
      await handle.writeFile(Buffer.alloc(4096, 1));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** The bytes that are free for us on the disk of a folder; null where the file system cannot tell. */
export async function freeBytes(folder: string): Promise<number | null> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return blocks === 0 ? null : bavail * bsize;
}

function sentenceFor(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return 'The disk with DATA_DIR is full: nothing can be saved. Make room.';
  }
  return `DATA_DIR cannot be written (${code || 'for an unknown reason'}): nothing can be saved.`;
}

const problem = (sentence: string): Problem => ({ about: 'disk', sentence });
