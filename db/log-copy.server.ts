import type SqliteDatabase from 'better-sqlite3';
import { openFile } from './open-file.server.ts';

/** Who writes meanwhile makes the log longer; then it is copied once more, up to so often in all. */
const MOST_ROUNDS = 4;

/**
 * Gives what copies SQLite's log into the database over a connection of its own, without holding up who reads or
 * writes, and has the disk keep both. Once all of the log was copied, and nobody
 * reads from it, the next commit begins it anew.
 */
export function createLogCopy(file: string): () => void {
  let sqlite: SqliteDatabase.Database | null = null;
  return () => {
    sqlite ??= open(file);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const [state] = sqlite.pragma('wal_checkpoint(PASSIVE)') as CopyState[];
      const isWhole = state?.busy === 0 && state.log === state.checkpointed;
      if (isWhole) return;
    }
  };
}

/** What SQLite says of a copy: how long the log is, and how much of it is in the database, in pages. */
type CopyState = { busy: number; log: number; checkpointed: number };

function open(file: string): SqliteDatabase.Database {
  const sqlite = openFile(file, { fileMustExist: true });
  sqlite.pragma('synchronous = NORMAL');
  return sqlite;
}
