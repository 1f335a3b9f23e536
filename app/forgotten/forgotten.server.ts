import { prepared, type Database } from '#db/connection.server.ts';
import { FORGOTTEN_REASONS, type ForgottenReason } from '#db/words.ts';
import { formatMonth } from '../invoices/list/month.ts';
import { dayOf } from '../lib/calendar.ts';
import { findNoInvoice, findNotBillable } from './clients.server.ts';
import { MOST_LISTED, type Finding } from './findings.ts';
import { findMissing, findShort } from './rhythm.server.ts';
import { findOldLogs, findTasks, type ForgottenServices } from './waiting.server.ts';

type Find = (services: ForgottenServices, today: string, most: number) => Finding[];

const FIND: Record<ForgottenReason, Find> = {
  'old-log': findOldLogs,
  'no-invoice': (services, today, most) => findNoInvoice(services, today, most, formatMonth),
  'in-review': findTasks,
  'not-billable': findNotBillable,
  missing: findMissing,
  'short-day': findShort,
};

/** A page of what may be forgotten for one reason; `hasMore`: there are further ones behind it. */
export type Forgotten = {
  reason: ForgottenReason;
  findings: Finding[];
  page: number;
  hasMore: boolean;
};

/** A page, from 1, of what may be forgotten for one reason, without what was left as it is. */
export function findForReason(
  services: ForgottenServices,
  reason: ForgottenReason,
  page = 1,
): Forgotten {
  const before = (page - 1) * MOST_LISTED;
  // One more than is listed tells that there is more.
  const found = findFirst(services, reason, before + MOST_LISTED + 1);
  const findings = found.slice(before, before + MOST_LISTED);
  return { reason, findings, page, hasMore: found.length > before + MOST_LISTED };
}

/** At most `most` of what may be forgotten for one reason, without what was left as it is. */
export function findFirst(
  services: ForgottenServices,
  reason: ForgottenReason,
  most: number,
): Finding[] {
  const today = dayOf(services.clock(), services.config.timeZone);
  return FIND[reason](services, today, most);
}

/** All that may be forgotten, by reason; those without any are left out. */
export function findForgotten(services: ForgottenServices): Forgotten[] {
  return FORGOTTEN_REASONS.map((reason) => findForReason(services, reason)).filter(
    ({ findings }) => findings.length > 0,
  );
}

/** How many things may be forgotten; `hasMore`: at least so many. */
export type ForgottenCount = { count: number; hasMore: boolean };

const counts = new WeakMap<Database, { stamp: string; value: ForgottenCount }>();

/** How long a count is kept while nothing changes, in milliseconds: work becomes old by time alone. */
const COUNT_FOR = 600_000;

const NEWEST_ENTRY = 'select max(id) as id from history_entries';

/**
 * How many things may be forgotten. They are counted anew when the history has a new entry, when another
 * program has written to the database, or after ten minutes. Else this looks up one entry of an index.
 */
export function countForgotten(services: ForgottenServices): ForgottenCount {
  const { db, clock, config } = services;
  const now = clock();
  const stamp = [
    prepared<{ id: number | null }>(db, NEWEST_ENTRY).get()?.id,
    db.$client.pragma('data_version', { simple: true }),
    dayOf(now, config.timeZone),
    Math.floor(now.getTime() / COUNT_FOR),
  ].join(' ');
  const known = counts.get(db);
  if (known?.stamp === stamp) return known.value;
  const all = findForgotten(services);
  const value = {
    count: all.reduce((sum, { findings }) => sum + findings.length, 0),
    hasMore: all.some(({ hasMore }) => hasMore),
  };
  counts.set(db, { stamp, value });
  return value;
}
