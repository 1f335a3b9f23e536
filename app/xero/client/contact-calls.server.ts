import type { Contact } from 'xero-node';
import { inPlainSpaces } from '../../lib/looks.ts';
import {
  LedgerError,
  type ContactQuery,
  type ContactsPage,
  type ListedContacts,
  type LedgerContact,
  type NewContact,
  type NewContactAnswer,
} from '../../invoices/ledger.ts';
import { cleanLine, withoutControls } from '../../lib/text.ts';
import {
  asName,
  asText,
  checkKey,
  checkNames,
  IDS_AT_ONCE,
  inPieces,
  isLastPage,
  outcomesOf,
  XERO_PAGE_SIZE,
  readAllPages,
} from './all-pages.server.ts';
import type { Ask, RunCalls, XeroSession } from './calls.server.ts';
import { unreadable } from './faults.server.ts';
import { readSalesTerms, toPaymentTerms } from './organisation-calls.server.ts';

/**
 * For more terms than this the whole list is read: that costs fewer calls, and a search misses a name with
 * another kind of space or with invisible signs.
 */
const FEW_TERMS = 1;

const LARGEST_PAGE = 1_000;

const MOST_PAGES = 50;

/**
 * The contacts that match a query: those that have the text in their name, email or number (an empty text:
 * all), those with these ids, or those with these terms, among which there may be others. Archived ones only
 * where they are asked for. Each request has a deadline of its own. Throws LedgerError.
 */
export async function findContacts(
  run: RunCalls,
  session: XeroSession,
  query: ContactQuery,
): Promise<LedgerContact[]> {
  if ('search' in query) return search(run, session, query.search);
  if ('terms' in query) return findByTerms(run, session, query);
  const found: LedgerContact[] = [];
  const { withArchived } = query;
  for (const ids of inPieces([...new Set(query.ids)], IDS_AT_ONCE)) {
    const answer = await readAll(run, session, { ids, withArchived });
    const contacts = answer.flatMap((one) => readContact(one, withArchived));
    found.push(...contacts.filter(({ contactId }) => ids.includes(contactId)));
  }
  return found;
}

/** So many are ticked on one page, which has to stay light. */
const LISTED = 50;

/**
 * A page of contacts for a person to choose from, in one call. Xero does not say that a search can be narrowed, so it
 * goes through all. Throws LedgerError.
 */
export async function listContacts(
  run: RunCalls,
  session: XeroSession,
  { page, search: text, show }: ListedContacts,
): Promise<ContactsPage> {
  const search = inPlainSpaces(text) || undefined;
  const where = search !== undefined || show === 'all' ? undefined : 'IsCustomer==true';
  const { contacts: rows, pagination } = await run(session, (ask) =>
    askForContacts(
      ask,
      session,
      { search, where, order: 'Name ASC', isSummary: true },
      { page, pageSize: LISTED },
    ),
  );
  if (!rows) throw unreadable(false);
  return {
    contacts: rows.flatMap((row) => readContact(row)),
    isLast: isLastPage(page, { rows, pageCount: pagination?.pageCount }, LISTED),
  };
}

type Filter = {
  ids?: string[];
  search?: string;
  order?: string;
  withArchived?: boolean;
  where?: string;
  /** Without what takes Xero long, such as terms. */
  isSummary?: boolean;
};

function askForContacts(
  ask: Ask,
  { tenantId }: XeroSession,
  { ids, search, order, withArchived, where, isSummary }: Filter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  return ask(false, (api) =>
    api.getContacts(
      tenantId,
      undefined,
      where,
      order,
      ids,
      page,
      withArchived,
      isSummary,
      search,
      pageSize,
    ),
  );
}

function readAll(run: RunCalls, session: XeroSession, filter: Filter): Promise<Contact[]> {
  return run(session, (ask) =>
    readAllPages<Contact>(
      ({ contactID }) => contactID,
      async (page) => {
        const at = { page, pageSize: XERO_PAGE_SIZE };
        const { contacts, pagination } = await askForContacts(ask, session, filter, at);
        return { rows: contacts, pageCount: pagination?.pageCount };
      },
    ),
  );
}

async function search(
  run: RunCalls,
  session: XeroSession,
  text: string,
  withArchived?: boolean,
): Promise<LedgerContact[]> {
  const term = text.trim() || undefined;
  const found = await readAll(run, session, { search: term, withArchived });
  return found.flatMap((contact) => readContact(contact, withArchived));
}

/**
 * The contacts among which those with the terms are. Many terms cost fewer calls when the list is read whole, a
 * thousand a call; when it is too long for that, or changes while it is read, each term is searched for.
 */
async function findByTerms(
  run: RunCalls,
  session: XeroSession,
  { terms: given, withArchived }: { terms: string[]; withArchived?: boolean },
): Promise<LedgerContact[]> {
  const terms = [...new Set(given.map(inPlainSpaces).filter(Boolean))];
  if (terms.length > FEW_TERMS) {
    const mostPages = Math.min(terms.length, MOST_PAGES);
    for (let tries = 1; tries <= 2; tries += 1) {
      const list = await readList(run, session, { mostPages, withArchived });
      if (list === 'too long') break;
      if (list !== 'incomplete') {
        return list.flatMap((contact) => readContact(contact, withArchived));
      }
    }
  }
  const found = new Map<string, LedgerContact>();
  for (const term of terms) {
    for (const contact of await search(run, session, term, withArchived)) {
      found.set(contact.contactId, contact);
    }
  }
  return [...found.values()];
}

/**
 * All contacts, in an order in which new ones cannot push others from one page to the next. A
 * contact that is passed over would be made a second time: so their count has to be the one that
 * Xero names, and without a count the list is not relied on.
 */
async function readList(
  run: RunCalls,
  session: XeroSession,
  { mostPages, withArchived }: { mostPages: number; withArchived?: boolean },
): Promise<Contact[] | 'too long' | 'incomplete'> {
  const found = new Map<string, Contact>();
  for (let page = 1; page <= mostPages; page += 1) {
    const at = { page, pageSize: LARGEST_PAGE };
    const { contacts, pagination } = await run(session, (ask) =>
      askForContacts(ask, session, { order: 'ContactID ASC', withArchived }, at),
    ).catch(orNothing);
    const pageCount = pagination?.pageCount;
    const itemCount = pagination?.itemCount;
    if (!contacts || pageCount === undefined || itemCount === undefined) return 'too long';
    if (pageCount > mostPages) return 'too long';
    for (const contact of contacts) {
      if (!contact.contactID) throw unreadable(false);
      found.set(contact.contactID, contact);
    }
    if (page >= pageCount) return found.size === itemCount ? [...found.values()] : 'incomplete';
  }
  return 'too long';
}

/** A list that Xero refuses to give, because it is too long for example, is one that is not read. */
function orNothing(error: unknown): { contacts?: undefined; pagination?: undefined } {
  if (!(error instanceof LedgerError && error.kind === 'refused')) throw error;
  return {};
}

/**
 * A contact as plain data in a list; an empty list for an archived one that is not asked for, since Xero takes no
 * invoice for it.
 */
function readContact(contact: Contact, withArchived = false): LedgerContact[] {
  const { contactID, emailAddress, contactNumber, contactStatus } = contact;
  const { accountsReceivableTaxType } = contact;
  const terms = readSalesTerms(contact);
  const name = asName(contact.name);
  const person = [contact.firstName, contact.lastName]
    .flatMap((one) => asText(one) ?? [])
    .join(' ');
  const accountNumber = asText(contact.accountNumber);
  const isUsable = String(contactStatus ?? 'ACTIVE') === 'ACTIVE';
  if ((!isUsable && !withArchived) || !contactID || name === null) return [];
  return [
    {
      contactId: contactID,
      name,
      email: asText(emailAddress),
      contactNumber: asText(contactNumber),
      taxCode: asText(accountsReceivableTaxType),
      paymentTerms: terms && toPaymentTerms(terms),
      ...(isUsable ? {} : { isArchived: true }),
      ...(person && { person }),
      ...(accountNumber !== null && { accountNumber }),
    },
  ];
}

/**
 * Makes these 1 to 50 contacts, and gives the outcome of each, in the same order. Each needs a number of its own.
 * Throws LedgerError when the answer does not cover every one of them; `isOutcomeUnknown` then says whether they have
 * to be looked up. Repeating the call under the same key within six minutes gives the first answer again.
 */
export function createContacts(
  run: RunCalls,
  session: XeroSession,
  contacts: NewContact[],
  { idempotencyKey }: { idempotencyKey: string },
): Promise<NewContactAnswer[]> {
  const numbers = contacts.map(({ contactNumber }) => contactNumber);
  checkKey(idempotencyKey);
  checkNames(numbers, 'contact', 'number');
  return run(session, async (ask) => {
    const { contacts: answers } = await ask(true, (api, sdk) => {
      const wanted = contacts.map(({ name, email, contactNumber }) =>
        Object.assign(new sdk.Contact(), {
          name: cleanLine(withoutControls(name)),
          emailAddress: asText(email) ?? undefined,
          contactNumber,
        }),
      );
      const body = Object.assign(new sdk.Contacts(), { contacts: wanted });
      return api.createContacts(session.tenantId, body, false, idempotencyKey);
    });
    return outcomesOf(numbers, answers, ({ contactNumber }) => contactNumber, readOutcome);
  });
}

/** Whether Xero refused a contact because another one has the same name or the same number. */
const isTaken = (message: string) =>
  /already (assigned|exists|in use)|must be unique/i.test(message);

function readOutcome(answer: Contact): NewContactAnswer | null {
  const messages = (answer.validationErrors ?? []).flatMap(({ message }) => message ?? []);
  const isRefused =
    answer.hasValidationErrors === true ||
    answer.statusAttributeString === 'ERROR' ||
    messages.length > 0;
  if (isRefused)
    return messages.some(isTaken) ? { outcome: 'taken' } : { outcome: 'refused', messages };
  const [contact] = readContact(answer);
  return contact ? { outcome: 'created', contact } : null;
}
