import { eq } from 'drizzle-orm';
import { clientContacts } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { activeOrganisation } from '../xero/connection/organisation.server.ts';

/**
 * The names of the contacts that clients are linked to in the active Xero organisation, by the
 * client's id; null when Xero is not set up.
 */
export function listContactNames(
  services: Pick<Services, 'db' | 'xero'>,
): ReadonlyMap<number, string> | null {
  if (!services.xero) return null;
  const organisation = activeOrganisation(services);
  if (!organisation) return new Map();
  const { clientId, contactName, tenantId } = clientContacts;
  const links = services.db
    .select({ clientId, contactName })
    .from(clientContacts)
    .where(eq(tenantId, organisation.tenantId))
    .all();
  return new Map(links.map((link) => [link.clientId, link.contactName]));
}
