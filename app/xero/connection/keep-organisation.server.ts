import { eq } from 'drizzle-orm';
import type { Database } from '#db/connection.server.ts';
import { xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';
import { isYounger } from '../../lib/ahead.ts';
import type { XeroServices } from './organisation.server.ts';
import { readAnew } from './organisations.server.ts';
import { readXeroState } from './state.server.ts';

type KeepServices = XeroServices & Pick<Services, 'background'>;

const LANE = 'xero organisation';
const MINUTE = 60_000;

/** What is older than this is read again. */
const OLDEST = 60 * MINUTE;

/** After a failure, Xero is left alone for so long. */
const RETRY_AFTER = 5 * MINUTE;

/** How often to check whether a reading is due. */
const CHECK_INTERVAL = MINUTE;

/** When a reading was last begun. Lost with a restart, after which one more try does no harm. */
const triedAt = new WeakMap<Database, Date>();

/** The active organisation, if what is known of it is old; else null. */
function dueOrganisation(services: KeepServices): string | null {
  const state = readXeroState(services);
  if (state.kind !== 'connected') return null;
  const { tenantId } = state.organisation;
  const row = services.db
    .select({ readAt: xeroOrganisations.readAt })
    .from(xeroOrganisations)
    .where(eq(xeroOrganisations.tenantId, tenantId))
    .get();
  const now = services.clock();
  if (isYounger(row?.readAt, OLDEST, now)) return null;
  return isYounger(triedAt.get(services.db), RETRY_AFTER, now) ? null : tenantId;
}

/**
 * Reads the active organisation again, in the background, where what is known of it is older than an hour:
 * whether it is registered for VAT, its rates, accounts and terms are changed in Xero, and invoices follow them.
 * Never throws for what Xero answers; gives the promise of its end.
 */
export function readDueOrganisation(services: KeepServices): Promise<void> {
  const { background, clock, db, logger } = services;
  const tenantId = background.isBusy(LANE) ? null : dueOrganisation(services);
  if (tenantId === null) return Promise.resolve();
  triedAt.set(db, clock());
  return background.run(LANE, async () => {
    try {
      await readAnew(services, tenantId, { isAsked: false });
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      logger.warn({ error }, 'The organisation could not be read from Xero again');
    }
  });
}

/** Reads the active organisation every hour while Xero is connected. Gives the function that stops this. */
export function keepOrganisation(services: KeepServices): () => void {
  const timer = setInterval(() => {
    try {
      void readDueOrganisation(services);
    } catch (error) {
      services.logger.error({ error }, 'The organisation could not be asked for');
    }
  }, CHECK_INTERVAL);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
