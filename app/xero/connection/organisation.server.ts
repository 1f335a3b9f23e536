import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import { xeroConnections, xeroOrganisations, type XeroOrganisationRow } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { VatChange } from '../../clients/vat.ts';
import type { XeroSession } from '../client/calls.server.ts';
import { connectionGone, unavailable } from '../client/faults.server.ts';
import { PAYMENT_TERM_TYPES, type SalesTerms } from '../client/organisation-calls.server.ts';
import { findConnection, requireAccess, validToken, withToken } from './tokens.server.ts';
import type { XeroServices } from './tokens.server.ts';
import type { Xero } from '../client/xero.server.ts';
import { LedgerError } from '../../invoices/ledger.ts';

export type { XeroServices } from './tokens.server.ts';

/** A Xero organisation as it was last read, with what was chosen for its invoices. */
export type ConnectedOrganisation = {
  tenantId: string;
  name: string;
  shortCode: string | null;
  currency: string;
  isVatRegistered: boolean;
  taxRates: { code: string; name: string; rateHundredths: number }[];
  accounts: { code: string; name: string; taxType: string | null }[];
  paymentTerms: SalesTerms | null;
  /** The account of invoice lines; null until one is chosen. */
  accountCode: string | null;
  /** The tax code for time; null without VAT, or until one is chosen. */
  timeTaxCode: string | null;
  /** From which days work has other tax codes, by day. */
  vatChanges: VatChange[];
};

const TaxRates = z.array(
  z.object({ code: z.string(), name: z.string(), rateHundredths: z.number() }),
);
const Accounts = z.array(
  z.object({ code: z.string(), name: z.string(), taxType: z.string().nullable() }),
);
const VatChanges = z.array(
  z.object({ from: z.string(), oldRate: z.string(), newRate: z.string() }),
);
const Terms = z.object({ day: z.number(), type: z.enum(PAYMENT_TERM_TYPES) }).nullable();

/** The organisation that invoices go to, as it was last read; null when there is none, or it was never read. */
export function activeOrganisation(services: Pick<Services, 'db'>): ConnectedOrganisation | null {
  const tenantId = findConnection(services)?.tenantId ?? null;
  return tenantId === null ? null : findOrganisation(services, tenantId);
}

/** An organisation, active or not, as it was last read; null when it never was. */
export function findOrganisation(
  { db }: Pick<Services, 'db'>,
  tenantId: string,
): ConnectedOrganisation | null {
  const row = db
    .select()
    .from(xeroOrganisations)
    .where(eq(xeroOrganisations.tenantId, tenantId))
    .get();
  return row && row.readAt !== null ? toOrganisation(row) : null;
}

function toOrganisation(row: XeroOrganisationRow): ConnectedOrganisation {
  return {
    tenantId: row.tenantId,
    name: row.name,
    shortCode: row.shortCode,
    currency: row.currency,
    isVatRegistered: row.isVatRegistered,
    taxRates: TaxRates.parse(JSON.parse(row.taxRates)),
    accounts: Accounts.parse(JSON.parse(row.accounts)),
    paymentTerms: Terms.parse(JSON.parse(row.paymentTerms)),
    accountCode: row.accountCode,
    timeTaxCode: row.timeTaxCode,
    vatChanges: VatChanges.parse(JSON.parse(row.vatChanges)),
  };
}

/**
 * Runs calls for one organisation, each with a valid token. Tokens are refreshed one at a time, and
 * stored before they are used. A call that Xero refuses for its token is sent once more with a new
 * one; no other call is repeated. When Xero no longer lets the product into the organisation, that
 * is stored; since a gateway may refuse a call, too, Xero's list of connections has to say so. Throws LedgerError.
 */
export async function withXero<Result>(
  services: XeroServices,
  tenantId: string,
  call: (xero: Xero, session: XeroSession) => Promise<Result>,
): Promise<Result> {
  const { adapter } = requireAccess(services);
  const accessToken = await validToken(services);
  try {
    return await call(refreshing(services, adapter), { accessToken, tenantId });
  } catch (error) {
    if (!(error instanceof LedgerError && error.httpStatus === 403)) throw error;
    if (await isConnectedInXero(services, tenantId)) {
      throw error.kind === 'connection-gone' ? unavailable(error.isOutcomeUnknown, 403) : error;
    }
    forgetAccessTo(services, tenantId);
    throw error.kind === 'no-access' ? connectionGone(403) : error;
  }
}

/** Whether Xero lists the organisation as one that lets the product in; where it does not answer, nothing has changed. */
async function isConnectedInXero(services: XeroServices, tenantId: string): Promise<boolean> {
  const { adapter } = requireAccess(services);
  try {
    const connections = await withToken(services, (token) => adapter.listConnections(token));
    return connections.some((one) => one.tenantId === tenantId);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return true;
  }
}

/** The adapter with a valid token for every call, whatever token the session holds. */
function refreshing(services: XeroServices, adapter: Xero): Xero {
  const renewed =
    <Rest extends unknown[], Result>(
      call: (session: XeroSession, ...rest: Rest) => Promise<Result>,
    ) =>
    (session: XeroSession, ...rest: Rest) =>
      withToken(services, (accessToken) => call({ ...session, accessToken }, ...rest));
  return {
    ...adapter,
    readOrganisation: renewed(adapter.readOrganisation),
    listTaxRates: renewed(adapter.listTaxRates),
    listRevenueAccounts: renewed(adapter.listRevenueAccounts),
    findContacts: renewed(adapter.findContacts),
    listContacts: renewed(adapter.listContacts),
    createContacts: renewed(adapter.createContacts),
    createDrafts: renewed(adapter.createDrafts),
    endInvoice: renewed(adapter.endInvoice),
    findInvoicesByReference: renewed(adapter.findInvoicesByReference),
    readInvoices: renewed(adapter.readInvoices),
    readChanges: renewed(adapter.readChanges),
    readInvoicesOf: renewed(adapter.readInvoicesOf),
  };
}

/** Notes that Xero no longer lets the product into this organisation; the tokens may still serve for others. */
function forgetAccessTo({ db, clock, logger }: XeroServices, tenantId: string): void {
  const updatedAt = clock();
  write(db, () => {
    db.update(xeroOrganisations)
      .set({ connectionId: null, updatedAt })
      .where(eq(xeroOrganisations.tenantId, tenantId))
      .run();
    db.update(xeroConnections)
      .set({ tenantId: null, updatedAt })
      .where(eq(xeroConnections.tenantId, tenantId))
      .run();
  });
  logger.warn({ tenantId }, 'Xero no longer lets the product into this organisation');
}
