import { join, dirname } from 'node:path';
import type { Config } from '../../platform/env.server.ts';
import {
  BackupError,
  backupFolder,
  removeCopy,
  UNFINISHED,
} from '../../platform/backups/backup-files.server.ts';
import { runInThread } from '../../platform/backups/run-in-thread.server.ts';
import { conflict, ProductError } from '../../lib/errors.ts';
import type { Exports } from '../../ports.ts';
import { statSync, statfsSync } from 'node:fs';
import { openFile } from '#db/open-file.server.ts';
import { hasCode, makeOwnFile, makeOwnFolder, ownFile } from '#db/own-files.server.ts';
import { copyDatabase } from '../../platform/backups/make-backup.server.ts';
import { takeOutSecrets } from './secrets.server.ts';

const ALREADY =
  'An archive is being made for you already. Wait until it has been downloaded, or stop that download, then try again.';

/** Makes what makes a server's copies; one at a time for each person. */
export function createExports({
  config,
  threadModule,
}: {
  config: Pick<Config, 'dataDir' | 'databaseFile'>;
  /** The file with the code of the thread. */
  threadModule: string;
}): Exports {
  const busy = new Set<number>();
  return {
    async begin(userId, signal) {
      if (busy.has(userId)) throw conflict(ALREADY);
      busy.add(userId);
      // What a crash leaves is removed with what crashed backups leave, or by the person's next one.
      const file = join(backupFolder(config.dataDir), `.export-${userId}${UNFINISHED}`);
      // A thread that is stopped over it leaves it.
      const whole = `${file}.whole`;
      let isEnded = false;
      const end = () => {
        if (isEnded) return;
        isEnded = true;
        removeCopy(whole);
        removeCopy(file);
        busy.delete(userId);
      };
      try {
        const order: CopyOrder = { databaseFile: config.databaseFile, whole, file };
        await runInThread<null>(threadModule, order, signal, 'The archive was not finished.');
        return { file, end };
      } catch (error) {
        end();
        throw error instanceof BackupError ? new ProductError(503, error.message) : error;
      }
    },
  };
}

/** What to copy, and where to; plain data, since it goes to another thread. */
export type CopyOrder = {
  databaseFile: string;
  /** Where all of it is for a while, with its secrets. */
  whole: string;
  file: string;
};

/** What stays free on the disk for everybody else, in bytes. */
const ROOM_LEFT = 16 * 1024 * 1024;

const NO_ROOM = 'There is too little room on the disk of the server to make the archive.';

/**
 * Copies the database as it is at one instant, without secrets, into `file`. It may take seconds of its thread.
 * Throws a BackupError, and leaves nothing behind then.
 */
export async function makeCopy({ databaseFile, whole, file }: CopyOrder): Promise<null> {
  try {
    makeOwnFolder(dirname(file));
    const { bavail, bsize } = statfsSync(dirname(file));
    const needed = 2 * statSync(databaseFile).size + ROOM_LEFT;
    if (bavail * bsize < needed) throw new BackupError(NO_ROOM);
    removeCopy(whole);
    removeCopy(file);
    makeOwnFile(whole);
    await copyDatabase(databaseFile, whole);
    const copy = openFile(whole, { fileMustExist: true });
    try {
      copy.pragma('journal_mode = MEMORY');
      copy.pragma('synchronous = OFF');
      copy.pragma('cache_size = -4000');
      copy.pragma('temp_store = FILE');
      takeOutSecrets(copy);
      copy.prepare('vacuum into ?').run(file);
    } finally {
      copy.close();
    }
    ownFile(file);
    return null;
  } catch (error) {
    removeCopy(file);
    const isFull = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].some((code) => hasCode(error, code));
    throw isFull ? new BackupError(NO_ROOM) : error;
  } finally {
    removeCopy(whole);
  }
}
