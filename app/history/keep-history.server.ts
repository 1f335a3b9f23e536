import { write } from '#db/connection.server.ts';
import { actingAs } from '#db/history/acting.server.ts';
import { dropEntries } from '#db/history/chain.server.ts';
import { recordAct } from '#db/history/record-changes.server.ts';
import type { Services } from '../context.server.ts';
import { dayOf } from '../lib/calendar.ts';
import { agedBy } from '../platform/aged-by.server.ts';

type KeepServices = Pick<Services, 'db' | 'clock' | 'config' | 'logger'>;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** How many entries one transaction drops, and how long others come first after it, in milliseconds. */
const AT_ONCE = 2_000;
const PAUSE = 100;

/**
 * Drops entries of the history that are older than the operator says, looking each hour. Gives a
 * function that stops it. Does nothing where all are kept.
 */
export function keepHistory(services: KeepServices): () => void {
  const { historyDays } = services.config;
  if (historyDays === null) return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  const go = () => {
    const before = new Date(agedBy(services).getTime() - historyDays * DAY);
    let isDone = true;
    try {
      const some = write(services.db, () => dropEntries(services.db.$client, before, AT_ONCE));
      dropped += some;
      isDone = some < AT_ONCE;
      if (isDone && dropped > 0) noteDropped(services, dropped, before);
    } catch (error) {
      services.logger.error({ error }, 'Old entries of the history could not be dropped');
    }
    if (isDone) dropped = 0;
    timer = setTimeout(go, isDone ? HOUR : PAUSE);
    timer.unref();
  };
  go();
  return () => {
    clearTimeout(timer);
  };
}

function noteDropped({ db, config, logger }: KeepServices, entries: number, before: Date): void {
  const after = { entries, before: dayOf(before, config.timeZone) };
  actingAs({ userId: null, name: 'history' }, () => {
    write(db, () => {
      recordAct(db.$client, { kind: 'history', action: 'dropped', after });
    });
  });
  logger.info({ event: 'dropped', entries }, 'Old entries of the history were dropped');
}
