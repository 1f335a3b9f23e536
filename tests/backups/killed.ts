import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import {
  differingTables,
  readContents,
  type Contents,
} from '#app/platform/backups/contents.server.ts';
import { makeBackup } from '#app/platform/backups/make-backup.server.ts';
import { restoreBackup } from '#app/platform/backups/restore.server.ts';
import { lockDataFolder } from '#app/platform/data-folder/open-data-folder.server.ts';
import { programSchema } from '#db/schema-version.server.ts';
import type { Random } from '../exactly-once/random.ts';

const SCHEMA = programSchema(join(import.meta.dirname, '../../db/migrations'));

/** The longest that a server goes on writing after the backup, in milliseconds. */
const LONGEST_WRITING = 150;

/** What became of the rounds. */
export type Rounds = {
  /** What was found wrong, with the number of the round. */
  faults: string[];
  /** In how many rounds the killed server left a log with changes behind. */
  withLog: number;
};

/** How a backup is put back: by the product, or by copying it over, as the control does. */
export type Way = 'restore' | 'copy';

/**
 * So many times: starts a server that writes, backs it up meanwhile, kills it, puts the backup back,
 * and looks whether what is there then is whole and to the penny what was backed up.
 */
export async function killAndRestore(
  rounds: number,
  way: Way,
  random: Random,
  tell: (round: number) => void = () => undefined,
): Promise<Rounds> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallyhour-killed-'));
  const result: Rounds = { faults: [], withLog: 0 };
  try {
    for (let round = 1; round <= rounds; round++) {
      const file = join(dataDir, 'backups', 'round.sqlite');
      const contents = await backUpAndKill(dataDir, file, random.below(LONGEST_WRITING));
      if (existsSync(join(dataDir, 'database.sqlite-wal'))) result.withLog += 1;
      if (way === 'restore') putBack(dataDir, file);
      else copyFileSync(file, join(dataDir, 'database.sqlite'));
      tell(round);
      const fault = findFault(join(dataDir, 'database.sqlite'), contents);
      if (fault === null) continue;
      result.faults.push(`round ${round}: ${fault}`);
      // All of it: a folder with a key and no database would be refused.
      rmSync(dataDir, { recursive: true });
    }
    return result;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function backUpAndKill(dataDir: string, file: string, writeFor: number): Promise<Contents> {
  const child = fork(join(import.meta.dirname, 'writing-server.ts'), [dataDir], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  try {
    const began = await Promise.race([once(child, 'message'), ended.then(() => null)]);
    if (began === null) throw new Error('The server ended by itself.');
    const databaseFile = join(dataDir, 'database.sqlite');
    const order = { databaseFile, file, kind: 'manual', madeAt: new Date() } as const;
    const { contents } = await makeBackup({ ...order, isThorough: false });
    await new Promise((resolve) => setTimeout(resolve, writeFor));
    return contents;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

function putBack(dataDir: string, file: string): void {
  const lock = lockDataFolder(dataDir);
  try {
    const { kept } = restoreBackup({ dataDir, file, schema: SCHEMA, now: new Date() });
    if (kept === null) throw new Error('Nothing was kept of what was there.');
    rmSync(kept, { recursive: true });
  } finally {
    lock.release();
  }
}

/** What is wrong with a database, compared with what it should hold; null when nothing is. */
function findFault(file: string, expected: Contents): string | null {
  const sqlite = new SqliteDatabase(file, { fileMustExist: true });
  try {
    const integrity = String(sqlite.pragma('integrity_check(1)', { simple: true }));
    if (integrity !== 'ok') return `malformed: ${integrity.replaceAll('\n', ' ')}`;
    // By this the database knows that it was restored: it was not in the backup.
    sqlite.exec(`delete from settings where name = 'restored.at'`);
    const differing = differingTables(readContents(sqlite), expected);
    return differing.length === 0 ? null : `other rows or pence in ${differing.join(', ')}`;
  } catch (error) {
    return `malformed: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    sqlite.close();
  }
}
