import type { BackupFile } from './backup-files.server.ts';

const DAY = 86_400_000;
const MONTH = 31 * DAY;
const WEEK = 7 * DAY;

/** How long backups are kept, as people are told. */
export const RETENTION_SENTENCE =
  'Daily ones are kept for a week, then one a week for a month; of those after invoices, the newest; the others are kept for a month; the newest of each kind always stays.';

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
