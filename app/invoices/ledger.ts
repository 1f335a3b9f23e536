import type { INVOICE_STATUSES } from '#db/words.ts';
import { ProductError } from '../lib/errors.ts';

/**
 * An accounting system, as far as invoices need one: all that this room knows of it. Xero is one
 * (`xero/ledger/`). Amounts are pence, rates hundredths of a per cent, days `yyyy-MM-dd`.
 */
export type Ledger = {
  /** False: whoever runs the server has set none up, so that none can be asked. */
  isSetUp: boolean;
  /** Whether it takes our calls, as far as is known without asking it. */
  isConnected(): boolean;
  /** The organisation that invoices go to, as it was read last; null when there is none. */
  activeOrganisation(): Organisation | null;
  /** What was read last of an organisation, active or not; null when nothing ever was. */
  findOrganisation(organisationId: string): Organisation | null;
  /** The address of an invoice's page, for people; null: whose it was is not known any more. */
  invoiceUrl(organisationId: string | null, invoiceId: string): string;

  // Each of these asks the ledger, and throws LedgerError when that does not succeed.

  /**
   * Makes these as drafts in one call, at most 50, and gives what became of each. The same call
   * under the same key makes nothing twice for six minutes.
   */
  createInvoices(
    organisationId: string,
    invoices: NewInvoice[],
    key: string,
  ): Promise<InvoiceOutcome[]>;
  /** Those that carry one of these references, in whatever state. What is not given is not there. */
  findInvoicesByReference(organisationId: string, references: string[]): Promise<LedgerInvoice[]>;
  /** These as they are now, forty in a call; one that the ledger does not know is left out. */
  readInvoices(organisationId: string, invoiceIds: string[]): Promise<LedgerInvoice[]>;
  /** The contacts that invoices can go to: those that match a search, or those with these ids. */
  findContacts(organisationId: string, query: ContactQuery): Promise<LedgerContact[]>;
  /** Makes a contact. The same one under the same key is made once within six minutes. */
  createContact(
    organisationId: string,
    contact: NewContact,
    key: string,
  ): Promise<NewContactAnswer>;
};

/** What every ledger takes of a line: more is a problem that is named before anything is sent. */
export const LARGEST_LINE_PENCE = 999_999_999_999;
/** In characters. */
export const LONGEST_DESCRIPTION = 4_000;

/** An organisation in the ledger, and what was chosen for its invoices. */
export type Organisation = {
  organisationId: string;
  name: string;
  /** Such as GBP. */
  currency: string;
  isVatRegistered: boolean;
  /** The rates of VAT that a sales line can have there. */
  taxRates: TaxRate[];
  /** What our own tax codes (`lib/tax-codes.ts`) are called there. */
  taxCodes: ReadonlyMap<string, string>;
  /** When its invoices are due; null when it has not decided. */
  paymentTerms: PaymentTerms | null;
  /** The account that invoice lines are booked on; null until one is chosen. */
  accountCode: string | null;
  /** The tax code of time, in the ledger's own name for it; null until one is chosen. */
  timeTaxCode: string | null;
};

export type TaxRate = { code: string; rateHundredths: number };

/** How the days until an invoice is due are counted. */
export type PaymentTerms = {
  day: number;
  from: 'invoice day' | 'end of month' | 'this month' | 'next month';
};

/** What an invoice is to the people who look at it, whatever the ledger calls it. */
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** An invoice as the ledger has it. */
export type LedgerInvoice = {
  invoiceId: string;
  /** The ledger gives the number, and may leave it out. */
  number: string | null;
  reference: string;
  status: InvoiceStatus;
  /** What the customer pays, VAT included. */
  totalPence: number;
};

/** A sales invoice to be made. */
export type NewInvoice = {
  /** Ours alone: by it the invoice is found again after a lost answer. */
  reference: string;
  contactId: string;
  day: string;
  dueDay: string;
  /** Such as GBP. */
  currency: string;
  accountCode: string;
  /** False: the organisation is not registered for VAT, and no line has any. */
  hasVat: boolean;
  lines: InvoiceLine[];
};

/** A line of an invoice, and what it comes to. */
export type InvoiceLine = {
  description: string;
  /** Decimal, at most four places; quantity × unit price is exactly the net amount. */
  quantity: string;
  /** Pounds without VAT, at most four decimal places. */
  unitPrice: string;
  /** The ledger's name for its rate of VAT; null without VAT. */
  taxCode: string | null;
  vatRateHundredths: number;
  netPence: number;
  vatPence: number;
};

export type InvoiceOutcome =
  | ({ outcome: 'created' } & LedgerInvoice)
  | { outcome: 'refused'; reference: string; messages: string[] };

/** Someone whom the organisation sells to. */
export type LedgerContact = {
  contactId: string;
  name: string;
  email: string | null;
  /** An id of ours that the ledger keeps, at most 50 characters. */
  contactNumber: string | null;
};

/** Either what a person typed, or contacts that are known by their id. */
export type ContactQuery = { search: string } | { ids: string[] };

export type NewContact = { name: string; email: string | null; contactNumber: string };

/** Where no two contacts may have one name, it may be taken. */
export type NewContactAnswer =
  { outcome: 'created'; contact: LedgerContact } | { outcome: 'name taken' };

export type LedgerErrorKind =
  /** Nobody has connected the ledger, or nobody has set one up. */
  | 'not-connected'
  /** The connection has ended: connect again. */
  | 'connection-gone'
  /** The sign-in of this moment is not accepted: try again. */
  | 'not-authorised'
  /** The ledger understood and said no; `messages` say why. */
  | 'refused'
  /** Too many calls; `retryAt` says when it can go on. */
  | 'rate-limited'
  /** The ledger cannot be reached, or has a fault of its own. */
  | 'unavailable'
  /** It answered what cannot be understood. */
  | 'unreadable'
  /** No answer before the deadline. */
  | 'timeout';

/** Which limit was named: calls a minute, a day, or at the same time. */
export type RateLimit = 'minute' | 'day' | 'concurrent';

type Details = {
  /** True when the call was a write that the ledger may have done all the same. */
  isOutcomeUnknown: boolean;
  messages?: string[];
  limit?: RateLimit;
  retryAt?: Date;
  httpStatus?: number;
};

/**
 * A call to the ledger that did not succeed. The message is a sentence for people and never
 * contains a secret; where nobody catches it, it is answered with 409 when only connecting again
 * helps, else with 502. `isOutcomeUnknown` is what exactly-once rests on: when it is false, the
 * ledger has certainly done nothing; when it is true, only looking there can tell.
 */
export class LedgerError extends ProductError {
  readonly kind: LedgerErrorKind;
  readonly isOutcomeUnknown: boolean;
  /** The ledger's own sentences; empty unless it refused. */
  readonly messages: string[];
  /** Only of 'rate-limited'. */
  readonly limit: RateLimit | null;
  readonly retryAt: Date | null;
  /** The HTTP status of the ledger's answer, for the log; null when there was none. */
  readonly httpStatus: number | null;

  constructor(kind: LedgerErrorKind, message: string, details: Details) {
    super(kind === 'not-connected' || kind === 'connection-gone' ? 409 : 502, message);
    this.name = 'LedgerError';
    this.kind = kind;
    this.isOutcomeUnknown = details.isOutcomeUnknown;
    this.messages = details.messages ?? [];
    this.limit = details.limit ?? null;
    this.retryAt = details.retryAt ?? null;
    this.httpStatus = details.httpStatus ?? null;
  }
}

/** Why the ledger would not do it: its own sentences where it has some. */
export function reasonOf({ messages, message }: LedgerError): string {
  return messages.length > 0 ? messages.join(' ') : message;
}
