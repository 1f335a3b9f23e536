import type { Services } from '../../context.server.ts';
import { linkContact } from '../contacts/contact-links.server.ts';
import { clientOfNumber } from '../contacts/contact-number.server.ts';
import { prepared } from '#db/connection.server.ts';
import { openUnmatched } from './unmatched.server.ts';

/**
 * Finds out whose the invoices are that only Xero knows, where their contact is linked to no client here: one that was
 * made since the backup has our number. Asks Xero only where there are such invoices. Throws LedgerError.
 */
export async function resolveContacts(
  services: Pick<Services, 'db' | 'clock' | 'ledger'>,
  tenantId: string,
): Promise<void> {
  const strangers = openUnmatched(services, tenantId).flatMap(({ invoice, clientIds }) =>
    clientIds.length === 0 && invoice.contactId !== null ? [invoice.contactId] : [],
  );
  if (strangers.length === 0) return;
  const ids = [...new Set(strangers)];
  // One that was archived since has our number as well.
  const query = { ids, withArchived: true };
  for (const contact of await services.ledger.findContacts(tenantId, query)) {
    const clientId = clientOfNumber(services, contact.contactNumber);
    if (clientId === null || !prepared(services.db, UNLINKED).get(clientId, tenantId)) continue;
    linkContact(services, tenantId, clientId, {
      contactId: contact.contactId,
      contactName: contact.name,
    });
  }
}

const UNLINKED = `select 1 from clients c where c.id = ? and not exists
  (select 1 from client_contacts k where k.client_id = c.id and k.tenant_id = ?)`;
