import { randomUUID } from 'node:crypto';
import { sumLines, taxOfLine } from './invoice-rules.ts';
import type { Invoice, InvoiceLine, Organisation } from './model.ts';

/** What a bookkeeper does with an invoice in Xero, beside moving it from state to state. */
export type Change =
  /** A payment of so many pence; what is paid whole becomes PAID. */
  | { kind: 'payment'; pence: number }
  /** Takes every payment back. */
  | { kind: 'payments removed' }
  /** Allocates a credit note: an invoice that it settles is PAID with nothing paid. */
  | { kind: 'credit'; pence: number }
  /** Another description or net price, of one piece or so many, of a line, which keeps its rate of tax. */
  | {
      kind: 'line';
      index: number;
      description?: string;
      lineAmountPence?: number;
      quantity?: number;
    }
  | { kind: 'line added'; description: string; lineAmountPence: number }
  | { kind: 'line removed'; index: number }
  | { kind: 'contact'; contactId: string }
  /** Another currency, such as EUR, for the same figures. */
  | { kind: 'currency'; code: string }
  | { kind: 'due date'; day: string | null }
  /** The invoice is gone, as after another organisation was put in its place. */
  | { kind: 'removed' };

/** Changes an invoice as a person does in Xero. Throws when there is no such invoice. */
export function changeInXero(
  organisations: Organisation[],
  invoiceId: string,
  change: Change,
  now: Date,
): void {
  const organisation = organisations.find(({ invoices }) =>
    invoices.some((one) => one.invoiceId === invoiceId),
  );
  const invoice = organisation?.invoices.find((one) => one.invoiceId === invoiceId);
  if (!organisation || !invoice) throw new Error('There is no such invoice.');
  if (change.kind === 'removed') {
    organisation.invoices = organisation.invoices.filter((one) => one !== invoice);
    return;
  }
  apply(invoice, change, organisation);
  settle(invoice, now);
  // In Xero, some changes of a due date do not count as a change of the invoice, as an email does not.
  if (change.kind !== 'due date') invoice.updatedAt = now;
}

/**
 * Makes an approved invoice of £100.00 and VAT for a contact, as a person does in Xero; gives its id.
 * Throws when there is no such contact.
 */
export function makeForeign(organisations: Organisation[], contactId: string, now: Date): string {
  const organisation = organisations.find(({ contacts }) =>
    contacts.some((one) => one.contactId === contactId),
  );
  if (!organisation) throw new Error('There is no such contact.');
  const lines: InvoiceLine[] = [
    {
      lineItemId: randomUUID(),
      description: 'Created in Xero itself',
      quantity: 10_000,
      unitAmount: 1_000_000,
      accountCode: '200',
      taxType: 'OUTPUT2',
      lineAmountPence: 10_000,
      taxAmountPence: 2_000,
    },
  ];
  const invoice: Invoice = {
    invoiceId: randomUUID(),
    invoiceNumber: `OWN-${String(organisation.invoices.length + 1).padStart(4, '0')}`,
    reference: '',
    contactId,
    status: 'AUTHORISED',
    isSentToContact: true,
    date: now.toISOString().slice(0, 10),
    dueDate: now.toISOString().slice(0, 10),
    currencyCode: organisation.baseCurrency,
    lineAmountTypes: 'Exclusive',
    lines,
    ...sumLines(lines, 'Exclusive'),
    amountPaidPence: 0,
    amountCreditedPence: 0,
    fullyPaidOn: null,
    updatedAt: now,
  };
  organisation.invoices = [...organisation.invoices, invoice];
  return invoice.invoiceId;
}

function apply(
  invoice: Invoice,
  change: Exclude<Change, { kind: 'removed' }>,
  organisation: Organisation,
): void {
  switch (change.kind) {
    case 'payment':
      invoice.amountPaidPence += change.pence;
      break;
    case 'payments removed':
      invoice.amountPaidPence = 0;
      break;
    case 'credit':
      invoice.amountCreditedPence += change.pence;
      break;
    case 'contact':
      invoice.contactId = change.contactId;
      break;
    case 'currency':
      invoice.currencyCode = change.code;
      break;
    case 'due date':
      invoice.dueDate = change.day;
      break;
    case 'line':
      setLines(
        invoice,
        invoice.lines.map((line, index) =>
          index === change.index ? changeLine(line, change, invoice, organisation) : line,
        ),
      );
      break;
    case 'line added': {
      const [first] = invoice.lines;
      if (!first) throw new Error('The invoice has no line.');
      const added = changeLine(first, change, invoice, organisation);
      setLines(invoice, [...invoice.lines, { ...added, lineItemId: randomUUID() }]);
      break;
    }
    case 'line removed':
      setLines(
        invoice,
        invoice.lines.filter((_, index) => index !== change.index),
      );
  }
}

function changeLine(
  line: InvoiceLine,
  {
    description,
    lineAmountPence,
    quantity = 1,
  }: { description?: string; lineAmountPence?: number; quantity?: number },
  { lineAmountTypes }: Invoice,
  { taxRates }: Organisation,
): InvoiceLine {
  const changed = { ...line, description: description ?? line.description };
  if (lineAmountPence === undefined) return changed;
  const rate = taxRates.find(({ taxType }) => taxType === line.taxType)?.rate ?? 0;
  return {
    ...changed,
    quantity: quantity * 10_000,
    unitAmount: (lineAmountPence * 100) / quantity,
    lineAmountPence,
    taxAmountPence: taxOfLine(lineAmountPence, rate, lineAmountTypes),
  };
}

function setLines(invoice: Invoice, lines: InvoiceLine[]): void {
  Object.assign(invoice, { lines, ...sumLines(lines, invoice.lineAmountTypes) });
}

/** An approved invoice is PAID when nothing is left to pay, and approved again when something is. */
function settle(invoice: Invoice, now: Date): void {
  if (invoice.status !== 'AUTHORISED' && invoice.status !== 'PAID') return;
  const left = invoice.totalPence - invoice.amountPaidPence - invoice.amountCreditedPence;
  invoice.status = left <= 0 ? 'PAID' : 'AUTHORISED';
  invoice.fullyPaidOn = left <= 0 ? now.toISOString().slice(0, 10) : null;
}
