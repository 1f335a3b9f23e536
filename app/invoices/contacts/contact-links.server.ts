import { and, eq, ne } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { clientContacts, clients } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';

/** The contact in the ledger that a client of ours is linked to. */
export type ContactLink = { contactId: string; contactName: string };

type Store = Pick<Services, 'db'>;
type ClockedStore = Pick<Services, 'db' | 'clock'>;

function isLinkOf(organisationId: string, clientId: number) {
  return and(eq(clientContacts.tenantId, organisationId), eq(clientContacts.clientId, clientId));
}

/** The stored link, read without asking the ledger; null when there is none. */
export function contactOf(
  { db }: Store,
  organisationId: string,
  clientId: number,
): ContactLink | null {
  const { contactId, contactName } = clientContacts;
  const link = db
    .select({ contactId, contactName })
    .from(clientContacts)
    .where(isLinkOf(organisationId, clientId))
    .get();
  return link ?? null;
}

/** The stored links of an organisation, by the client's id, of all clients in one reading. */
export function contactsOf({ db }: Store, organisationId: string): Map<number, ContactLink> {
  const rows = prepared<ContactLink & { clientId: number }>(db, LINKS).all(organisationId);
  return new Map(
    rows.map(({ clientId, contactId, contactName }) => [clientId, { contactId, contactName }]),
  );
}

const LINKS = `select client_id as clientId, contact_id as contactId, contact_name as contactName
  from client_contacts where tenant_id = ?`;

/** Links a client to the contact that a person chose, whatever it was linked to before. */
export function linkContact(
  { db, clock }: ClockedStore,
  organisationId: string,
  clientId: number,
  { contactId, contactName }: ContactLink,
): void {
  const chosen = { contactId, contactName, linkedAt: clock() };
  write(db, () => {
    db.insert(clientContacts)
      .values({ clientId, tenantId: organisationId, ...chosen })
      .onConflictDoUpdate({
        target: [clientContacts.clientId, clientContacts.tenantId],
        set: chosen,
      })
      .run();
  });
}

/**
 * Links a client to a contact that was found for it, unless it was linked meanwhile. Gives the
 * stored link.
 */
export function linkUnlessLinked(
  { db, clock }: ClockedStore,
  organisationId: string,
  clientId: number,
  link: ContactLink,
): ContactLink {
  write(db, () => {
    db.insert(clientContacts)
      .values({ clientId, tenantId: organisationId, ...link, linkedAt: clock() })
      .onConflictDoNothing()
      .run();
  });
  return contactOf({ db }, organisationId, clientId) ?? link;
}

/** Stores the name that a linked contact has in Xero now. */
export function renameLink(
  { db }: Store,
  organisationId: string,
  clientId: number,
  { contactId, contactName }: ContactLink,
): void {
  write(db, () => {
    db.update(clientContacts)
      .set({ contactName })
      .where(and(isLinkOf(organisationId, clientId), eq(clientContacts.contactId, contactId)))
      .run();
  });
}

/** Removes a client's link; nothing changes in Xero. */
export function unlinkContact({ db }: Store, organisationId: string, clientId: number): void {
  write(db, () => {
    db.delete(clientContacts).where(isLinkOf(organisationId, clientId)).run();
  });
}

/** The name of another client that is linked to this contact; null when there is none. */
export function otherClientOf(
  { db }: Store,
  organisationId: string,
  clientId: number,
  contactId: string,
): string | null {
  const other = db
    .select({ name: clients.name })
    .from(clientContacts)
    .innerJoin(clients, eq(clients.id, clientContacts.clientId))
    .where(
      and(
        eq(clientContacts.tenantId, organisationId),
        eq(clientContacts.contactId, contactId),
        ne(clientContacts.clientId, clientId),
      ),
    )
    .limit(1)
    .get();
  return other?.name ?? null;
}
