import type { InvoiceStatus } from '../../lib/invoice-status.ts';
import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { Ledger, LedgerInvoice, Organisation, PaymentTerms } from '../../invoices/ledger.ts';
import type { XeroInvoice } from '../client/invoice-calls.server.ts';
import type { SalesTerms } from '../client/organisation-calls.server.ts';
import {
  activeOrganisation,
  findOrganisation,
  withXero,
  type ConnectedOrganisation,
  type XeroServices,
} from '../connection/organisation.server.ts';
import { findConnection, openTokens } from '../connection/tokens.server.ts';
import { readCallsToday } from './call-days.server.ts';
import { xeroInvoiceUrl, xeroWebUrl } from './invoice-url.ts';
import { TAX_CODES_IN_XERO, toDraft } from './to-draft.ts';

type LedgerServices = XeroServices & {
  config: Pick<Services['config'], 'xeroApiUrl' | 'timeZone'>;
};

/** Xero as the ledger that invoices go to. */
export function openXeroLedger(services: LedgerServices): Ledger {
  const { db } = services;
  const webUrl = xeroWebUrl(services.config);
  return {
    isSetUp: services.xero !== null,
    isConnected: (organisationId) => {
      const row = findConnection(services);
      if (row?.endedAt !== null || openTokens(services, row) === null) return false;
      if (organisationId === undefined) return true;
      return prepared<{ one: 1 }>(db, IS_CONNECTED).get(organisationId) !== undefined;
    },
    activeOrganisation: () => toOrganisation(activeOrganisation(services)),
    findOrganisation: (organisationId) =>
      toOrganisation(findOrganisation(services, organisationId)),
    invoiceUrl: (organisationId, invoiceId) => {
      const known = prepared<{ shortCode: string | null }>(db, SHORT_CODE).get(organisationId);
      return xeroInvoiceUrl(invoiceId, known?.shortCode ?? null, webUrl);
    },
    callsToday: (organisationId) => readCallsToday(services, organisationId),
    createInvoices: async (organisationId, invoices, idempotencyKey) => {
      const drafts = invoices.map(toDraft);
      const outcomes = await withXero(services, organisationId, (xero, session) =>
        xero.createDrafts(session, drafts, { idempotencyKey }),
      );
      return outcomes.map((outcome) =>
        outcome.outcome === 'created'
          ? { outcome: 'created', ...toLedgerInvoice(outcome) }
          : outcome,
      );
    },
    findInvoicesByReference: async (organisationId, references) => {
      const found = await withXero(services, organisationId, (xero, session) =>
        xero.findInvoicesByReference(session, references),
      );
      return found.map(toLedgerInvoice);
    },
    readInvoices: async (organisationId, invoiceIds) => {
      const found = await withXero(services, organisationId, (xero, session) =>
        xero.readInvoices(session, invoiceIds),
      );
      return found.map(toLedgerInvoice);
    },
    readChanges: async (organisationId, since, page, isOurs) => {
      const { invoices, ...rest } = await withXero(services, organisationId, (xero, session) =>
        xero.readChanges(session, since, page, isOurs),
      );
      return { invoices: invoices.map(toLedgerInvoice), ...rest };
    },
    readInvoicesOf: async (organisationId, contactIds, fromDay) => {
      const found = await withXero(services, organisationId, (xero, session) =>
        xero.readInvoicesOf(session, contactIds),
      );
      return found.map(toLedgerInvoice).filter(({ day }) => day === null || day >= fromDay);
    },
    findContacts: (organisationId, query) =>
      withXero(services, organisationId, (xero, session) => xero.findContacts(session, query)),
    createContacts: async (organisationId, contacts, idempotencyKey) => {
      const outcomes = await withXero(services, organisationId, (xero, session) =>
        xero.createContacts(session, contacts, { idempotencyKey }),
      );
      return outcomes.map((outcome) =>
        outcome.outcome === 'refused' && isTaken(outcome.messages) ? { outcome: 'taken' } : outcome,
      );
    },
  };
}

const IS_CONNECTED =
  'select 1 as one from xero_organisations where tenant_id = ? and connection_id is not null';

const SHORT_CODE = 'select short_code as shortCode from xero_organisations where tenant_id = ?';

/** Whether Xero refused a contact because another one has the same name or the same number. */
function isTaken(messages: string[]): boolean {
  return messages.some((message) =>
    /already (assigned|exists|in use)|must be unique/i.test(message),
  );
}

function toOrganisation(organisation: ConnectedOrganisation | null): Organisation | null {
  if (organisation === null) return null;
  const { tenantId, name, currency, isVatRegistered, taxRates } = organisation;
  const { paymentTerms, accountCode, timeTaxCode } = organisation;
  return {
    organisationId: tenantId,
    name,
    currency,
    isVatRegistered,
    taxRates,
    taxCodes: TAX_CODES_IN_XERO,
    paymentTerms: paymentTerms && toPaymentTerms(paymentTerms),
    accountCode,
    timeTaxCode,
  };
}

const TERMS: Record<SalesTerms['type'], PaymentTerms['from']> = {
  DAYSAFTERBILLDATE: 'invoice day',
  DAYSAFTERBILLMONTH: 'end of month',
  OFCURRENTMONTH: 'this month',
  OFFOLLOWINGMONTH: 'next month',
};

function toPaymentTerms({ day, type }: SalesTerms): PaymentTerms {
  return { day, from: TERMS[type] };
}

function toLedgerInvoice(invoice: XeroInvoice): LedgerInvoice {
  const { invoiceId, invoiceNumber: number, reference, totalPence, netPence, vatPence } = invoice;
  const { contactId, contactName, currency, updatedAt } = invoice;
  return {
    invoiceId,
    number,
    reference,
    status: toStatus(invoice),
    totalPence,
    netPence,
    vatPence,
    // Xero names an amount due before the invoice is approved, too: nobody owes that yet.
    duePence: invoice.status === 'SUBMITTED' ? null : invoice.amountDuePence,
    paidPence: invoice.amountPaidPence,
    creditedPence: invoice.amountCreditedPence,
    creditNotesPence: invoice.creditNotesPence,
    day: invoice.date,
    dueDay: invoice.dueDate,
    paidDay: invoice.fullyPaidOn,
    contactId,
    contactName,
    currency,
    lines: invoice.lines.map(({ unitAmount, ...line }) => ({ ...line, unitPrice: unitAmount })),
    updatedAt,
  };
}

/** Our status for Xero's (docs/specification.md, "Invoices"). */
function toStatus({ status, isSentToContact }: XeroInvoice): InvoiceStatus {
  switch (status) {
    case 'DRAFT':
      return 'draft';
    case 'SUBMITTED':
      return 'ready';
    case 'AUTHORISED':
      return isSentToContact ? 'sent' : 'ready';
    case 'PAID':
      return 'paid';
    case 'DELETED':
      return 'deleted';
    case 'VOIDED':
      return 'voided';
    case 'OTHER':
      return 'unknown';
  }
}
