import { apiAnswer, type Reply } from './http.ts';
import type { Organisation } from './model.ts';

/** GET /Organisation. */
export function getOrganisation(organisation: Organisation, now: Date): Reply {
  const { isVatRegistered, salesPaymentTerms } = organisation;
  return apiAnswer(now, {
    Organisations: [
      {
        Name: organisation.name,
        LegalName: organisation.name,
        PaysTax: isVatRegistered,
        Version: 'UK',
        OrganisationType: 'COMPANY',
        BaseCurrency: organisation.baseCurrency,
        CountryCode: 'GB',
        IsDemoCompany: true,
        OrganisationStatus: 'ACTIVE',
        FinancialYearEndDay: 31,
        FinancialYearEndMonth: 3,
        SalesTaxBasis: isVatRegistered ? 'ACCRUALS' : 'NONE',
        SalesTaxPeriod: isVatRegistered ? 'QUARTERLY1' : 'NONE',
        Timezone: 'GMTSTANDARDTIME',
        ShortCode: organisation.shortCode,
        OrganisationID: organisation.tenantId,
        Class: 'DEMO',
        Addresses: [],
        Phones: [],
        ExternalLinks: [],
        PaymentTerms: salesPaymentTerms ? { Sales: salesPaymentTerms } : {},
      },
    ],
  });
}

/** GET /TaxRates: all of them, those for purchases and the archived ones too. */
export function getTaxRates({ taxRates }: Organisation, now: Date): Reply {
  return apiAnswer(now, {
    TaxRates: taxRates.map(({ taxType, name, rate, canApplyToRevenue, status }) => ({
      Name: name,
      TaxType: taxType,
      ReportTaxType: taxType,
      CanApplyToAssets: true,
      CanApplyToEquity: true,
      CanApplyToExpenses: !canApplyToRevenue || rate === 0,
      CanApplyToLiabilities: true,
      CanApplyToRevenue: canApplyToRevenue,
      DisplayTaxRate: rate,
      EffectiveRate: rate,
      Status: status,
      TaxComponents: [{ Name: 'VAT', Rate: rate, IsCompound: false, IsNonRecoverable: false }],
    })),
  });
}

/** GET /Accounts: all of them, whatever their class and state. */
export function getAccounts({ accounts }: Organisation, now: Date): Reply {
  return apiAnswer(now, {
    Accounts: accounts.map(({ code, name, type, accountClass, taxType, status }) => ({
      AccountID: crypto.randomUUID(),
      Code: code,
      Name: name,
      Type: type,
      Status: status,
      TaxType: taxType,
      Class: accountClass,
      EnablePaymentsToAccount: false,
      ShowInExpenseClaims: false,
      SystemAccount: code === '610' ? 'DEBTORS' : '',
      HasAttachments: false,
    })),
  });
}
