import { prepared } from '#db/connection.server.ts';
import { formatBritishMoment } from '../../lib/calendar.ts';
import type { Services } from '../../context.server.ts';
import {
  currentAt,
  organisationsWithInvoices,
  readDueChanges,
  STATUSES_LANE,
  type ChangesServices,
} from './changes.server.ts';

type StatusesServices = ChangesServices & { config: Pick<Services['config'], 'timeZone'> };

/** How old the statuses are that a screen shows, as text. */
export type Statuses = ReturnType<typeof lookAtStatuses>;

const MESSAGE = `select o.name, r.message from xero_organisations o
  left join ledger_reads r on r.tenant_id = o.tenant_id where o.tenant_id = ?`;

/**
 * How old the statuses are. Where they are older than an hour, Xero is asked in the background: the
 * screen never waits for it.
 */
export function lookAtStatuses(services: StatusesServices) {
  const { db, config, ledger, background } = services;
  void readDueChanges(services);
  const ids = organisationsWithInvoices(services);
  const moments = ids.flatMap((id) => currentAt(services, id)?.getTime() ?? []);
  const trouble = ids.flatMap((id) => {
    const known = prepared<{ name: string; message: string | null }>(db, MESSAGE).get(id);
    const name = known?.name ?? 'an organisation';
    if (!ledger.isConnected(id)) {
      return [`${name} is not connected. Connect it in Settings to see changes in Xero.`];
    }
    return known?.message ? [`Xero could not be reached about ${name}: ${known.message}`] : [];
  });
  const oldest = new Date(Math.min(...moments));
  return {
    /** The moment that they are of; null when no invoice was made yet. */
    asOf: moments.length === 0 ? null : formatBritishMoment(oldest, config.timeZone),
    isReading: background.isBusy(STATUSES_LANE),
    /** Why they cannot be newer; empty when they can. */
    trouble,
  };
}
