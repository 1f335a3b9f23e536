import { statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { openFile } from '#db/open-file.server.ts';
import { hasCode, makeOwnFile, makeOwnFolder, ownFile } from '#db/own-files.server.ts';
import { BackupError } from '../../platform/backups/backup-error.ts';
import { removeCopy } from '../../platform/backups/backup-files.server.ts';
import { copyDatabase } from '../../platform/backups/make-backup.server.ts';
import { takeOutSecrets } from './secrets.server.ts';

/** What to copy, and where to; plain data, since it goes to another thread. */
export type CopyOrder = {
  databaseFile: string;
  /** Where all of it is for a while, with its secrets. */
  whole: string;
  /** The finished copy. */
  file: string;
};

/** What stays free on the disk for everybody else, in bytes. */
const ROOM_LEFT = 16 * 1024 * 1024;

const NO_ROOM = 'There is too little room on the disk of the server to make the archive.';

/**
 * Copies the database in steps, as it is at one instant, takes every secret out, and writes the rest
 * anew into `file`. Throws a BackupError, and leaves nothing behind then.
 *
 * It may use this thread for seconds, so a server runs it in a thread of its own.
 */
export async function makeCopy({ databaseFile, whole, file }: CopyOrder): Promise<null> {
  try {
    makeOwnFolder(dirname(file));
    checkRoom(databaseFile, dirname(file));
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

/** There are two copies for a moment. */
function checkRoom(databaseFile: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < 2 * statSync(databaseFile).size + ROOM_LEFT) throw new BackupError(NO_ROOM);
}
