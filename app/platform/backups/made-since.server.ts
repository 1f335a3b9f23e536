import type SqliteDatabase from 'better-sqlite3';
import { formatCount } from '../../lib/count.ts';
import { formatPounds } from '../../lib/money.ts';
import { lastIdOf } from './ids-since.server.ts';
import { readPresent } from './read-present.server.ts';

/** What a database has that a backup of it does not know: pence, those of other currencies left out. */
export type MadeSince = { invoices: number; totalPence: number; logs: number };

/** Invoices that are in Xero, or may be. */
const INVOICES = `select count(*) as invoices,
    coalesce(sum(iif(currency = 'GBP', total_pence, 0)), 0) as totalPence
  from invoices where id > ? and state in ('sending', 'created', 'released')`;
const LOGS = 'select count(*) from work_logs where id > ?';

/** What was made since a backup, before its restore passes over ids; null where the present database cannot be read. */
export function readMadeSince(
  restored: SqliteDatabase.Database,
  presentFile: string,
): MadeSince | null {
  return readPresent(presentFile, (present) => {
    const made = present
      .prepare<[number], Omit<MadeSince, 'logs'>>(INVOICES)
      .get(lastIdOf(restored, 'invoices'));
    const logs = present
      .prepare<[number], number>(LOGS)
      .pluck()
      .get(lastIdOf(restored, 'work_logs'));
    return { invoices: made?.invoices ?? 0, totalPence: made?.totalPence ?? 0, logs: logs ?? 0 };
  });
}

/** `3 invoices, £1,377.00, 18 logs since then will not be known.` */
export function sayMadeSince(since: MadeSince | null): string {
  if (since === null) {
    return 'There was no readable database here to compare it with, so it cannot be told which invoices and logs since then will not be known.';
  }
  const { invoices, totalPence, logs } = since;
  const parts = [
    invoices === 0 ? '' : `${countOf(invoices, 'invoice')}, ${formatPounds(totalPence)}`,
    logs === 0 ? '' : countOf(logs, 'log'),
  ].filter(Boolean);
  if (parts.length === 0) return 'No invoice and no log was made here since then.';
  return `${parts.join(', ')} since then will not be known.`;
}

const countOf = (count: number, what: string) =>
  `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
