import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { invoices, xeroConnections, xeroOrganisations } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { findAnswer, once, type KeyedRequest } from '../../http/once/one-time-keys.server.ts';
import { requireOwnKey } from '../../platform/secrets/key-check.server.ts';
import { conflict } from '../../lib/errors.ts';
import { PRODUCT_NAME } from '../../lib/product.ts';
import type { XeroServices } from './organisation.server.ts';
import { refreshTenants } from './organisations.server.ts';
import { findConnection, NOT_CONNECTED, requireAccess, withToken } from './tokens.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';

/** The toast when the product has disconnected but Xero could not be told. */
export const STILL_IN_XERO = `Disconnected here, but Xero could not be told at the moment. ${PRODUCT_NAME} has forgotten its access. End it in Xero, too: Settings, Connected apps, then Disconnect beside ${PRODUCT_NAME}.`;

const Disconnected = z.object({ isEndedInXero: z.boolean() });
type Disconnected = z.output<typeof Disconnected>;

/** Throws when the connection is another one than the page showed. */
type RequireShown = (signIn: { version: number }) => void;

/** Tells one sign-in to Xero from the next. */
export const versionOf = ({ connectedAt }: { connectedAt: Date }) => connectedAt.getTime();

/**
 * Ends every connection in Xero, and forgets the tokens in any case, so that a person can always disconnect. A
 * connection that Xero has already ended counts as ended. `isEndedInXero` is false when Xero could not be told, so that
 * the person has to end it there. Keeps the data of organisations and the contacts of clients. Throws 409 when there is
 * nothing to disconnect, or while the server has another key than the tokens.
 */
export async function disconnect(
  services: XeroServices,
  requireShown?: RequireShown,
): Promise<Disconnected> {
  const row = findConnection(services);
  if (row === null) throw conflict(NOT_CONNECTED);
  requireShown?.({ version: versionOf(row) });
  requireOwnKey(services);
  const isEndedInXero = row.endedAt !== null || (await endConnections(services));
  write(services.db, () => {
    // Leaves alone a connection that somebody has made meanwhile.
    services.db
      .delete(xeroConnections)
      .where(eq(xeroConnections.connectedAt, row.connectedAt))
      .run();
    const isLeft = services.db.select().from(xeroConnections).get() !== undefined;
    if (!isLeft) services.db.update(xeroOrganisations).set({ connectionId: null }).run();
  });
  return { isEndedInXero };
}

/** {@link disconnect}, once for a key: who sends the form again after a lost answer gets the same one. */
export async function disconnectOnce(
  services: XeroServices,
  key: KeyedRequest | null,
  requireShown?: RequireShown,
): Promise<Disconnected> {
  if (key === null) return disconnect(services, requireShown);
  const known = Disconnected.safeParse(findAnswer(services, key));
  if (known.success) return known.data;
  const disconnected = await disconnect(services, requireShown);
  once(services, key, () => disconnected);
  return disconnected;
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
    // Xero no longer accepts these tokens, so they give access to nothing.
    if (['connection-gone', 'no-access', 'not-authorised'].includes(error.kind)) return true;
    services.logger.warn({ error }, 'Disconnected, but Xero could not be told');
    return false;
  }
}

/** Counts the invoices that wait for Xero: without a connection, nobody can tell their outcome. */
export function countOpenInvoices({ db }: Pick<Services, 'db'>): number {
  return db
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.state, ['claimed', 'sending']))
    .all().length;
}
