import { showContact } from './contacts.ts';
import { msDate } from './http.ts';
import type { Invoice, InvoiceLine, Organisation } from './model.ts';

/** What of an invoice is answered: with or without its lines, and whether to a call with `unitdp=4`. */
type Shown = { hasLines: boolean; hasFourPlaces: boolean };

/** The shape in which an invoice is answered. */
export function showInvoice(
  invoice: Invoice,
  organisation: Organisation,
  { hasLines, hasFourPlaces }: Shown,
) {
  const contact = organisation.contacts.find(({ contactId }) => contactId === invoice.contactId);
  const { amountPaidPence, amountCreditedPence } = invoice;
  const isCancelled = invoice.status === 'VOIDED' || invoice.status === 'DELETED';
  const total = invoice.totalPence / 100;
  return {
    Type: 'ACCREC',
    InvoiceID: invoice.invoiceId,
    InvoiceNumber: invoice.invoiceNumber,
    Reference: invoice.reference,
    Payments: [],
    CreditNotes: [],
    Prepayments: [],
    Overpayments: [],
    AmountDue: isCancelled ? 0 : (invoice.totalPence - amountPaidPence - amountCreditedPence) / 100,
    AmountPaid: amountPaidPence / 100,
    AmountCredited: amountCreditedPence / 100,
    FullyPaidOnDate:
      invoice.fullyPaidOn === null ? undefined : msDate(new Date(invoice.fullyPaidOn)),
    SentToContact: invoice.isSentToContact,
    CurrencyRate: 1,
    HasErrors: false,
    IsDiscounted: false,
    HasAttachments: false,
    Contact: contact
      ? hasLines
        ? showContact(contact, organisation)
        : { ContactID: contact.contactId, Name: contact.name }
      : undefined,
    DateString: `${invoice.date}T00:00:00`,
    Date: msDate(new Date(invoice.date)),
    DueDateString: invoice.dueDate === null ? undefined : `${invoice.dueDate}T00:00:00`,
    DueDate: invoice.dueDate === null ? undefined : msDate(new Date(invoice.dueDate)),
    Status: invoice.status,
    LineAmountTypes: invoice.lineAmountTypes,
    LineItems: hasLines ? invoice.lines.map((line) => showLine(line, hasFourPlaces)) : [],
    SubTotal: invoice.subTotalPence / 100,
    TotalTax: invoice.totalTaxPence / 100,
    Total: total,
    UpdatedDateUTC: msDate(invoice.updatedAt),
    CurrencyCode: invoice.currencyCode,
  };
}

/** A line; without `unitdp=4` Xero shows its unit amount with two decimal places, whatever it stores. */
function showLine(line: InvoiceLine, hasFourPlaces: boolean) {
  return {
    LineItemID: line.lineItemId,
    Description: line.description,
    Quantity: line.quantity / 10_000,
    UnitAmount: hasFourPlaces ? line.unitAmount / 10_000 : Math.round(line.unitAmount / 100) / 100,
    AccountCode: line.accountCode,
    TaxType: line.taxType,
    TaxAmount: line.taxAmountPence / 100,
    LineAmount: line.lineAmountPence / 100,
    Tracking: [],
    ValidationErrors: [],
  };
}
