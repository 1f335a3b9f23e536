import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { latestKnown } from '../../lib/ahead.ts';
import { formatListDateTime } from '../../lib/calendar.ts';
import { automaticImports } from './import.server.ts';

const HOUR = 3_600_000;
/** When an import that failed is tried again, in milliseconds: the first time, the second, and so on. */
const RETRIES = [HOUR / 4, HOUR / 2, HOUR] as const;

const FAILURES = `
  select count(*) as count from (
    select 1 from todoist_imports
    where user_id is null and status = 'failed' and id > ? and started_at <= ?
    order by id desc limit ${RETRIES.length}
  )`;

/**
 * When the next automatic import is due, if there is one every so many milliseconds; null when it is
 * due at once, since there was none yet, or the clock was ahead when the last one began. One that
 * failed is tried again within the hour.
 */
export function nextImport(services: Pick<Services, 'db' | 'clock'>, every: number): Date | null {
  const { last, lastDone } = automaticImports(services);
  if (!last) return null;
  if (last.status !== 'failed') return new Date(last.startedAt.getTime() + every);
  const failures = prepared<{ count: number }>(services.db, FAILURES).get(
    lastDone?.id ?? 0,
    latestKnown(services.clock()).getTime(),
  );
  const retry = RETRIES[(failures?.count ?? 1) - 1] ?? HOUR;
  return new Date(last.startedAt.getTime() + Math.min(every, retry));
}

/** Why the last automatic import failed, for the screens; null when it did not, or none is wanted. */
export function automaticTrouble(
  services: Pick<Services, 'db' | 'clock' | 'taskSource'> & {
    config: Pick<Services['config'], 'timeZone'>;
  },
): { title: string; text: string } | null {
  const { taskSource, clock, config } = services;
  const every = taskSource.every?.() ?? null;
  if (every === null || taskSource.open() === null) return null;
  const { last } = automaticImports(services);
  if (last?.status !== 'failed') return null;
  const next = nextImport(services, every) ?? clock();
  const when = next <= clock() ? 'in a minute' : `at ${formatListDateTime(next, config.timeZone)}`;
  const start = formatListDateTime(last.startedAt, config.timeZone);
  return {
    title: `The automatic import of ${start} failed`,
    text: `${last.failure ?? 'Failed to sync with Todoist.'} It is tried again ${when}, and goes back to the last one that succeeded.`,
  };
}
