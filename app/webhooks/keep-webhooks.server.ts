import { eq, inArray } from 'drizzle-orm';
import { prepared, type Database, write } from '#db/connection.server.ts';
import { webhookDeliveries, webhooks } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { dayOf } from '../lib/calendar.ts';
import { isYounger } from '../lib/ahead.ts';
import { agedBy } from '../platform/aged-by.server.ts';
import { deliverDue } from './deliver.server.ts';
import type { Watch } from './events.ts';
import { tellOfFacts, tellOfRecords } from './tell.server.ts';

const LANE = 'webhooks';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** How often the history is looked at, in milliseconds. */
const CHECK_INTERVAL = SECOND;

/** For how long deliveries are kept, and how many are cleared away at once. */
const KEPT_FOR = 30 * DAY;
const CLEARED_AT_ONCE = 500;

/** When facts were last looked for, and old deliveries cleared away. Lost with a restart, which does no harm. */
const lookedAt = new WeakMap<Database, Date>();

const OLD = `select id from webhook_deliveries where created_at < ? and status <> 'waiting'
  order by created_at limit ${CLEARED_AT_ONCE}`;

function clearOld(services: Services): void {
  const before = agedBy(services).getTime() - KEPT_FOR;
  const old = prepared<{ id: number }>(services.db, OLD).all(before);
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  write(services.db, () => {
    services.db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids)).run();
  });
}

/** Notes what has happened for the webhooks that are told of it, and sends what is due. */
function goOn(services: Services, watches: Watch[]): void {
  const { db, background, clock } = services;
  const active = db.select().from(webhooks).where(eq(webhooks.state, 'active')).all();
  const isLookDue = !isYounger(lookedAt.get(db), MINUTE, clock());
  if ((active.length > 0 || isLookDue) && !background.isBusy(LANE)) {
    void background.run(LANE, async (signal) => {
      await tellOfRecords(services, active, signal);
      if (!isLookDue) return;
      lookedAt.set(db, clock());
      tellOfFacts(services, active, watches);
      clearOld(services);
    });
  }
  for (const { id } of active) {
    const lane = `webhook ${id}`;
    // A lane for each: one that is slow holds no other up.
    if (!background.isBusy(lane)) {
      void background.run(lane, (signal) => deliverDue(services, id, signal));
    }
  }
}

/** Tells webhooks of what happens, and of what these watches find. Gives the function that stops this. */
export function keepWebhooks(services: Services, watches: Watch[]): () => void {
  const timer = setInterval(() => {
    try {
      goOn(services, watches);
    } catch (error) {
      services.logger.error({ error }, 'Webhooks could not be looked after');
    }
  }, CHECK_INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** Tells of backups that failed, once a day. */
export const FAILED_BACKUPS: Watch = {
  type: 'backup.failed',
  look: ({ backups, config }) => {
    const { failure } = backups.state();
    if (failure === null) return [];
    const { at, reason } = failure;
    const key = dayOf(at, config.timeZone);
    const data = { at: at.toISOString(), reason };
    return [{ key, at, title: 'The backup failed', text: reason, path: '/settings/data', data }];
  },
};
