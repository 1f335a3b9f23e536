import type { PaymentTerm } from 'xero-node';
import type { PaymentTerms } from '../../invoices/ledger.ts';
import { asName, asText, toHundredths } from './all-pages.server.ts';
import type { RunCalls, XeroSession } from './calls.server.ts';
import { unreadable } from './faults.server.ts';

/** How Xero counts the days until a sales invoice is due. */
export const PAYMENT_TERM_TYPES = [
  'DAYSAFTERBILLDATE',
  'DAYSAFTERBILLMONTH',
  'OFCURRENTMONTH',
  'OFFOLLOWINGMONTH',
] as const;
export type SalesTerms = { day: number; type: (typeof PAYMENT_TERM_TYPES)[number] };

const TERMS: Record<SalesTerms['type'], PaymentTerms['from']> = {
  DAYSAFTERBILLDATE: 'invoice day',
  DAYSAFTERBILLMONTH: 'end of month',
  OFCURRENTMONTH: 'this month',
  OFFOLLOWINGMONTH: 'next month',
};

/** Xero's terms as the ledger's. */
export function toPaymentTerms({ day, type }: SalesTerms): PaymentTerms {
  return { day, from: TERMS[type] };
}

/** The terms of sales to a contact, or of an organisation; null where they have none. */
export function readSalesTerms(of: { paymentTerms?: PaymentTerm }): SalesTerms | null {
  const terms = of.paymentTerms?.sales;
  const type = PAYMENT_TERM_TYPES.find((known) => known === String(terms?.type));
  return type && typeof terms?.day === 'number' ? { day: terms.day, type } : null;
}

// The SDK types its enums as numbers; at run time they are Xero's own words.

/** The organisation itself; its terms are null when it has decided none. Throws LedgerError. */
export function readOrganisation(run: RunCalls, session: XeroSession) {
  return run(session, async (ask) => {
    const { organisations } = await ask(false, (api) => api.getOrganisations(session.tenantId));
    const organisation = organisations?.[0];
    const name = asName(organisation?.name);
    if (!organisation || name === null) throw unreadable(false);
    return {
      name,
      shortCode: asText(organisation.shortCode),
      baseCurrency: asText(organisation.baseCurrency) ?? 'GBP',
      isVatRegistered:
        organisation.paysTax === true && asText(organisation.salesTaxBasis) !== 'NONE',
      salesPaymentTerms: readSalesTerms(organisation),
    };
  });
}

/**
 * The tax rates that a sales line can have: active, for revenue, and in whole hundredths of a per
 * cent. Throws LedgerError.
 */
export function listTaxRates(run: RunCalls, session: XeroSession) {
  return run(session, async (ask) => {
    const { taxRates } = await ask(false, (api) => api.getTaxRates(session.tenantId));
    if (!taxRates) throw unreadable(false);
    return taxRates.flatMap((rate) => {
      const rateHundredths = toHundredths(rate.effectiveRate);
      const isUsable = rate.canApplyToRevenue === true && asText(rate.status) === 'ACTIVE';
      if (!isUsable || !rate.taxType || rateHundredths === null) return [];
      return [{ code: rate.taxType, name: rate.name ?? rate.taxType, rateHundredths }];
    });
  });
}

/** The active accounts that income can be booked to, by code. Throws LedgerError. */
export function listRevenueAccounts(run: RunCalls, session: XeroSession) {
  return run(session, async (ask) => {
    const { accounts } = await ask(false, (api) => api.getAccounts(session.tenantId));
    if (!accounts) throw unreadable(false);
    return accounts
      .filter(({ status, code }) => asText(status) === 'ACTIVE' && asText(code) !== null)
      .filter((account) => asText(account._class) === 'REVENUE')
      .map(({ code = '', name, taxType }) => ({
        code,
        name: name ?? code,
        taxType: asText(taxType),
      }))
      .sort((one, other) => one.code.localeCompare(other.code));
  });
}
