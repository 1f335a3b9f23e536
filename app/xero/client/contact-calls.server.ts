import type { Contact } from 'xero-node';
import type { ContactQuery } from '../../invoices/ledger.ts';
import { asText } from './amounts.ts';
import type { RunCalls, XeroSession } from './calls.server.ts';
import { refused, unreadable } from './faults.server.ts';
import { XERO_PAGE_SIZE, readAllPages } from './all-pages.server.ts';
import { inPieces } from './where.ts';

/** Someone whom the organisation sells to. */
export type XeroContact = {
  contactId: string;
  name: string;
  email: string | null;
  /** Our own id, which Xero stores: at most 50 characters. */
  contactNumber: string | null;
};

/** A contact that is to be made. */
export type XeroNewContact = { name: string; email: string | null; contactNumber: string | null };

/** The most ids in one request, since its address has to stay short. */
const IDS_AT_ONCE = 40;

/**
 * The contacts that are not archived and either have the text in their name, email or number (all
 * contacts for an empty text), or have one of these ids. Throws LedgerError.
 */
export function findContacts(
  run: RunCalls,
  session: XeroSession,
  query: ContactQuery,
): Promise<XeroContact[]> {
  return run(session, async (ask) => {
    const read = (ids: string[] | undefined, search: string | undefined) =>
      readAllPages<Contact>(
        ({ contactID }) => contactID,
        async (page) => {
          const { contacts, pagination } = await ask(false, (api) =>
            api.getContacts(
              session.tenantId,
              undefined,
              undefined,
              undefined,
              ids,
              page,
              undefined,
              undefined,
              search,
              XERO_PAGE_SIZE,
            ),
          );
          return { rows: contacts, pageCount: pagination?.pageCount };
        },
      );
    if ('search' in query) {
      return (await read(undefined, query.search.trim() || undefined)).flatMap(readContact);
    }
    const found: XeroContact[] = [];
    for (const ids of inPieces([...new Set(query.ids)], IDS_AT_ONCE)) {
      const contacts = (await read(ids, undefined)).flatMap(readContact);
      found.push(...contacts.filter(({ contactId }) => ids.includes(contactId)));
    }
    return found;
  });
}

/**
 * A contact as plain data in a list; an empty list for an archived one, since Xero takes no invoice
 * for it.
 */
function readContact(contact: Contact): XeroContact[] {
  const { contactID, name, emailAddress, contactNumber, contactStatus } = contact;
  const isUsable = contactStatus === undefined || String(contactStatus) === 'ACTIVE';
  if (!isUsable || !contactID || !name) return [];
  return [
    {
      contactId: contactID,
      name,
      email: asText(emailAddress),
      contactNumber: asText(contactNumber),
    },
  ];
}

/**
 * Makes a contact. Throws LedgerError: 'refused' when the name is taken. Repeating the call under
 * the same key within six minutes gives the first answer again.
 */
export function createContact(
  run: RunCalls,
  session: XeroSession,
  { name, email, contactNumber }: XeroNewContact,
  idempotencyKey?: string,
): Promise<XeroContact> {
  if (idempotencyKey !== undefined) checkKey(idempotencyKey);
  return run(session, async (ask) => {
    const { contacts } = await ask(true, (api, sdk) => {
      const contact = Object.assign(new sdk.Contact(), {
        name,
        emailAddress: asText(email) ?? undefined,
        contactNumber: asText(contactNumber) ?? undefined,
      });
      const body = Object.assign(new sdk.Contacts(), { contacts: [contact] });
      return api.createContacts(session.tenantId, body, false, idempotencyKey);
    });
    const made = contacts?.[0];
    if (made?.hasValidationErrors || (made?.validationErrors?.length ?? 0) > 0) {
      throw refused((made?.validationErrors ?? []).flatMap(({ message }) => message ?? []));
    }
    const [readable] = made ? readContact(made) : [];
    if (!readable) throw unreadable(true);
    return readable;
  });
}

/**
 * Throws unless the key has 1 to 128 characters: Xero takes no longer ones, and an empty one would
 * protect nothing.
 */
export function checkKey(idempotencyKey: string): void {
  if (idempotencyKey.length >= 1 && idempotencyKey.length <= 128) return;
  throw new Error('An idempotency key has 1 to 128 characters.');
}
