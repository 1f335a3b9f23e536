import type { VatChange } from '../clients/vat.ts';
import type { Ending, InvoiceStatus } from '../lib/invoice-status.ts';
import { ProductError } from '../lib/errors.ts';

/**
 * An accounting system, as far as invoices need one: invoice code knows only this type, and
 * `xero/ledger/` makes one for Xero. Amounts are pence, rates hundredths of a per cent, days
 * `yyyy-MM-dd`.
 */
export type Ledger = {
  /** False when the server's operator has set up no ledger; every call to it fails then. */
  isSetUp: boolean;
  /** Whether the ledger would take our calls, for this organisation if given, without asking it. */
  isConnected(organisationId?: string): boolean;
  /** The organisation that invoices go to, as it was last read; null when there is none. */
  activeOrganisation(): Organisation | null;
  /** An organisation, active or not, as it was last read; null when it never was. */
  findOrganisation(organisationId: string): Organisation | null;
  /** The address of an invoice's page, for people. A null organisation: it is no longer known. */
  invoiceUrl(organisationId: string | null, invoiceId: string): string;
  /** How many calls were made for an organisation today, and how many are left. */
  callsToday(organisationId: string): CallsToday;

  // The functions below call the ledger, and throw LedgerError when a call fails.

  /**
   * Makes at most 50 drafts in one call, and gives the outcome of each. Repeating the same call
   * under the same key within six minutes makes nothing twice.
   */
  createInvoices(
    organisationId: string,
    invoices: NewInvoice[],
    key: string,
  ): Promise<InvoiceOutcome[]>;
  /**
   * The invoices with one of these references, in any state. A reference without an invoice in the
   * answer is not in the ledger.
   */
  findInvoicesByReference(organisationId: string, references: string[]): Promise<LedgerInvoice[]>;
  /**
   * These invoices as they are now, forty in a call, without those that the ledger does not know.
   */
  readInvoices(organisationId: string, invoiceIds: string[]): Promise<LedgerInvoice[]>;
  /**
   * Deletes a draft, also one that waits to be approved, or voids an approved invoice, and gives it as it is then.
   * Neither can be undone there. Refused in any other state, and where something was paid or credited.
   */
  endInvoice(organisationId: string, id: string, as: Ending, key: string): Promise<LedgerInvoice>;
  /**
   * A page, from 1 on, of the invoices that changed at `since` or later, by the ledger's own clock:
   * every invoice of the organisation, of whatever kind of customer, ours or not. One that changes
   * while the pages are read may come twice, but none is passed over, unless it cannot be read and is not ours.
   */
  readChanges(
    organisationId: string,
    since: Date,
    page: number,
    isOurs: (invoiceId: string) => boolean,
  ): Promise<ChangedInvoices>;
  /** Every invoice of these contacts, dated `fromDay` or later, ours or not. */
  readInvoicesOf(
    organisationId: string,
    contactIds: string[],
    fromDay: string,
  ): Promise<LedgerInvoice[]>;
  /** The contacts that match a query, and that invoices can go to. */
  findContacts(organisationId: string, query: ContactQuery): Promise<LedgerContact[]>;
  /** A page, from 1 on, of the contacts that invoices can go to. */
  listContacts(organisationId: string, listed: ListedContacts): Promise<ContactsPage>;
  /**
   * Makes at most {@link CONTACTS_AT_ONCE} contacts in one call, and gives the outcome of each, in the same order.
   * Repeating the same call under the same key within six minutes makes nothing twice.
   */
  createContacts(
    organisationId: string,
    contacts: NewContact[],
    key: string,
  ): Promise<NewContactAnswer[]>;
};

/** The most contacts that are made in one call. */
export const CONTACTS_AT_ONCE = 50;
/**
 * The largest net amount of a line. A larger one is a problem that is shown before anything is
 * sent.
 */
export const LARGEST_LINE_PENCE = 999_999_999_999;
/** The longest description of a line, in characters. */
export const LONGEST_DESCRIPTION = 4_000;

/** An organisation in the ledger, and what was chosen for its invoices. */
export type Organisation = {
  organisationId: string;
  name: string;
  currency: string;
  isVatRegistered: boolean;
  /** The rates of VAT that a sales line can have there. */
  taxRates: TaxRate[];
  /**
   * The ledger's code for each of our own tax codes (`TAX_CODES`), and for the words of a client's VAT. A word is
   * missing where the organisation has no rate for it, or several.
   */
  taxCodes: ReadonlyMap<string, string>;
  /** When its invoices are due; null when the ledger has no terms for them. */
  paymentTerms: PaymentTerms | null;
  /** The account that invoice lines are booked to; null until one is chosen. */
  accountCode: string | null;
  /** The ledger's tax code for time; null until one is chosen. */
  timeTaxCode: string | null;
  /** From which days work has other codes, by day; none without VAT. */
  vatChanges: VatChange[];
};

export type TaxRate = { code: string; name?: string; rateHundredths: number };

/** From where the days until an invoice is due are counted. */
export const TERMS_FROM = ['invoice day', 'end of month', 'this month', 'next month'] as const;
export type PaymentTerms = { day: number; from: (typeof TERMS_FROM)[number] };

/** An invoice as the ledger has it. */
export type LedgerInvoice = {
  invoiceId: string;
  number: string | null;
  reference: string;
  status: InvoiceStatus;
  /** What the customer pays, VAT included; below, its two parts. */
  totalPence: number;
  netPence: number;
  vatPence: number;
  /**
   * What is left to pay, was paid, and was settled by a credit note or by money paid before. Nothing is
   * due, and `duePence` null, of what still waits to be approved.
   */
  duePence: number | null;
  paidPence: number;
  creditedPence: number;
  /** What of `creditedPence` is of credit notes: money that nobody paid. */
  creditNotesPence: number;
  /** The invoice's date, when it is due, and when nothing was left to pay. */
  day: string | null;
  dueDay: string | null;
  paidDay: string | null;
  contactId: string | null;
  contactName: string | null;
  currency: string | null;
  lines: LedgerLine[];
  /** When it last changed, by the ledger's clock; null when the ledger does not say. */
  updatedAt: Date | null;
};

/** A line of an invoice, as the ledger has it. Amounts that the ledger does not say are null. */
export type LedgerLine = {
  description: string;
  /** Decimal. */
  quantity: string | null;
  /** Pounds, decimal. */
  unitPrice: string | null;
  netPence: number;
  vatPence: number;
};

/** A page of changed invoices. */
export type ChangedInvoices = {
  invoices: LedgerInvoice[];
  isLast: boolean;
  /** When the ledger answered, by its own clock; null when it does not say. */
  answeredAt: Date | null;
};

/** A sales invoice to be made. */
export type NewInvoice = {
  /** Made by us and unique: finds the invoice again after a lost answer. */
  reference: string;
  contactId: string;
  day: string;
  dueDay: string;
  currency: string;
  accountCode: string;
  /** False when the organisation is not registered for VAT: then no line has any. */
  hasVat: boolean;
  lines: InvoiceLine[];
};

/** A line of an invoice, with its amounts. */
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
  /** The minutes of work and the minutes billed, where billing rounded them. For us alone. */
  rounded?: { workedMinutes: number; billedMinutes: number };
};

export type InvoiceOutcome =
  | ({ outcome: 'created' } & LedgerInvoice)
  | { outcome: 'refused'; reference: string; messages: string[] };

/** Someone whom the organisation sells to. */
export type LedgerContact = {
  contactId: string;
  name: string;
  email: string | null;
  /** Our own id, which the ledger stores: at most 50 characters. */
  contactNumber: string | null;
  /** The ledger's tax code that sales to it have by themselves; null where none was chosen. */
  taxCode: string | null;
  /** When invoices to it are due; null where it has no terms of its own. */
  paymentTerms: PaymentTerms | null;
  /** No invoice can go to it; only where archived ones were asked for, too. */
  isArchived?: boolean;
  /** The person, and the organisation's own reference; left out where there is none. */
  person?: string;
  accountNumber?: string;
};

/** Which contacts a list has: those that have the text; without one those who were sold to, or `all`. By name. */
export type ListedContacts = { page: number; search: string; show: '' | 'all' };
export type ContactsPage = {
  contacts: Pick<LedgerContact, 'contactId' | 'name' | 'email'>[];
  isLast: boolean;
};

/**
 * Text that a person typed, or the ids of known contacts, or many terms: every contact that has one
 * of them as its name, email or number is in the answer, and others may be.
 */
export type ContactQuery =
  | { search: string }
  | { ids: string[]; withArchived?: boolean }
  | { terms: string[]; withArchived?: boolean };

export type NewContact = { name: string; email: string | null; contactNumber: string };

/** 'taken' when the ledger refuses a second contact of that name, or of that number, which archived ones keep. */
export type NewContactAnswer =
  | { outcome: 'created'; contact: LedgerContact }
  | { outcome: 'taken' }
  | { outcome: 'refused'; messages: string[] };

/** The calls to the ledger on the present day, in the business time zone. */
export type CallsToday = {
  used: number;
  /**
   * How many more the ledger said that it takes in its day, and in the minute in which it said so, and
   * when; null when it did not say.
   */
  left: { calls: number; ofMinute: number | null; toldAt: Date } | null;
};

/** The calls a day that the ledger takes at least, which is all that it takes of an app that is free. */
export const LEAST_A_DAY = 1_000;

/** How many calls of the day are left: as the ledger said, else of the fewest that it takes. */
export function callsLeft({ used, left }: CallsToday): number {
  return left?.calls ?? Math.max(0, LEAST_A_DAY - used);
}

export type LedgerErrorKind =
  | 'not-connected'
  /** The connection has ended: connect again. */
  | 'connection-gone'
  /** The connection stands, but the organisation does not let it work there: somebody has to connect who may. */
  | 'no-access'
  /** The present sign-in is not accepted: try again. */
  | 'not-authorised'
  /** The ledger understood and said no; `messages` say why. */
  | 'refused'
  /** Too many calls; `retryAt` says when it can go on. */
  | 'rate-limited'
  | 'unavailable'
  | 'unreadable'
  | 'timeout';

const ONLY_CONNECTING_HELPS: LedgerErrorKind[] = ['not-connected', 'connection-gone', 'no-access'];

/** Which limit was reached: calls in a minute, in a day, or at the same time. */
export type RateLimit = 'minute' | 'day' | 'concurrent';

type Details = {
  /** True when the call was a write that the ledger may have carried out despite the error. */
  isOutcomeUnknown: boolean;
  messages?: string[];
  limit?: RateLimit | null;
  retryAt?: Date | null;
  httpStatus?: number | null;
};

/**
 * A failed call to the ledger. The message is a sentence for people and never contains a secret. An
 * uncaught error is answered with 409 when only connecting helps, else with 502. Making each
 * invoice exactly once depends on `isOutcomeUnknown`: false means that the ledger has certainly
 * done nothing, true that only looking there can tell.
 */
export class LedgerError extends ProductError {
  readonly kind: LedgerErrorKind;
  readonly isOutcomeUnknown: boolean;
  /** The ledger's own sentences; empty unless it refused. */
  readonly messages: string[];
  /** Set only for 'rate-limited'. */
  readonly limit: RateLimit | null;
  readonly retryAt: Date | null;
  /** The HTTP status of the ledger's answer, for the log; null when there was none. */
  readonly httpStatus: number | null;

  constructor(kind: LedgerErrorKind, message: string, details: Details) {
    super(ONLY_CONNECTING_HELPS.includes(kind) ? 409 : 502, message);
    this.name = 'LedgerError';
    this.kind = kind;
    this.isOutcomeUnknown = details.isOutcomeUnknown;
    this.messages = details.messages ?? [];
    this.limit = details.limit ?? null;
    this.retryAt = details.retryAt ?? null;
    this.httpStatus = details.httpStatus ?? null;
  }
}

/** The reason for an error: the ledger's own sentences when there are any, else our message. */
export function reasonOf({ messages, message }: LedgerError): string {
  return messages.length > 0 ? messages.join(' ') : message;
}
