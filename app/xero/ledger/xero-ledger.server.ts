import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import {
  type InvoiceStatus,
  type Ledger,
  LedgerError,
  type LedgerInvoice,
  type Organisation,
  type PaymentTerms,
} from '../../invoices/ledger.ts';
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
import { xeroInvoiceUrl, xeroWebUrl } from './invoice-url.ts';
import { TAX_CODES_IN_XERO, toDraft } from './to-draft.ts';

type LedgerServices = XeroServices & { config: Pick<Services['config'], 'xeroApiUrl'> };

/** Xero as the ledger that invoices go to. */
export function openXeroLedger(services: LedgerServices): Ledger {
  const { db } = services;
  const webUrl = xeroWebUrl(services.config);
  return {
    isSetUp: services.xero !== null,
    isConnected: () => {
      const row = findConnection(services);
      return row !== null && row.endedAt === null && openTokens(services, row) !== null;
    },
    activeOrganisation: () => toOrganisation(activeOrganisation(services)),
    findOrganisation: (organisationId) =>
      toOrganisation(findOrganisation(services, organisationId)),
    invoiceUrl: (organisationId, invoiceId) => {
      const known = prepared<{ shortCode: string | null }>(db, SHORT_CODE).get(organisationId);
      return xeroInvoiceUrl(invoiceId, known?.shortCode ?? null, webUrl);
    },
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
    findContacts: (organisationId, query) =>
      withXero(services, organisationId, (xero, session) => xero.findContacts(session, query)),
    createContact: async (organisationId, contact, idempotencyKey) => {
      try {
        const made = await withXero(services, organisationId, (xero, session) =>
          xero.createContact(session, contact, { idempotencyKey }),
        );
        return { outcome: 'created', contact: made };
      } catch (error) {
        if (error instanceof LedgerError && isNameTaken(error)) return { outcome: 'name taken' };
        throw error;
      }
    },
  };
}

const SHORT_CODE = 'select short_code as shortCode from xero_organisations where tenant_id = ?';

/** Whether Xero refused a contact because another one in use has the same name. */
function isNameTaken({ kind, isOutcomeUnknown, messages }: LedgerError): boolean {
  if (kind !== 'refused' || isOutcomeUnknown) return false;
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
  const { invoiceId, invoiceNumber: number, reference, totalPence } = invoice;
  return { invoiceId, number, reference, status: toStatus(invoice), totalPence };
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
