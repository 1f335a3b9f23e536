import { eq } from 'drizzle-orm';
import { clientContacts } from '#db/schema.ts';
import type { Services } from '../context.server.ts';

/**
 * The names of the Xero contacts that clients are linked to in the active organisation, by the
 * client's id. Empty when no organisation is active; null when Xero is not set up.
 */
export function listContactNames(
  services: Pick<Services, 'db' | 'ledger'>,
): ReadonlyMap<number, string> | null {
  if (!services.ledger.isSetUp) return null;
  const organisation = services.ledger.activeOrganisation();
  if (!organisation) return new Map();
  const { clientId, contactName, tenantId } = clientContacts;
  const links = services.db
    .select({ clientId, contactName })
    .from(clientContacts)
    .where(eq(tenantId, organisation.organisationId))
    .all();
  return new Map(links.map((link) => [link.clientId, link.contactName]));
}
