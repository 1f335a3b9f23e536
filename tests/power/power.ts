import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { breakDisk } from './broken-disk.ts';
import { fillDisk } from './full-disk.ts';
import { loseFiles } from './lost-files.ts';
import { readJournal } from './journal.ts';
import { killOften } from './kills.ts';
import { prove, readTimeline, type Proof } from './proof.ts';
import { createShim } from './shim.ts';
import { liveThrice } from './workload.ts';
import { scratchFolder } from './world.ts';

/** The product as it is, or a control with another `synchronous` of SQLite's. */
export type Synchronous = 'as it is' | 'NORMAL' | 'OFF';

const CONTROL = join(import.meta.dirname, 'other-pragma.ts');

/**
 * Lives three lives with everything that writes, and cuts the power at so many points of them.
 */
export async function cutPowerOften(
  synchronous: Synchronous,
  { points, seed, rounds }: { points: number; seed: number; rounds: number },
): Promise<Proof> {
  const folder = scratchFolder('power');
  const dataDir = join(folder, 'data');
  try {
    mkdirSync(dataDir, { mode: 0o700 });
    const shim = createShim(dataDir, folder, true);
    const more: Record<string, string> =
      synchronous === 'as it is'
        ? {}
        : { NODE_OPTIONS: `--import=${CONTROL}`, POWER_SYNCHRONOUS: synchronous };
    const lived = await liveThrice(dataDir, shim, rounds, more);
    shim.close();
    const calls = readJournal(shim.journal);
    const place = {
      rootPath: dataDir,
      rootInode: statSync(dataDir).ino,
      scratch: join(folder, 'rebuilt'),
    };
    const timeline = readTimeline(calls, lived, place);
    return prove(calls, timeline, place, { points, seed });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export { breakDisk, fillDisk, killOften, loseFiles };
