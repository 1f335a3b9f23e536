import type { Services } from '../../context.server.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import { type BackupFile, RETENTION_SENTENCE } from '../../platform/backups/backup-files.server.ts';

const KINDS: Record<BackupFile['kind'], string> = {
  daily: 'Daily',
  'after-invoices': 'After invoices were made',
  manual: 'Made by hand',
  'before-migration': 'Before an update',
};

/** A size for people: `41.5 MB`. */
export function formatSize(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What the card of backups shows, newest first. */
export function readBackupsCard({ backups, config }: Pick<Services, 'backups' | 'config'>) {
  const { isDaily, failure, isLate } = backups.state();
  const format = (instant: Date) => formatBritishMoment(instant, config.timeZone);
  return {
    isDaily,
    isLate,
    isBusy: backups.isBusy(),
    failure: failure && { at: format(failure.at), reason: failure.reason },
    retention: RETENTION_SENTENCE,
    backups: backups.list().map(({ name, kind, madeAt, size }) => ({
      name,
      kind: KINDS[kind],
      madeAt: format(madeAt),
      size: formatSize(size),
    })),
  };
}
