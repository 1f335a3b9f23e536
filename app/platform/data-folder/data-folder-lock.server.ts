import { join } from 'node:path';
import { openFile } from '#db/open-file.server.ts';
import { hasCode, makeOwnFile, makeOwnFolder } from '#db/own-files.server.ts';
import { StartRefusal } from '../start-refusal.ts';

/** Another process holds the data folder, or another server in this process. */
export class DataFolderInUseError extends StartRefusal {}

/** The hold on a data folder; to be kept for as long as it is needed. */
export type DataFolderLock = {
  /** Lets the next one have the folder. */
  release: () => void;
};

/**
 * Takes the data folder for this process alone, and makes the folder where there is none. The
 * operating system holds the lock, on the file `lock.sqlite`, and drops it however the process
 * dies. Throws DataFolderInUseError when somebody else has it, and what the file system throws
 * when the folder cannot be written.
 *
 * Commands that may run beside a server, such as `npm run login-link`, do not take it.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  makeOwnFolder(dataDir);
  const file = join(dataDir, 'lock.sqlite');
  makeOwnFile(file);
  const sqlite = openFile(file, { timeout: 0 });
  try {
    // Nothing is ever written to the file, so that a crash leaves nothing to clear away.
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    sqlite.close();
    throw explain(error, dataDir, file);
  }
  return {
    release: () => {
      sqlite.close();
    },
  };
}

function explain(error: unknown, dataDir: string, file: string): unknown {
  if (hasCode(error, 'SQLITE_BUSY')) {
    return new DataFolderInUseError(
      `Another server, or a command that needs the data to itself, uses DATA_DIR (${dataDir}). Nothing was changed: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  if (hasCode(error, 'SQLITE_NOTADB') || hasCode(error, 'SQLITE_CORRUPT')) {
    return new StartRefusal(
      `${file} is damaged. It holds no data: make sure that no server runs, delete it and start again.`,
    );
  }
  return error;
}
