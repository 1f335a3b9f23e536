import { eq, inArray } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { invoices, xeroConnections, xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { conflict } from '../lib/errors.ts';
import type { XeroServices } from './connection.server.ts';
import { isXeroError } from './errors.server.ts';
import { refreshTenants } from './organisations.server.ts';
import { findConnection, NOT_CONNECTED, requireAccess, withToken } from './tokens.server.ts';

/**
 * Ends every connection in Xero, then forgets the tokens. What Xero ended already counts as
 * done; when Xero cannot answer, the tokens stay, so that it can be tried again. What was read
 * of organisations, and which contact a client is, stays. Throws XeroError; 409 when there is
 * nothing to disconnect.
 */
export async function disconnect(services: XeroServices): Promise<void> {
  const row = findConnection(services);
  if (row === null) throw conflict(NOT_CONNECTED);
  if (row.endedAt === null && services.xero !== null) await endConnections(services);
  write(services.db, () => {
    // Somebody who connected meanwhile stays connected.
    services.db
      .delete(xeroConnections)
      .where(eq(xeroConnections.connectedAt, row.connectedAt))
      .run();
    const isLeft = services.db.select().from(xeroConnections).get() !== undefined;
    if (!isLeft) services.db.update(xeroOrganisations).set({ connectionId: null }).run();
  });
}

async function endConnections(services: XeroServices): Promise<void> {
  const { adapter } = requireAccess(services);
  try {
    await refreshTenants(services);
    for (const { connectionId } of services.db.select().from(xeroOrganisations).all()) {
      if (connectionId === null) continue;
      await withToken(services, (token) => adapter.deleteConnection(token, connectionId));
    }
  } catch (error) {
    if (!isXeroError(error) || !isOver(error.kind)) throw error;
  }
}

/** Xero takes these tokens no more: there is nothing that they still open. */
function isOver(kind: string): boolean {
  return kind === 'connection-gone' || kind === 'not-authorised';
}

/** How many invoices wait for Xero: without a connection nobody can tell what became of them. */
export function countOpenInvoices({ db }: Pick<Services, 'db'>): number {
  return db
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.state, ['claimed', 'sending']))
    .all().length;
}
