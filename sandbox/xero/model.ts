import { randomUUID } from 'node:crypto';

/** An app that is registered with the stand-in. */
export type Client = { clientId: string; clientSecret: string; redirectUri: string };

export type TaxRate = {
  taxType: string;
  name: string;
  /** Per cent. */
  rate: number;
  canApplyToRevenue: boolean;
  status: 'ACTIVE' | 'DELETED' | 'ARCHIVED';
};

export type Account = {
  code: string;
  name: string;
  type: string;
  accountClass: 'REVENUE' | 'EXPENSE' | 'ASSET' | 'LIABILITY' | 'EQUITY';
  taxType: string;
  status: 'ACTIVE' | 'ARCHIVED';
};

export type Contact = {
  contactId: string;
  name: string;
  email: string;
  contactNumber: string;
  firstName?: string;
  lastName?: string;
  accountNumber?: string;
  /** Whether there were invoices to it before: it is a customer. Those that are here make it one, too. */
  wasInvoiced?: boolean;
  /** The tax type of sales to it; null where none was chosen. */
  taxType: string | null;
  /** When sales to it are due; null without terms of its own. */
  salesTerms: PaymentTerms | null;
  status: 'ACTIVE' | 'ARCHIVED';
  updatedAt: Date;
};

export type InvoiceStatus = 'DRAFT' | 'SUBMITTED' | 'AUTHORISED' | 'PAID' | 'VOIDED' | 'DELETED';
export type LineAmountTypes = 'Exclusive' | 'Inclusive' | 'NoTax';

export type InvoiceLine = {
  lineItemId: string;
  description: string;
  /** Ten-thousandths. */
  quantity: number;
  /** Ten-thousandths of a pound. */
  unitAmount: number;
  accountCode: string;
  taxType: string;
  lineAmountPence: number;
  taxAmountPence: number;
};

export type Invoice = {
  invoiceId: string;
  invoiceNumber: string;
  reference: string;
  contactId: string;
  status: InvoiceStatus;
  isSentToContact: boolean;
  /** YYYY-MM-DD. */
  date: string;
  dueDate: string | null;
  currencyCode: string;
  lineAmountTypes: LineAmountTypes;
  lines: InvoiceLine[];
  subTotalPence: number;
  totalTaxPence: number;
  totalPence: number;
  amountPaidPence: number;
  amountCreditedPence: number;
  /** The day, YYYY-MM-DD, on which nothing was left to pay; null while something is. */
  fullyPaidOn: string | null;
  updatedAt: Date;
};

export type PaymentTerms = { Day: number; Type: string };

export type Organisation = {
  tenantId: string;
  name: string;
  shortCode: string;
  baseCurrency: string;
  isVatRegistered: boolean;
  salesPaymentTerms: PaymentTerms | null;
  taxRates: TaxRate[];
  accounts: Account[];
  contacts: Contact[];
  invoices: Invoice[];
};

/** What the demo or a test says of an organisation; everything else is as usual in the UK. */
export type OrganisationSeed = {
  name: string;
  tenantId?: string;
  shortCode?: string;
  baseCurrency?: string;
  isVatRegistered?: boolean;
  salesPaymentTerms?: PaymentTerms | null;
  taxRates?: TaxRate[];
  accounts?: Account[];
  contacts?: {
    name: string;
    email?: string;
    contactNumber?: string;
    firstName?: string;
    lastName?: string;
    accountNumber?: string;
    /** True, unless said otherwise. */
    wasInvoiced?: boolean;
    taxType?: string;
    salesTerms?: PaymentTerms;
    isArchived?: boolean;
  }[];
};

function sales(taxType: string, name: string, rate: number): TaxRate {
  return { taxType, name, rate, canApplyToRevenue: true, status: 'ACTIVE' };
}

/** The rates of a UK organisation that matter on sales, and some that must not be used there. */
export const UK_TAX_RATES: TaxRate[] = [
  sales('OUTPUT2', '20% (VAT on Income)', 20),
  sales('RROUTPUT', '5% (VAT on Income)', 5),
  sales('ZERORATEDOUTPUT', 'Zero Rated Income', 0),
  sales('EXEMPTOUTPUT', 'Exempt Income', 0),
  sales('NONE', 'No VAT', 0),
  { ...sales('INPUT2', '20% (VAT on Expenses)', 20), canApplyToRevenue: false },
  { ...sales('EXEMPTINPUT', 'Exempt Expenses', 0), canApplyToRevenue: false },
  { ...sales('OUTPUT', '17.5% (VAT on Income)', 17.5), status: 'ARCHIVED' },
];

function revenue(code: string, name: string, type: string): Account {
  return { code, name, type, accountClass: 'REVENUE', taxType: 'OUTPUT2', status: 'ACTIVE' };
}

const UK_ACCOUNTS: Account[] = [
  revenue('200', 'Sales', 'REVENUE'),
  revenue('260', 'Other Revenue', 'REVENUE'),
  { ...revenue('270', 'Interest Income', 'REVENUE'), taxType: 'NONE' },
  { ...revenue('299', 'Old Sales', 'REVENUE'), status: 'ARCHIVED' },
  { ...revenue('400', 'Advertising', 'OVERHEADS'), accountClass: 'EXPENSE', taxType: 'INPUT2' },
  { ...revenue('610', 'Accounts Receivable', 'CURRENT'), accountClass: 'ASSET', taxType: 'NONE' },
];

/** Whether a sales line can have this tax type. */
export function isForSales({ taxRates }: Organisation, taxType: string): boolean {
  const rate = taxRates.find((one) => one.taxType === taxType);
  return rate?.status === 'ACTIVE' && rate.canApplyToRevenue;
}

/** An organisation as it is at the start. */
export function makeOrganisation(seed: OrganisationSeed, now: Date, index: number): Organisation {
  return {
    tenantId: seed.tenantId ?? randomUUID(),
    name: seed.name,
    shortCode: seed.shortCode ?? `!s${String(index).padStart(4, '0')}`,
    baseCurrency: seed.baseCurrency ?? 'GBP',
    isVatRegistered: seed.isVatRegistered ?? true,
    salesPaymentTerms: seed.salesPaymentTerms ?? null,
    taxRates: structuredClone(seed.taxRates ?? UK_TAX_RATES),
    accounts: structuredClone(seed.accounts ?? UK_ACCOUNTS),
    contacts: (seed.contacts ?? []).map((contact) => ({
      contactId: randomUUID(),
      name: contact.name,
      email: contact.email ?? '',
      contactNumber: contact.contactNumber ?? '',
      firstName: contact.firstName,
      lastName: contact.lastName,
      accountNumber: contact.accountNumber,
      wasInvoiced: contact.wasInvoiced ?? true,
      taxType: contact.taxType ?? null,
      salesTerms: contact.salesTerms ?? null,
      status: contact.isArchived ? 'ARCHIVED' : 'ACTIVE',
      updatedAt: now,
    })),
    invoices: [],
  };
}
