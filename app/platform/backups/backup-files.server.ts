import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '#db/own-files.server.ts';
import { ProductError } from '../../lib/errors.ts';

/** Why a backup was made: by itself each day or after invoices, by a person, or before an update of the database. */
export const BACKUP_KINDS = ['daily', 'after-invoices', 'manual', 'before-migration'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** A backup in the folder of backups. */
export type BackupFile = {
  name: string;
  kind: BackupKind;
  madeAt: Date;
  /** In bytes. */
  size: number;
};

/** What a file is called while it is being made; a crash leaves it, and the next backup removes it. */
export const UNFINISHED = '.part';

const NAME = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-([a-z-]+)\.sqlite$/;
const HOUR = 3_600_000;

/** The folder of backups, inside the data folder. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** An instant as part of a file's name. */
export function stamp(instant: Date): string {
  return instant.toISOString().replace(/[:.]/g, '-');
}

/** The name of a backup. */
export function backupName(kind: BackupKind, madeAt: Date): string {
  return `${stamp(madeAt)}-${kind}.sqlite`;
}

/** What the name of a backup says; null for any other name, with a path in it for instance. */
export function readBackupName(name: string): Pick<BackupFile, 'kind' | 'madeAt'> | null {
  const [, day, kind] = NAME.exec(name) ?? [];
  const madeAt = new Date((day ?? '').replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));
  const known = BACKUP_KINDS.find((one) => one === kind);
  return known === undefined || Number.isNaN(madeAt.getTime()) ? null : { kind: known, madeAt };
}

/** The finished backups, newest first; other files in the folder are left out. */
export function listBackups(dataDir: string): BackupFile[] {
  const folder = backupFolder(dataDir);
  return namesIn(folder)
    .flatMap((name) => {
      const read = readBackupName(name);
      const stat = read && statSync(join(folder, name), { throwIfNoEntry: false });
      if (!stat?.isFile()) return [];
      // A copied folder can have newer file times than it should, but never older ones.
      const madeAt = new Date(Math.min(read?.madeAt.getTime() ?? 0, Math.round(stat.mtimeMs)));
      return read ? [{ name, kind: read.kind, madeAt, size: stat.size }] : [];
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/** Removes what crashed backups left behind in the folder of backups. */
export function removeUnfinished(dataDir: string, now: Date): void {
  const folder = backupFolder(dataDir);
  for (const name of namesIn(folder)) {
    if (!name.includes(UNFINISHED)) continue;
    const file = join(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    // One that was touched just now may be another process's, at work.
    if (stat?.isFile() && now.getTime() - stat.mtimeMs > HOUR) rmSync(file, { force: true });
  }
}

/** Removes a copy of a database, finished or not, and what SQLite may have beside it. */
export function removeCopy(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) {
    if (existsSync(file + end)) rmSync(file + end, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Where a file has the folder's name, making a backup says so.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

/** Why a backup or a restore did not come about: a sentence for whoever asked for it. */
export class BackupError extends ProductError {
  /** What is damaged of the database, as SQLite says it, where that is why. */
  readonly damage: string | null;

  constructor(message: string, damage: string | null = null) {
    super(503, message);
    this.damage = damage;
    this.name = 'BackupError';
  }
}

const DAY = 86_400_000;
const MONTH = 31 * DAY;
const WEEK = 7 * DAY;

/** How long backups are kept, as people are told. */
export const RETENTION_SENTENCE =
  'Kept daily for a week and weekly for a month, and the newest of each kind always.';

type Kept = Pick<BackupFile, 'name' | 'kind' | 'madeAt'>;

/**
 * The backups that need not be kept any longer. Of the daily ones stay the newest of each of seven
 * days, and of each week for a month; of those after invoices, which come beside the daily ones, the newest
 * alone, since it has what the others have; the others stay for a month; the newest of a kind always.
 */
export function outdated<Backup extends Kept>(backups: Backup[], now: Date): Backup[] {
  const newestFirst = [...backups].sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const seen = new Set<string>();
  const isFirst = (name: string) => {
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  };
  const reasons = newestFirst.map(({ kind, madeAt }) => {
    const time = madeAt.getTime();
    const age = now.getTime() - time;
    const isNewest = isFirst(kind);
    if (kind === 'after-invoices') return isNewest;
    if (kind !== 'daily') return isNewest || age <= MONTH;
    const isNewestOfDay = isFirst(`day ${Math.floor(time / DAY)}`);
    const isNewestOfWeek = isFirst(`week ${Math.floor(time / WEEK)}`);
    return isNewest || (isNewestOfDay && age <= WEEK) || (isNewestOfWeek && age <= MONTH);
  });
  return newestFirst.filter((_backup, index) => !reasons[index]);
}
