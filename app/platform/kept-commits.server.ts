import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import type { Database } from '#db/connection.server.ts';
import { after } from '../lib/after.ts';
import { ProductError } from '../lib/errors.ts';
import type { HealthCheck } from './health/health.server.ts';
import type { Logger } from './logger.server.ts';

/** Has the disk keep what the server commits, beside the event loop (docs/decisions/0059-kept-beside.md). */
export type CommitKeeper = {
  /**
   * Resolves once the disk has all that was committed before it was called. Every answer waits for it, and every call
   * to another service that changes something there. Rejects with an {@link UnkeptError} when the disk fails.
   */
  kept: () => Promise<void>;
  /** Whether the disk keeps what is committed. */
  check: HealthCheck;
  /** From now on a commit does not wait for the disk by itself. */
  begin: (parts: { logger: Logger; copier: LogCopier | null }) => void;
  /** Has the disk keep what is left; a second time does nothing. Must come right before the database is closed. */
  close: () => void;
};

/** Has the disk keep a file, by its descriptor; rejects when the disk fails. */
export type KeepOnDisk = (descriptor: number) => Promise<void>;

/** What can copy SQLite's log into the database in a thread of its own. */
export type LogCopier = { isThere: () => boolean; copyLog: () => void };

/** In pages of 4 KB: how long the log grows before this thread copies it, by itself or with a copier beside it. */
const COPIED_ALONE = 1_000;
const COPIED_AT_LAST = 4_000;

/** After so many changed rows, each of which changes about a page, the copier copies the log. */
const CHANGES_TO_COPY = 1_500;

/** What nobody waits for is kept within this time, in milliseconds. */
const LATEST = 1_000;

/** How long a disk that fails is left alone before it is tried again, for all who wait, in milliseconds. */
const PAUSE = 100;

/**
 * Makes what keeps the commits of the server's own connection. `keepOnDisk` has the disk keep a file; a test may give
 * another disk.
 */
export function createCommitKeeper(
  db: Database,
  databaseFile: string,
  keepOnDisk: KeepOnDisk = promisify(fdatasync),
): CommitKeeper {
  const { $client } = db;
  const countChanges = $client.prepare<[], number>('select total_changes()').pluck();
  const changes = () => countChanges.get() ?? 0;
  // The log stays one file as long as the database is open. Closing it drops no lock, since SQLite sets none on it.
  const log = openSync(`${databaseFile}-wal`, 'r+');
  let keptUpTo = changes();
  let copiedUpTo = keptUpTo;
  let running: Promise<void> | null = null;
  let failure: Error | null = null;
  let timer: NodeJS.Timeout | undefined;
  let logger: Logger | null = null;
  let copier: LogCopier | null = null;
  let isHelped = false;
  let isClosed = false;

  async function keep(): Promise<void> {
    const upTo = changes();
    try {
      await syncLog();
    } catch (error) {
      failure = new Error('The disk did not keep what was committed', { cause: error });
      throw failure;
    }
    if (failure) logger?.info('The disk keeps again what is committed');
    failure = null;
    keptUpTo = upTo;
    haveItCopied();
  }

  async function syncLog(): Promise<void> {
    if (failure) await after(PAUSE);
    else {
      try {
        await keepOnDisk(log);
        return;
      } catch (error) {
        logger?.error({ error }, 'The disk did not keep what was committed');
      }
    }
    writeAnew($client, log);
    await keepOnDisk(log);
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

  async function keepAll(): Promise<void> {
    const due = changes();
    while (keptUpTo < due) {
      await keepOnce();
    }
  }

  return {
    kept: () =>
      keepAll().catch((cause: unknown) => {
        throw new UnkeptError(cause);
      }),
    check: () => Promise.resolve(failure && { about: 'disk', sentence: FAILS }),
    begin(parts) {
      ({ logger, copier } = parts);
      $client.pragma('synchronous = NORMAL');
      timer = setInterval(() => {
        // It is logged, and whoever waits is told.
        keepAll().catch(() => undefined);
      }, LATEST).unref();
    },
    close() {
      // Its number may be that of another file by now.
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      try {
        fdatasyncSync(log);
      } catch (error) {
        logger?.error({ error }, 'The disk did not keep what was committed last');
      }
      const closeLog = () => {
        closeSync(log);
      };
      if (running === null) closeLog();
      else running.then(closeLog, closeLog);
    },
  };
}

/**
 * Writes the bytes of SQLite's log over themselves, as they are, while nobody else writes: a disk that failed to keep
 * them may say the next time that it has them, and have lost them, where nobody has written them since. Throws where
 * another connection is writing, and what the disk says.
 */
function writeAnew($client: Database['$client'], log: number): void {
  const patience = Number($client.pragma('busy_timeout', { simple: true }));
  $client.pragma('busy_timeout = 0');
  try {
    $client
      .transaction(() => {
        const bytes = Buffer.alloc(PIECE);
        const { size } = fstatSync(log);
        for (let at = 0; at < size; at += PIECE) {
          const length = readSync(log, bytes, 0, PIECE, at);
          writeSync(log, bytes, 0, length, at);
        }
      })
      .immediate();
  } finally {
    $client.pragma(`busy_timeout = ${patience}`);
  }
}

const FAILS =
  'The disk with DATA_DIR does not say that it keeps what is saved, so a power cut could lose it. Look at the disk.';

/** How much of the log is written at once, in bytes. */
const PIECE = 2 ** 20;

const UNSURE = 'The disk of the server did not say that it kept this, so it may be there or not.';

/** 500: it was committed, and the disk failed to keep it. */
export class UnkeptError extends ProductError {
  constructor(cause: unknown) {
    super(
      500,
      `${UNSURE} Whoever runs this service should look at the disk; then look whether it is there, and try again.`,
    );
    this.cause = cause;
  }
}

/** What people read instead of {@link UnkeptError} in a page with their form, whose one-time key has it count once. */
export const UNSURE_WITH_FORM = `${UNSURE} What you entered is kept in this page: whoever runs this service should look at the disk; then send it again, and it counts once.`;
