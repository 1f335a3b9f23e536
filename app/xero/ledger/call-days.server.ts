import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/connection.server.ts';
import { xeroCallDays } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { CallsToday } from '../../invoices/ledger.ts';
import { dayOf } from '../../lib/calendar.ts';
import type { NoteCall } from '../client/calls.server.ts';

type CountServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

/**
 * What Xero last said of the calls of a minute, by organisation: not in the database, since it is over
 * when the minute is.
 */
const minutes = new WeakMap<Database, Map<string, { calls: number; toldAt: Date }>>();

/**
 * Gives the function that counts each call to Xero for its organisation and day. In the database,
 * since Xero goes on counting while the server restarts. A count that cannot be stored is logged and
 * never fails the call, whose outcome matters more.
 */
export function countCalls(services: CountServices & Pick<Services, 'logger'>): NoteCall {
  const { db, clock, config, logger } = services;
  return (tenantId, { day: dayLeft, minute }) => {
    const now = clock();
    const ofMinute = minutes.get(db) ?? new Map<string, { calls: number; toldAt: Date }>();
    if (minute !== null) minutes.set(db, ofMinute.set(tenantId, { calls: minute, toldAt: now }));
    const told = dayLeft === null ? {} : { dayLeft, toldAt: now };
    try {
      db.insert(xeroCallDays)
        .values({ tenantId, day: dayOf(now, config.timeZone), calls: 1, ...told })
        .onConflictDoUpdate({
          target: [xeroCallDays.tenantId, xeroCallDays.day],
          set: { calls: sql`${xeroCallDays.calls} + 1`, ...told },
        })
        .run();
    } catch (error) {
      logger.warn({ error }, 'A call to Xero could not be counted');
    }
  };
}

/** The calls of the present day in the business time zone; see {@link CallsToday}. */
export function readCallsToday({ db, clock, config }: CountServices, tenantId: string): CallsToday {
  const day = dayOf(clock(), config.timeZone);
  const row = db
    .select()
    .from(xeroCallDays)
    .where(and(eq(xeroCallDays.tenantId, tenantId), eq(xeroCallDays.day, day)))
    .get();
  if (!row) return { used: 0, left: null };
  const { calls: used, dayLeft, toldAt } = row;
  if (dayLeft === null || toldAt === null) return { used, left: null };
  const minute = minutes.get(db)?.get(tenantId);
  const isOfThen = minute?.toldAt.getTime() === toldAt.getTime();
  return { used, left: { calls: dayLeft, ofMinute: isOfThen ? minute.calls : null, toldAt } };
}
