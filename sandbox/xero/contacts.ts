import { randomUUID } from 'node:crypto';
import {
  apiAnswer,
  apiError,
  isRecord,
  msDate,
  readPosted,
  type Reply,
  type Request,
} from './http.ts';
import { list } from './listing.ts';
import { isForSales, type Contact, type Organisation } from './model.ts';

/** Whether anything was ever sold to a contact. */
const isCustomer = ({ contactId, wasInvoiced }: Contact, { invoices }: Organisation) =>
  wasInvoiced === true || invoices.some((invoice) => invoice.contactId === contactId);

/** The shape in which a contact is answered; `isSummary`: without what Xero has to look up elsewhere. */
export function showContact(contact: Contact, organisation: Organisation, isSummary = false) {
  const { contactId, name, email, contactNumber, taxType, status, updatedAt } = contact;
  const { firstName, lastName, accountNumber } = contact;
  const summary = {
    ContactID: contactId,
    ContactNumber: contactNumber || undefined,
    ContactStatus: status,
    Name: name,
    FirstName: firstName,
    LastName: lastName,
    AccountNumber: accountNumber,
    EmailAddress: email,
    UpdatedDateUTC: msDate(updatedAt),
    IsSupplier: false,
    IsCustomer: isCustomer(contact, organisation),
  };
  if (isSummary) return summary;
  return {
    ...summary,
    BankAccountDetails: '',
    AccountsReceivableTaxType: taxType ?? undefined,
    PaymentTerms: contact.salesTerms ? { Sales: contact.salesTerms } : undefined,
    Addresses: [],
    Phones: [],
    ContactGroups: [],
    ContactPersons: [],
    HasAttachments: false,
    HasValidationErrors: false,
  };
}

/** GET /Contacts; archived ones only with `includeArchived`. */
export function getContacts(request: Request, organisation: Organisation, now: Date): Reply {
  const { contacts } = organisation;
  const isSummary = request.query.get('summaryOnly') === 'true';
  const isAllWanted = request.query.get('includeArchived') === 'true';
  const found = list(request, {
    rows: contacts.filter(({ status }) => isAllWanted || status === 'ACTIVE'),
    idOf: ({ contactId }) => contactId,
    updatedAtOf: ({ updatedAt }) => updatedAt,
    searchable: ({ name, firstName, lastName, contactNumber, email }) => [
      ...[name, firstName ?? '', lastName ?? ''],
      ...[contactNumber, email],
    ],
    fieldsOf: (contact) => ({
      ContactID: contact.contactId,
      Name: contact.name,
      EmailAddress: contact.email,
      ContactNumber: contact.contactNumber,
      ContactStatus: contact.status,
      IsCustomer: String(isCustomer(contact, organisation)),
    }),
  });
  if ('status' in found) return found;
  return apiAnswer(now, {
    pagination: found.pagination,
    Contacts: found.rows.map((contact) => showContact(contact, organisation, isSummary)),
  });
}

/** PUT and POST /Contacts: creates contacts; a POST with an id changes one. */
export function saveContacts(request: Request, organisation: Organisation, now: Date): Reply {
  const posted = readPosted(request.body);
  if ('refusal' in posted) return posted.refusal;
  const { body } = posted;
  const given = (Array.isArray(body.Contacts) ? body.Contacts : [body]).filter(isRecord);
  const results = given.map((raw, index): Saved =>
    index === 0 && request.isFirstRefused
      ? { contact: null, errors: ['The stand-in refuses this one'], raw }
      : saveContact(raw, organisation, now),
  );
  const failed = results.filter(({ errors }) => errors.length > 0);
  if (failed.length > 0 && request.query.get('summarizeErrors') !== 'false') {
    return apiError(
      'ValidationException',
      10,
      'A validation exception occurred',
      failed.map(({ errors, raw }) => ({ ...raw, ValidationErrors: errors.map(toMessage) })),
    );
  }
  return apiAnswer(now, {
    Contacts: results.map(({ contact, errors, raw }) =>
      contact
        ? { ...showContact(contact, organisation), StatusAttributeString: 'OK' }
        : {
            ...raw,
            HasValidationErrors: true,
            StatusAttributeString: 'ERROR',
            ValidationErrors: errors.map(toMessage),
          },
    ),
  });
}

function toMessage(Message: string): { Message: string } {
  return { Message };
}

type Saved = { contact: Contact | null; errors: string[]; raw: Record<string, unknown> };

function saveContact(raw: Record<string, unknown>, organisation: Organisation, now: Date): Saved {
  const { contacts } = organisation;
  const known = contacts.find(({ contactId }) => contactId === raw.ContactID);
  if (raw.ContactID !== undefined && !known) {
    return { contact: null, errors: ['The contact with the given ContactID was not found'], raw };
  }
  const text = (key: string, before: string) => (typeof raw[key] === 'string' ? raw[key] : before);
  const contact: Contact = {
    contactId: known?.contactId ?? randomUUID(),
    name: text('Name', known?.name ?? '').trim(),
    email: text('EmailAddress', known?.email ?? ''),
    contactNumber: text('ContactNumber', known?.contactNumber ?? ''),
    firstName: typeof raw.FirstName === 'string' ? raw.FirstName : known?.firstName,
    lastName: typeof raw.LastName === 'string' ? raw.LastName : known?.lastName,
    accountNumber: typeof raw.AccountNumber === 'string' ? raw.AccountNumber : known?.accountNumber,
    wasInvoiced: known?.wasInvoiced ?? false,
    taxType: text('AccountsReceivableTaxType', known?.taxType ?? '') || null,
    salesTerms: known?.salesTerms ?? null,
    status: raw.ContactStatus === 'ARCHIVED' ? 'ARCHIVED' : (known?.status ?? 'ACTIVE'),
    updatedAt: now,
  };
  const isOther = (one: Contact) => one.status === 'ACTIVE' && one.contactId !== contact.contactId;
  const errors = [];
  if (contact.name === '') errors.push('The contact name must be specified');
  if (contact.name.length > 255) errors.push('The contact name is longer than 255 characters');
  if (contact.contactNumber.length > 50) {
    errors.push('The contact number is longer than 50 characters');
  }
  const { taxType } = contact;
  if (taxType !== null && !isForSales(organisation, taxType)) {
    errors.push(`The TaxType code '${taxType}' does not exist or cannot be used for sales.`);
  }
  const hasTwin = contacts.some(
    (one) => isOther(one) && one.name.toLowerCase() === contact.name.toLowerCase(),
  );
  if (hasTwin) {
    errors.push(
      `The contact name ${contact.name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
    );
  }
  // Archived ones keep their number, unlike their name.
  const hasNumber = ({ contactId, contactNumber }: Contact) =>
    contactId !== contact.contactId && contactNumber === contact.contactNumber;
  if (contact.contactNumber !== '' && contacts.some(hasNumber)) {
    errors.push(
      `The contact number ${contact.contactNumber} is already assigned to another contact. The contact number must be unique across all contacts.`,
    );
  }
  if (errors.length > 0) return { contact: null, errors, raw };
  organisation.contacts = [
    ...contacts.filter(({ contactId }) => contactId !== contact.contactId),
    contact,
  ];
  return { contact, errors, raw };
}
