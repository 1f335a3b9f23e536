import { prepared } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { Ledger, Organisation, InvoiceLine, NewInvoice } from '../../invoices/ledger.ts';
import { toPaymentTerms } from '../client/organisation-calls.server.ts';
import {
  activeOrganisation,
  findOrganisation,
  withXero,
  type ConnectedOrganisation,
  type XeroServices,
} from '../connection/organisation.server.ts';
import { findConnection, openTokens } from '../connection/tokens.server.ts';
import { readCallsToday } from './call-days.server.ts';
import { XERO_API_URL } from '../../platform/outside-addresses.ts';
import { scaleHalfUp } from '../../lib/money.ts';
import type { TaxCode } from '#db/words.ts';
import type { Draft, DraftLine } from '../client/draft-calls.server.ts';

type LedgerServices = XeroServices & {
  config: Pick<Services['config'], 'xeroApiUrl' | 'xeroInvoiceUrl' | 'timeZone'>;
};

/** Xero as the ledger that invoices go to. */
export function openXeroLedger(services: LedgerServices): Ledger {
  const { db } = services;
  return {
    isSetUp: services.xero !== null,
    isConnected: (organisationId) => {
      if (services.xero === null) return false;
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
      return xeroInvoiceUrl(invoiceId, known?.shortCode ?? null, services.config);
    },
    callsToday: (organisationId) => readCallsToday(services, organisationId),
    createInvoices: (organisationId, invoices, idempotencyKey) => {
      const drafts = invoices.map(toDraft);
      return withXero(services, organisationId, (xero, session) =>
        xero.createDrafts(session, drafts, { idempotencyKey }),
      );
    },
    findInvoicesByReference: (organisationId, references) =>
      withXero(services, organisationId, (xero, session) =>
        xero.findInvoicesByReference(session, references),
      ),
    readInvoices: (organisationId, invoiceIds) =>
      withXero(services, organisationId, (xero, session) => xero.readInvoices(session, invoiceIds)),
    endInvoice: (organisationId, invoiceId, as, idempotencyKey) =>
      withXero(services, organisationId, (xero, session) =>
        xero.endInvoice(session, invoiceId, as, { idempotencyKey }),
      ),
    readChanges: (organisationId, since, page, isOurs) =>
      withXero(services, organisationId, (xero, session) =>
        xero.readChanges(session, since, page, isOurs),
      ),
    readInvoicesOf: async (organisationId, contactIds, fromDay) => {
      const found = await withXero(services, organisationId, (xero, session) =>
        xero.readInvoicesOf(session, contactIds),
      );
      return found.filter(({ day }) => day === null || day >= fromDay);
    },
    findContacts: (organisationId, query) =>
      withXero(services, organisationId, (xero, session) => xero.findContacts(session, query)),
    listContacts: (organisationId, listed) =>
      withXero(services, organisationId, (xero, session) => xero.listContacts(session, listed)),
    createContacts: (organisationId, contacts, idempotencyKey) =>
      withXero(services, organisationId, (xero, session) =>
        xero.createContacts(session, contacts, { idempotencyKey }),
      ),
  };
}

const IS_CONNECTED =
  'select 1 as one from xero_organisations where tenant_id = ? and connection_id is not null';

const SHORT_CODE = 'select short_code as shortCode from xero_organisations where tenant_id = ?';

function toOrganisation(organisation: ConnectedOrganisation | null): Organisation | null {
  if (organisation === null) return null;
  const { tenantId, name, currency, isVatRegistered, taxRates } = organisation;
  const { paymentTerms, accountCode, timeTaxCode, vatChanges } = organisation;
  return {
    organisationId: tenantId,
    name,
    currency,
    isVatRegistered,
    taxRates,
    taxCodes: taxCodesOf(taxRates),
    paymentTerms: paymentTerms && toPaymentTerms(paymentTerms),
    accountCode,
    timeTaxCode,
    vatChanges: isVatRegistered ? vatChanges : [],
  };
}

const XERO_WEB_URL = 'https://go.xero.com';

const IN_XERO = '/AccountsReceivable/View.aspx?InvoiceID={InvoiceID}';

/**
 * The address of an invoice's page in Xero: as the operator has set it, else as Xero documents it. The short code opens
 * it in the right organisation, whichever one the reader used last; without one it is left out. A stand-in serves its
 * pages from its API's origin, so that links in a demo never lead to the real Xero.
 */
export function xeroInvoiceUrl(
  invoiceId: string,
  shortCode: string | null,
  { xeroApiUrl, xeroInvoiceUrl: set }: Pick<Services['config'], 'xeroApiUrl' | 'xeroInvoiceUrl'>,
): string {
  const webUrl = xeroApiUrl === XERO_API_URL ? XERO_WEB_URL : xeroApiUrl;
  const own = `${webUrl}/organisationlogin/default.aspx?shortcode={ShortCode}&redirecturl=${IN_XERO}`;
  const wanted = set ?? own;
  const isWhole = shortCode !== null || !wanted.includes('{ShortCode}');
  return (isWhole ? wanted : `${webUrl}${IN_XERO}`)
    .replaceAll('{ShortCode}', () => encodeURIComponent(shortCode ?? ''))
    .replaceAll('{InvoiceID}', () => encodeURIComponent(invoiceId));
}

/** Xero's tax type for UK sales for each of our tax codes, which Xero does not all accept there. */
const TAX_TYPES: Record<TaxCode, string> = {
  OUTPUT2: 'OUTPUT2',
  OUTPUT: 'OUTPUT2',
  ZERORATED: 'ZERORATEDOUTPUT',
  EXEMPTINPUT: 'EXEMPTOUTPUT',
};

/** Xero's tax type by our tax code. */
export const TAX_CODES_IN_XERO: ReadonlyMap<string, string> = new Map(Object.entries(TAX_TYPES));

const NO_TAX_TYPE = 'NONE';

/** The rates of a reverse charge, as Xero names those of sales. */
const REVERSE_CHARGE = /^(REVERSECHARGES|DRCHARGESUPPLY\d*)$/;

/** The same, and what stands for the words of a client's VAT among an organisation's rates. */
function taxCodesOf(taxRates: { code: string }[]): ReadonlyMap<string, string> {
  const reverse = taxRates.filter(({ code }) => REVERSE_CHARGE.test(code));
  const [only] = reverse;
  return new Map([
    ...TAX_CODES_IN_XERO,
    ['zero', TAX_TYPES.ZERORATED],
    ['exempt', TAX_TYPES.EXEMPTINPUT],
    ['outside', NO_TAX_TYPE],
    ...(only && reverse.length === 1 ? [['reverse', only.code] as const] : []),
  ]);
}

/** Turns an invoice of ours into the draft that is sent to Xero. */
export function toDraft(invoice: NewInvoice): Draft {
  const { reference, contactId, day, dueDay, currency, accountCode, hasVat, lines } = invoice;
  return {
    reference,
    contactId,
    date: day,
    dueDate: dueDay,
    currencyCode: currency,
    accountCode,
    lineAmountTypes: hasVat ? 'Exclusive' : 'NoTax',
    lines: lines.map((line) => toDraftLine(line, hasVat)),
  };
}

function toDraftLine(line: InvoiceLine, hasVat: boolean): DraftLine {
  return {
    description: line.description,
    quantity: line.quantity,
    unitAmount: line.unitPrice,
    taxType: line.taxCode ?? NO_TAX_TYPE,
    lineAmountPence: line.netPence,
    taxAmountPence: hasVat && mustStateTax(line) ? line.vatPence : null,
  };
}

/**
 * Whether the tax has to be stated to Xero: its own formula, which rounds differently from ours,
 * would give another penny, or meets exactly half a penny, which Xero does not say how it rounds.
 */
function mustStateTax({ netPence, vatPence, vatRateHundredths }: InvoiceLine): boolean {
  // A discount, below zero, is rounded as the same amount above it.
  const net = Math.abs(netPence);
  const isHalfPenny = (BigInt(net) * BigInt(vatRateHundredths)) % 10_000n === 5_000n;
  return isHalfPenny || Math.abs(vatPence) !== scaleHalfUp(net, vatRateHundredths, 10_000);
}
