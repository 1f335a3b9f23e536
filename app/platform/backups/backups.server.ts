import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, prepared } from '#db/connection.server.ts';
import { latestBy } from '../../lib/ahead.ts';
import { agedBy } from '../aged-by.server.ts';
import type { Background } from '../background.server.ts';
import type { Config } from '../env.server.ts';
import type { JobState } from '../health/health.server.ts';
import type { Logger } from '../logger.server.ts';
import {
  BackupError,
  backupFolder,
  backupName,
  listBackups,
  removeUnfinished,
  type BackupFile,
  type BackupKind,
  outdated,
} from './backup-files.server.ts';
import type { MadeBackup } from './make-backup.server.ts';
import { runInThread } from './run-in-thread.server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How often to check whether a backup is due, in milliseconds: what a run made is in one within a minute. */
const CHECK_INTERVAL = 45_000;

/** What goes wrong for this long is worth somebody's attention: a day's backup, and an hour's retry. */
const LATE = DAY + 2 * HOUR;

type BackupState = {
  /** Whether this server makes one each day (`BACKUPS`). */
  isDaily: boolean;
  /** The newest backup in the folder, whatever made it. */
  last: BackupFile | null;
  /** The latest failure since this server started, if no backup has succeeded after it. */
  failure: { at: Date; reason: string } | null;
  /** Whether daily ones are on, and the newest is older than it should be. */
  isLate: boolean;
};

/** The backups of a running server. */
export type Backups = {
  /** Makes one now, or joins the one that is being made. Throws a BackupError. */
  make: (kind: BackupKind) => Promise<BackupFile>;
  isBusy: () => boolean;
  /** The finished ones, newest first. */
  list: () => BackupFile[];
  state: () => BackupState;
  /** Makes one whenever it is due, beginning now. Gives the function that stops this. */
  keepDaily: () => () => void;
};

type Options = {
  db: Database;
  config: Pick<Config, 'dataDir' | 'databaseFile' | 'backups'>;
  clock: () => Date;
  logger: Logger;
  background: Background;
  /** The file with the code of the thread. */
  threadModule: string;
};

const LANE = 'backups';
const CLOSING = 'The server is closing, so no backup was made.';

/** Makes what keeps a server's backups. */
export function createBackups({
  db,
  config,
  clock,
  logger,
  background,
  threadModule,
}: Options): Backups {
  const { dataDir, databaseFile } = config;
  const isDaily = config.backups === 'daily';
  const startedAt = clock();
  let failure: BackupState['failure'] = null;
  let running: Promise<BackupFile> | null = null;

  async function makeNow(kind: BackupKind, signal: AbortSignal): Promise<BackupFile> {
    const madeAt = clock();
    const name = backupName(kind, madeAt);
    const file = join(backupFolder(dataDir), name);
    try {
      removeUnfinished(dataDir, madeAt);
      // Where nobody waits for it, it is checked from top to bottom.
      const order = { databaseFile, file, kind, madeAt, isThorough: kind !== 'manual' };
      const { size } = await runInThread<MadeBackup>(threadModule, order, signal, CLOSING);
      failure = null;
      logger.info({ backup: name, size }, 'Backed up');
      return { name, kind, madeAt, size };
    } catch (error) {
      if (signal.aborted) throw error;
      const isForPeople = error instanceof BackupError;
      const reason = isForPeople
        ? error.message
        : 'The backup failed for a reason that is in the log.';
      failure = { at: madeAt, reason };
      logger.error({ error, backup: name }, 'The backup failed');
      throw new BackupError(reason);
    }
  }

  function make(kind: BackupKind): Promise<BackupFile> {
    running ??= new Promise<BackupFile>((resolve, reject) => {
      void background
        .run(LANE, async (signal) => {
          await makeNow(kind, signal).then(resolve, reject);
        })
        .then(() => {
          // Settled already, unless the server was closing.
          reject(new BackupError(CLOSING));
        });
    }).finally(() => {
      running = null;
    });
    return running;
  }

  /** The newest backup that is not of the future: a clock that was ahead for a while would end them all. */
  const newest = (isMeant: (backup: BackupFile) => boolean = () => true) => {
    const now = clock().getTime();
    const isPast = ({ madeAt }: BackupFile) => madeAt.getTime() <= now;
    return listBackups(dataDir).find((backup) => isPast(backup) && isMeant(backup)) ?? null;
  };

  function state(): BackupState {
    const last = newest();
    const now = clock();
    const since = latestBy(now, [last?.madeAt ?? startedAt]);
    const isLate = isDaily && now.getTime() - since > LATE;
    return { isDaily, last, failure, isLate };
  }

  function due(): 'daily' | 'after-invoices' | null {
    const now = clock();
    // A failure that a wrong clock dated in the future holds up none.
    const isTried = failure && Math.abs(now.getTime() - failure.at.getTime()) < HOUR;
    if (running !== null || isTried) return null;
    // Those after invoices stand in for no daily one, which are kept for longer.
    const last = newest(({ kind }) => kind !== 'after-invoices');
    if (last === null || now.getTime() - last.madeAt.getTime() >= DAY) return 'daily';
    return hasInvoicedSince(db, newest()?.madeAt ?? last.madeAt, now) ? 'after-invoices' : null;
  }

  /** Also where others are made so often that none is due here. */
  function removeOutdated(): void {
    for (const { name } of outdated(listBackups(dataDir), agedBy({ db, clock }))) {
      rmSync(join(backupFolder(dataDir), name), { force: true });
      logger.info({ backup: name }, 'Removed a backup that need not be kept any longer');
    }
  }

  return {
    make,
    isBusy: () => running !== null,
    list: () => listBackups(dataDir),
    state,
    keepDaily() {
      if (!isDaily) return () => undefined;
      const check = () => {
        try {
          // A failure is logged where it happens.
          const kind = due();
          if (kind)
            void make(kind)
              .then(removeOutdated)
              .catch(() => undefined);
          else removeOutdated();
        } catch (error) {
          logger.error({ error }, 'The backups could not be looked after');
        }
      };
      const timer = setInterval(check, CHECK_INTERVAL);
      timer.unref();
      check();
      return () => {
        clearInterval(timer);
      };
    },
  };
}

/** How the backups are doing, as a job. */
export function backupsState({ isBusy, state }: Backups): JobState {
  const { last, failure, isLate } = state();
  return {
    isRunning: isBusy(),
    lastSuccess: last?.madeAt ?? null,
    lastFailure: failure?.at ?? null,
    behind: isLate ? `The daily backup is late${failure ? `: ${failure.reason}` : '.'}` : null,
  };
}

/** A run that ended since, or one that waits and sent something since; none of a clock that was ahead. */
const INVOICED_SINCE = `select 1 from invoice_runs r
  where r.finished_at between :since and :now
    or r.status = 'paused' and exists (
      select 1 from invoices i where i.run_id = r.id and i.sent_at between :since and :now)
  limit 1`;

/** Whether invoices were made since this moment, and nobody is at it now. */
function hasInvoicedSince(db: Database, since: Date, now: Date): boolean {
  const between = { since: since.getTime(), now: now.getTime() };
  return prepared(db, INVOICED_SINCE).get(between) !== undefined;
}
