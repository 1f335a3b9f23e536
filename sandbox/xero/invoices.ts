import { randomUUID } from 'node:crypto';
import { apiAnswer, apiError, isRecord, readPosted, type Reply, type Request } from './http.ts';
import { buildLine, sumLines, totalProblem } from './invoice-rules.ts';
import { showInvoice } from './invoice-shape.ts';
import { list } from './listing.ts';
import type { Invoice, InvoiceStatus, LineAmountTypes, Organisation } from './model.ts';

const LINE_AMOUNT_TYPES: LineAmountTypes[] = ['Exclusive', 'Inclusive', 'NoTax'];

/** The states to which the API can move an invoice, by its present state. */
const NEXT: Record<InvoiceStatus, InvoiceStatus[]> = {
  DRAFT: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
  SUBMITTED: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
  AUTHORISED: ['AUTHORISED', 'VOIDED'],
  PAID: [],
  VOIDED: [],
  DELETED: [],
};
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** GET /Invoices, in any state. Lines are included in a paged answer and for a single invoice. */
export function getInvoices(
  request: Request,
  organisation: Organisation,
  now: Date,
  invoiceId: string | null,
): Reply {
  const { invoices } = organisation;
  const hasFourPlaces = asksForFourPlaces(request);
  if (invoiceId !== null) {
    const one = findInvoice(organisation, invoiceId);
    if (!one) return notFound();
    return apiAnswer(now, {
      Invoices: [showInvoice(one, organisation, { hasLines: true, hasFourPlaces })],
    });
  }
  const split = (name: string) => request.query.get(name)?.split(',');
  const [numbers, statuses] = [split('InvoiceNumbers'), split('Statuses')];
  const contactIds = split('ContactIDs');
  const found = list(request, {
    rows: invoices
      .filter(({ contactId }) => contactIds?.includes(contactId) ?? true)
      .filter(({ invoiceNumber }) => numbers?.includes(invoiceNumber) ?? true)
      .filter(({ status }) => statuses?.includes(status) ?? true),
    idOf: (invoice) => invoice.invoiceId,
    updatedAtOf: ({ updatedAt }) => updatedAt,
    searchable: ({ invoiceNumber, reference }) => [invoiceNumber, reference],
    fieldsOf: (invoice) => ({
      Type: 'ACCREC',
      InvoiceID: invoice.invoiceId,
      InvoiceNumber: invoice.invoiceNumber,
      Reference: invoice.reference,
      Status: invoice.status,
      'Contact.ContactID': invoice.contactId,
    }),
  });
  if ('status' in found) return found;
  return apiAnswer(now, {
    pagination: found.pagination,
    Invoices: found.rows.map((invoice) =>
      showInvoice(invoice, organisation, { hasLines: found.isPaged, hasFourPlaces }),
    ),
  });
}

function asksForFourPlaces({ query }: Request): boolean {
  return query.get('unitdp') === '4';
}

function notFound(): Reply {
  return { ...apiError('ObjectNotFound', 404, 'The resource was not found'), status: 404 };
}

function findInvoice({ invoices }: Organisation, idOrNumber: string): Invoice | undefined {
  return invoices.find(
    ({ invoiceId, invoiceNumber }) => invoiceId === idOrNumber || invoiceNumber === idOrNumber,
  );
}

type Saved = { raw: Record<string, unknown>; invoice: Invoice | null; errors: string[] };

/** PUT and POST /Invoices: creates invoices; a POST with an id changes the state of one. */
export function saveInvoices(
  request: Request,
  organisation: Organisation,
  now: Date,
  invoiceId: string | null,
): Reply {
  const posted = readPosted(request.body);
  if ('refusal' in posted) return posted.refusal;
  const { body } = posted;
  const given = (Array.isArray(body.Invoices) ? body.Invoices : [body]).filter(isRecord);
  if (invoiceId !== null && !findInvoice(organisation, invoiceId)) return notFound();
  const isSummarised = request.query.get('summarizeErrors') !== 'false';
  const hasFourPlaces = asksForFourPlaces(request);
  const before = organisation.invoices;
  const results = given.map((raw, index): Saved => {
    if (index === 0 && request.isFirstRefused) {
      return { raw, invoice: null, errors: ['The stand-in refuses this one'] };
    }
    const id = invoiceId ?? (request.method === 'POST' ? raw.InvoiceID : undefined);
    return typeof id === 'string'
      ? changeInvoice(raw, id, organisation, now)
      : createInvoice(raw, organisation, now, hasFourPlaces);
  });
  const failed = results.filter(({ errors }) => errors.length > 0);
  if (failed.length > 0 && isSummarised) {
    organisation.invoices = before;
    return apiError(
      'ValidationException',
      10,
      'A validation exception occurred',
      failed.map(({ raw, errors }) => ({ ...raw, ValidationErrors: errors.map(toMessage) })),
    );
  }
  return apiAnswer(now, {
    Invoices: results.map(({ raw, invoice, errors }) =>
      invoice
        ? {
            ...showInvoice(invoice, organisation, { hasLines: true, hasFourPlaces }),
            StatusAttributeString: 'OK',
          }
        : {
            ...raw,
            InvoiceID: NO_ID,
            HasErrors: true,
            StatusAttributeString: 'ERROR',
            ValidationErrors: errors.map(toMessage),
          },
    ),
  });
}

function toMessage(Message: string): { Message: string } {
  return { Message };
}

/** The date in a text with YYYY-MM-DD or an instant; null for any other text. */
function readDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const match = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/.exec(value);
  return match?.[1] && !Number.isNaN(Date.parse(match[1])) ? match[1] : null;
}

function createInvoice(
  raw: Record<string, unknown>,
  organisation: Organisation,
  now: Date,
  hasFourPlaces: boolean,
): Saved {
  const errors: string[] = [];
  if (raw.Type !== 'ACCREC') errors.push('The stand-in makes sales invoices (ACCREC) only.');
  const status = raw.Status ?? 'DRAFT';
  if (status !== 'DRAFT' && status !== 'SUBMITTED' && status !== 'AUTHORISED') {
    errors.push(`A new invoice cannot have the status ${JSON.stringify(status)}.`);
  }
  const contact = findContact(raw, organisation, errors);
  const date = raw.Date === undefined ? now.toISOString().slice(0, 10) : readDate(raw.Date);
  if (date === null) errors.push('Invoice Date is not a date.');
  const dueDate = raw.DueDate === undefined ? null : readDate(raw.DueDate);
  if (raw.DueDate !== undefined && dueDate === null) errors.push('Due Date is not a date.');
  if (status === 'AUTHORISED' && dueDate === null) errors.push('Due Date must be specified.');
  const currencyCode = raw.CurrencyCode ?? organisation.baseCurrency;
  if (currencyCode !== organisation.baseCurrency) {
    errors.push('The currency is not enabled for this organisation.');
  }
  const reference = typeof raw.Reference === 'string' ? raw.Reference : '';
  if (reference.length > 255) errors.push('Reference is longer than 255 characters.');
  const invoiceNumber = chooseNumber(raw.InvoiceNumber, organisation, errors);

  const types = LINE_AMOUNT_TYPES.find((one) => one === (raw.LineAmountTypes ?? 'Exclusive'));
  if (!types) errors.push('LineAmountTypes is not valid.');
  const rawLines = Array.isArray(raw.LineItems) ? raw.LineItems : [];
  if (rawLines.length === 0) errors.push('One or more line items must be specified');
  const lines = rawLines.map((line) =>
    buildLine(line, organisation, types ?? 'Exclusive', hasFourPlaces, errors),
  );
  const sums = sumLines(lines, types ?? 'Exclusive');
  const problem = totalProblem(sums.totalPence);
  if (problem !== null) errors.push(problem);
  if (errors.length > 0 || !contact || !types || date === null) {
    return { raw, invoice: null, errors: [...new Set(errors)] };
  }
  const invoice: Invoice = {
    invoiceId: randomUUID(),
    invoiceNumber,
    reference,
    contactId: contact.contactId,
    status: status as InvoiceStatus,
    isSentToContact: false,
    date,
    dueDate,
    currencyCode: organisation.baseCurrency,
    lineAmountTypes: types,
    lines,
    ...sums,
    amountPaidPence: 0,
    amountCreditedPence: 0,
    fullyPaidOn: null,
    updatedAt: now,
  };
  organisation.invoices = [...organisation.invoices, invoice];
  return { raw, invoice, errors };
}

function findContact(raw: Record<string, unknown>, { contacts }: Organisation, errors: string[]) {
  const id = isRecord(raw.Contact) ? raw.Contact.ContactID : undefined;
  const contact = contacts.find(({ contactId }) => contactId === id);
  if (!contact) errors.push('The Contact could not be found; it has to be named by its ContactID.');
  else if (contact.status === 'ARCHIVED') {
    errors.push(
      `The contact '${contact.name}' is archived and must be un-archived before it can be used on an invoice.`,
    );
  }
  return contact;
}

function chooseNumber(given: unknown, { invoices }: Organisation, errors: string[]): string {
  if (typeof given === 'string' && given !== '') {
    if (invoices.some(({ invoiceNumber }) => invoiceNumber === given)) {
      errors.push('Invoice # must be unique.');
    }
    return given;
  }
  const isTaken = (number: string) => invoices.some((one) => one.invoiceNumber === number);
  let next = invoices.length + 1;
  while (isTaken(numberText(next))) next += 1;
  return numberText(next);
}

function numberText(count: number): string {
  return `INV-${String(count).padStart(4, '0')}`;
}

function changeInvoice(
  raw: Record<string, unknown>,
  id: string,
  organisation: Organisation,
  now: Date,
): Saved {
  const invoice = findInvoice(organisation, id);
  if (!invoice) return { raw, invoice: null, errors: ['Invoice not found.'] };
  const wanted = raw.Status ?? invoice.status;
  const status = NEXT[invoice.status].find((one) => one === wanted);
  if (!status) {
    return { raw, invoice: null, errors: ['Invoice not of valid status for modification'] };
  }
  const { amountPaidPence, amountCreditedPence } = invoice;
  if (status === 'VOIDED' && amountPaidPence + amountCreditedPence > 0) {
    const why = 'An invoice with payments or credit notes allocated to it cannot be voided.';
    return { raw, invoice: null, errors: [why] };
  }
  const isSent = raw.SentToContact === true;
  if (isSent && status !== 'AUTHORISED') {
    return { raw, invoice: null, errors: ['Only an approved invoice can be marked as sent.'] };
  }
  invoice.status = status;
  invoice.isSentToContact ||= isSent;
  if (typeof raw.Reference === 'string') invoice.reference = raw.Reference;
  invoice.updatedAt = now;
  return { raw, invoice, errors: [] };
}
