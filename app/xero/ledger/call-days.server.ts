import { and, eq, sql } from 'drizzle-orm';
import { xeroCallDays } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { CallsToday } from '../../invoices/ledger.ts';
import { dayOf } from '../../lib/calendar.ts';
import type { NoteCall } from '../client/calls.server.ts';

type CountServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

/**
 * Gives the function that counts each call to Xero for its organisation and day. In the database,
 * since Xero goes on counting while the server restarts. A count that cannot be stored is logged and
 * never fails the call, whose outcome matters more.
 */
export function countCalls(services: CountServices & Pick<Services, 'logger'>): NoteCall {
  const { db, clock, config, logger } = services;
  return (tenantId, dayLeft) => {
    const now = clock();
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
  return {
    used,
    left: dayLeft === null || toldAt === null ? null : { calls: dayLeft, toldAt },
  };
}
