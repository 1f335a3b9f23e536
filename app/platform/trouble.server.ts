import { codeOf, isDamage, UnfitDatabase } from '#db/soundness.server.ts';

/**
 * What a person should know of an error that the machine is to blame for: a full disk, a damaged
 * or lost database. Null for any other error.
 */
export function troubleOf(error: unknown): string | null {
  if (isDamage(error)) {
    return 'The database is damaged, so this could not be done. Whoever runs this service should read its log and restore the last backup.';
  }
  if (error instanceof UnfitDatabase) return error.message;
  const code = codeOf(error);
  if (['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) {
    return 'Not saved: the server’s disk is full. Whoever runs this service has to make room; then try again.';
  }
  if (/^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(code)) {
    return 'Not saved: the server’s disk cannot be written. Whoever runs this service should check it; then try again.';
  }
  return null;
}
