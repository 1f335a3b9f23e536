import { eq } from 'drizzle-orm';
import { xeroConnections, xeroOrganisations } from '#db/schema.ts';
import type { XeroServices } from '#app/xero/connection/organisation.server.ts';
export { openXeroLedger } from '#app/xero/ledger/xero-ledger.server.ts';
import { storeNewTokens } from '#app/xero/connection/tokens.server.ts';
import { afterEach, beforeEach } from 'vitest';
import { startXero, type OrganisationSeed, type RunningXero } from '#sandbox/xero.ts';
import { reach, XERO_CLIENT } from './xero.ts';

/** The environment of a product whose Xero is a stand-in. */
export function xeroEnvironment({ origin }: RunningXero): Record<string, string> {
  return {
    XERO_CLIENT_ID: XERO_CLIENT.clientId,
    XERO_CLIENT_SECRET: XERO_CLIENT.clientSecret,
    XERO_API_URL: origin,
    XERO_IDENTITY_URL: origin,
    XERO_LOGIN_URL: origin,
  };
}

/**
 * Connects a product to the first organisation of a stand-in, as Settings does, without its
 * consent page. Gives the tenant's id.
 */
export async function connectToXero(
  services: Pick<XeroServices, 'db' | 'clock' | 'appSecret'>,
  standIn: RunningXero,
): Promise<string> {
  const { db, clock } = services;
  // An adapter of its own, since the stand-in does not know the redirect URI of the product's.
  const adapter = reach(standIn);
  const tokens = await adapter.exchangeCode(standIn.grantCode());
  const [connection] = await adapter.listConnections(tokens.accessToken);
  if (!connection) throw new Error('The stand-in has no connection.');
  const { tenantId, connectionId, tenantName: name } = connection;
  const now = clock();
  storeNewTokens(services, tokens);
  db.insert(xeroOrganisations)
    .values({ tenantId, connectionId, name, readAt: now, updatedAt: now })
    .run();
  db.update(xeroConnections).set({ tenantId }).where(eq(xeroConnections.id, 1)).run();
  return tenantId;
}

/** A stand-in for Xero for each test of a file, for tests that skip its consent page. */
export function useConsentedXero(organisations: () => OrganisationSeed[]): () => RunningXero {
  let xero: RunningXero | null = null;

  beforeEach(async () => {
    xero = await startXero({ clients: [XERO_CLIENT], organisations: organisations() });
  });

  afterEach(async () => {
    await xero?.close();
    xero = null;
  });

  return () => {
    if (!xero) throw new Error('The stand-in is not started yet');
    return xero;
  };
}
