import { and, eq, ne, type SQL } from 'drizzle-orm';
import { prepared, write } from '#db/connection.server.ts';
import { clientContacts, clients } from '#db/schema.ts';
import { z } from 'zod';
import type { Services } from '../../context.server.ts';
import { installationId } from '../../platform/settings-store.server.ts';
import { TERMS_FROM, type PaymentTerms } from '../ledger.ts';

/** The contact in the ledger that a client of ours is linked to. */
export type ContactLink = {
  contactId: string;
  contactName: string;
  /** The ledger's tax code that sales to the contact have by themselves, as last read. */
  taxCode: string | null;
  /** When invoices to the contact are due, as last read; null where it has no terms of its own. */
  paymentTerms: PaymentTerms | null;
};

/** The same as it is stored: with the tax code of the contact over which a person kept the client's own VAT. */
export type StoredLink = ContactLink & { vatKeptOver: string | null };

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
  const { contactId, contactName, taxCode, paymentTerms } = clientContacts;
  const link = db
    .select({ contactId, contactName, taxCode, paymentTerms })
    .from(clientContacts)
    .where(isLinkOf(organisationId, clientId))
    .get();
  return link ? { ...link, paymentTerms: readTerms(link.paymentTerms) } : null;
}

const Terms = z.object({ day: z.number(), from: z.enum(TERMS_FROM) });

const readTerms = (json: string | null): PaymentTerms | null =>
  json === null ? null : Terms.parse(JSON.parse(json));

function toColumns({ paymentTerms, ...link }: ContactLink) {
  return { ...link, paymentTerms: paymentTerms && JSON.stringify(paymentTerms) };
}

/** The stored links of an organisation, by the client's id, of all clients in one reading. */
export function contactsOf({ db }: Store, organisationId: string): Map<number, StoredLink> {
  type Row = Omit<StoredLink, 'paymentTerms'> & { clientId: number; paymentTerms: string | null };
  const rows = prepared<Row>(db, LINKS).all(organisationId);
  return new Map(
    rows.map(({ clientId, paymentTerms, ...link }) => [
      clientId,
      { ...link, paymentTerms: readTerms(paymentTerms) },
    ]),
  );
}

const LINKS = `select client_id as clientId, contact_id as contactId, contact_name as contactName,
  tax_code as taxCode, payment_terms as paymentTerms, vat_kept_over as vatKeptOver
  from client_contacts where tenant_id = ?`;

/** Links a client to the contact that a person chose, whatever it was linked to before. */
export function linkContact(
  { db, clock }: ClockedStore,
  organisationId: string,
  clientId: number,
  link: ContactLink,
): void {
  const chosen = { ...toColumns(link), vatKeptOver: null, linkedAt: clock() };
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
      .values({ clientId, tenantId: organisationId, ...toColumns(link), linkedAt: clock() })
      .onConflictDoNothing()
      .run();
  });
  return contactOf({ db }, organisationId, clientId) ?? link;
}

type Columns = Partial<typeof clientContacts.$inferInsert>;

function change({ db }: Store, of: SQL | undefined, columns: Columns): void {
  write(db, () => db.update(clientContacts).set(columns).where(of).run());
}

/** Stores the name, the VAT and the terms that a linked contact has in Xero now. */
export function refreshLink(
  store: Store,
  organisationId: string,
  clientId: number,
  link: ContactLink,
): void {
  const isIt = eq(clientContacts.contactId, link.contactId);
  change(store, and(isLinkOf(organisationId, clientId), isIt), toColumns(link));
}

/** Notes that the client's own VAT holds over this one of its linked contact. */
export function keepVatOver(
  store: Store,
  organisationId: string,
  clientId: number,
  taxCode: string,
): void {
  change(store, isLinkOf(organisationId, clientId), { vatKeptOver: taxCode });
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

function numberPrefix(services: Store): string {
  return `tallyhour-${installationId(services)}-`;
}

/** Our id of a client, which Xero stores as the contact's number: at most 50 characters. */
export function contactNumberOf(services: Store, clientId: number): string {
  return `${numberPrefix(services)}${clientId}`;
}

/** Which client this installation made a contact for; null when it did not make it. */
export function clientOfNumber(services: Store, contactNumber: string | null): number | null {
  const prefix = numberPrefix(services);
  if (!contactNumber?.startsWith(prefix)) return null;
  const clientId = Number.parseInt(contactNumber.slice(prefix.length), 10);
  return Number.isSafeInteger(clientId) ? clientId : null;
}

const FURTHER = /\.(\d+)$/;

/** The number of a client that a contact's number stands for: `…-12` for `…-12.2`, its second one, as well. */
export const firstNumber = (contactNumber: string) => contactNumber.replace(FURTHER, '');

/** A client's next number, when archived contacts keep these: `…-12.2` after `…-12`. */
export function numberAfter(first: string, kept: (string | null)[]): string {
  const counts = kept.map((number) => Number(FURTHER.exec(number ?? '')?.[1] ?? 1));
  return `${first}.${Math.max(...counts) + 1}`;
}

/** Whether this installation made the contact for another of its clients. */
export function isNumberOfAnother(
  services: Store,
  clientId: number,
  { contactNumber }: { contactNumber: string | null },
): boolean {
  if (!contactNumber?.startsWith(numberPrefix(services))) return false;
  return firstNumber(contactNumber) !== contactNumberOf(services, clientId);
}
