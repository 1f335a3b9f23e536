import { eq, inArray } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoices, xeroConnections, xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { conflict } from '../../lib/errors.ts';
import { PRODUCT_NAME } from '../../lib/product.ts';
import type { XeroServices } from './organisation.server.ts';
import { refreshTenants } from './organisations.server.ts';
import { findConnection, NOT_CONNECTED, requireAccess, withToken } from './tokens.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';

/** What is said where Xero could not be told: the product has let go, Xero has not. */
export const STILL_IN_XERO = `Disconnected here, but Xero could not be told at the moment. ${PRODUCT_NAME} has forgotten its access. End it in Xero, too: Settings, Connected apps, then Disconnect beside ${PRODUCT_NAME}.`;

/**
 * Ends every connection in Xero, and forgets the tokens in any case: a person can always make
 * the product let go. What Xero ended already counts as done. Gives false where Xero could not
 * be told, so that it has to be ended there. What was read of organisations, and which contact a
 * client is, stays. Throws 409 when there is nothing to disconnect.
 */
export async function disconnect(services: XeroServices): Promise<{ isEndedInXero: boolean }> {
  const row = findConnection(services);
  if (row === null) throw conflict(NOT_CONNECTED);
  const isEndedInXero = row.endedAt !== null || (await endConnections(services));
  write(services.db, () => {
    // Somebody who connected meanwhile stays connected.
    services.db
      .delete(xeroConnections)
      .where(eq(xeroConnections.connectedAt, row.connectedAt))
      .run();
    const isLeft = services.db.select().from(xeroConnections).get() !== undefined;
    if (!isLeft) services.db.update(xeroOrganisations).set({ connectionId: null }).run();
  });
  return { isEndedInXero };
}

async function endConnections(services: XeroServices): Promise<boolean> {
  try {
    const { adapter } = requireAccess(services);
    await refreshTenants(services);
    for (const { connectionId } of services.db.select().from(xeroOrganisations).all()) {
      if (connectionId === null) continue;
      await withToken(services, (token) => adapter.deleteConnection(token, connectionId));
    }
    return true;
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    // Xero takes these tokens no more: there is nothing that they still open.
    if (error.kind === 'connection-gone' || error.kind === 'not-authorised') return true;
    services.logger.warn({ error }, 'Disconnected, but Xero could not be told');
    return false;
  }
}

/** How many invoices wait for Xero: without a connection nobody can tell what became of them. */
export function countOpenInvoices({ db }: Pick<Services, 'db'>): number {
  return db
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.state, ['claimed', 'sending']))
    .all().length;
}
