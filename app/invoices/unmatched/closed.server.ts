import { prepared } from '#db/connection.server.ts';
import { writeSetting } from '../../platform/settings-store.server.ts';
import type { Services } from '../../context.server.ts';
import { openUnmatched, restoredAt } from './unmatched.server.ts';

type ClosedServices = Pick<Services, 'db' | 'ledger'>;

/**
 * Whether the database is behind Xero: it was restored and Xero was not looked at since, or Xero has invoices with our
 * mark that it does not know. Null when neither, or when no Xero is set up.
 */
export function restoredState(services: ClosedServices) {
  if (!services.ledger.isSetUp) return null;
  const from = restoredAt(services);
  const isRestored = from !== null;
  const isLookedAt = from === null || isLooked(services, from);
  const open = openUnmatched(services).length;
  return isLookedAt && open === 0 ? null : { isRestored, isLookedAt, open };
}

/** The organisations that may have invoices of ours, and when each was last read. */
const LOOKS = `select o.connection_id is not null as isConnected, r.current_at as lookedAt
  from xero_organisations o left join ledger_reads r on r.tenant_id = o.tenant_id
  where o.tenant_id = (select tenant_id from xero_connections)
    or exists (select 1 from invoices i indexed by invoices_xero
      where i.tenant_id = o.tenant_id and i.xero_invoice_id is not null)`;

function isLooked({ db }: Pick<Services, 'db'>, from: Date): boolean {
  const all = prepared<{ isConnected: number; lookedAt: number | null }>(db, LOOKS).all();
  const asked = all.filter(({ isConnected }) => isConnected === 1);
  return asked.length > 0 && asked.every(({ lookedAt }) => (lookedAt ?? 0) >= from.getTime());
}

/** What every signed-in screen says while the database is behind Xero; null when it is not. */
export function restoredNotice(services: ClosedServices): string | null {
  const state = restoredState(services);
  if (state === null) return null;
  const { isRestored, isLookedAt, open } = state;
  const found =
    open === 0
      ? ''
      : ` Xero has ${open === 1 ? 'an invoice' : `${open} invoices`} from here that this database does not know; no more are made for ${open === 1 ? 'its client' : 'their clients'} until you say which work is on ${open === 1 ? 'it' : 'them'}.`;
  const asked = isLookedAt
    ? ''
    : ' No invoices can be created until Xero has been checked for later ones.';
  return `${isRestored ? 'This database was restored from a backup.' : ''}${asked}${found}`.trim();
}

/** Ends the state after a restore once Xero was looked at and nothing of it is left to decide. */
export function endRestored(services: ClosedServices): void {
  if (restoredAt(services) === null || restoredState(services) !== null) return;
  writeSetting(services, 'restored.at', null);
}

const NOT_LOOKED_AT =
  'This database was restored from a backup. No invoices can be created until Xero has been checked for later ones.';

/** Why no invoice can be made for a client in this organisation; null when one can. Asks the database alone. */
export function closedClients(
  services: ClosedServices,
  tenantId: string,
): (clientId: number) => string | null {
  const state = restoredState(services);
  if (state === null) return () => null;
  if (!state.isLookedAt) return () => NOT_LOOKED_AT;
  const open = openUnmatched(services, tenantId);
  return (clientId) => {
    const theirs = open.filter(
      ({ clientIds }) => clientIds.length === 0 || clientIds.includes(clientId),
    );
    if (theirs.length === 0) return null;
    const numbers = theirs.map(({ invoice }) => invoice.number ?? invoice.reference).join(', ');
    return `Xero has ${theirs.length === 1 ? 'an invoice' : `${theirs.length} invoices`} from here that this database does not know (${numbers}), perhaps for the same work. Say in Compare with Xero which work is on ${theirs.length === 1 ? 'it' : 'them'} first.`;
  };
}
