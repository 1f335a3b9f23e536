import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Database } from '#db/connection.server.ts';
import { isWhole, type CopyState } from '#db/log-copy.server.ts';
import { ProductError } from '../lib/errors.ts';
import type { Logger } from './logger.server.ts';

/** Has the disk keep what the server commits, beside the event loop (docs/decisions/0059-kept-beside.md). */
export type CommitKeeper = {
  /**
   * Resolves once the disk has all that was committed before it was called. Every answer waits for it, and every call
   * to another service that changes something there. Throws ProductError 500 when the disk fails.
   */
  kept: () => Promise<void>;
  /** From now on a commit does not wait for the disk by itself. */
  begin: (parts: { logger: Logger; copier: LogCopier | null }) => void;
  /** Must come after the database was closed, which has the disk keep everything. */
  close: () => void;
};

/** What can copy SQLite's log into the database in a thread of its own. */
export type LogCopier = { isThere: () => boolean; copyLog: () => void };

/** In pages of 4 KB: how long the log grows before this thread copies it, by itself or with a copier beside it. */
const COPIED_ALONE = 1_000;
const COPIED_AT_LAST = 4_000;

/** After so many changed rows, each of which changes about a page, the copier copies the log. */
const CHANGES_TO_COPY = 1_500;

/** What nobody waits for is kept within this time, in milliseconds. */
const LATEST = 1_000;

/**
 * Makes what keeps the commits of the server's own connection. `keepOnDisk` has the disk keep a file; a test may give
 * another disk.
 */
export function createCommitKeeper(
  db: Database,
  databaseFile: string,
  keepOnDisk: (descriptor: number) => Promise<void> = promisify(fdatasync),
): CommitKeeper {
  const { $client } = db;
  const countChanges = $client.prepare<[], number>('select total_changes()').pluck();
  const changes = () => countChanges.get() ?? 0;
  // The log stays one file as long as the database is open. Closing it drops no lock, since SQLite sets none on it.
  const log = openSync(`${databaseFile}-wal`, 'r');
  let keptUpTo = changes();
  let copiedUpTo = keptUpTo;
  let running: Promise<void> | null = null;
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;
  let logger: Logger | null = null;
  let copier: LogCopier | null = null;
  let isHelped = false;

  async function keep(): Promise<void> {
    const upTo = changes();
    try {
      if (hasFailed) copyAll();
      else await keepOnDisk(log);
    } catch (error) {
      if (!hasFailed) logger?.error({ error }, 'The disk did not keep what was committed');
      hasFailed = true;
      throw error;
    }
    hasFailed = false;
    keptUpTo = upTo;
    haveItCopied();
  }

  /**
   * A disk that failed once may say of the same bytes the next time that it has them, and have lost them. So the log is copied
   * into the database, which writes them anew.
   */
  function copyAll(): void {
    const [state] = $client.pragma('wal_checkpoint(PASSIVE)') as CopyState[];
    if (!isWhole(state)) throw new Error('The log could not be copied whole.');
  }

  function haveItCopied(): void {
    const isThere = copier?.isThere() ?? false;
    if (isThere !== isHelped) {
      isHelped = isThere;
      $client.pragma(`wal_autocheckpoint = ${isThere ? COPIED_AT_LAST : COPIED_ALONE}`);
    }
    if (!isThere || keptUpTo - copiedUpTo < CHANGES_TO_COPY) return;
    copiedUpTo = keptUpTo;
    copier?.copyLog();
  }

  /** One at a time, for all who wait. */
  function keepOnce(): Promise<void> {
    running ??= keep().finally(() => {
      running = null;
    });
    return running;
  }

  const keepUpTo = async (due: number) => {
    while (keptUpTo < due) await keepOnce();
  };

  return {
    kept: () =>
      keepUpTo(changes()).catch((cause: unknown) => {
        throw Object.assign(new ProductError(500, UNSURE), { cause });
      }),
    begin(parts) {
      ({ logger, copier } = parts);
      $client.pragma('synchronous = NORMAL');
      timer = setInterval(() => {
        keepUpTo(changes()).catch(() => undefined);
      }, LATEST).unref();
    },
    close() {
      clearInterval(timer);
      const closeLog = () => {
        closeSync(log);
      };
      if (running === null) closeLog();
      else running.then(closeLog, closeLog);
    },
  };
}

const UNSURE =
  'The disk of the server did not say that it kept this, so it may be there or not. Whoever runs this service should look at the disk; then look whether it is there, and try again.';
