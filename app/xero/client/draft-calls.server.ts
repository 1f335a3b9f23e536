import type { Invoice, LineItem } from 'xero-node';
import type { RunCalls, Sdk, XeroSession } from './calls.server.ts';
import { checkKey, checkNames, outcomesOf } from './all-pages.server.ts';
import type { InvoiceOutcome, LedgerInvoice } from '../../invoices/ledger.ts';
import type { Ending } from '../../lib/invoice-status.ts';
import { unreadable } from './faults.server.ts';
import { readInvoice, UNIT_PLACES } from './invoice-calls.server.ts';

/** A sales invoice to be made, as a draft. */
export type Draft = {
  /** Made by us and unique: finds the invoice again after a lost answer. */
  reference: string;
  contactId: string;
  date: string;
  dueDate: string;
  currencyCode: string;
  accountCode: string;
  /** `Exclusive`: prices without VAT, which is added; `NoTax`: for an organisation without VAT. */
  lineAmountTypes: 'Exclusive' | 'NoTax';
  lines: DraftLine[];
};

export type DraftLine = {
  description: string;
  /** Decimal, at most four places; quantity × unit amount is exactly the line's amount. */
  quantity: string;
  /** Pounds, at most four decimal places. */
  unitAmount: string;
  taxType: string;
  lineAmountPence: number;
  /** The tax stated to Xero; null when Xero is to compute it. */
  taxAmountPence: number | null;
};

/** Xero gives a refused invoice an empty id, or one of zeros only. */
const NO_ID = /^[0-]*$/;

/**
 * Makes these 1 to 50 invoices as drafts, and gives the outcome of each, in the same order. Each
 * needs a reference of its own. Throws LedgerError when the answer does not cover every one of
 * them; `isOutcomeUnknown` then says whether they have to be looked up.
 */
export function createDrafts(
  run: RunCalls,
  session: XeroSession,
  invoices: Draft[],
  { idempotencyKey }: { idempotencyKey: string },
): Promise<InvoiceOutcome[]> {
  const references = invoices.map(({ reference }) => reference);
  checkKey(idempotencyKey);
  checkNames(references, 'invoice', 'reference');
  return run(session, async (ask) => {
    const { invoices: answers } = await ask(true, (api, sdk) =>
      api.createInvoices(
        session.tenantId,
        Object.assign(new sdk.Invoices(), {
          invoices: invoices.map((invoice) => toSdkInvoice(invoice, sdk)),
        }),
        false,
        UNIT_PLACES,
        idempotencyKey,
      ),
    );
    return outcomesOf(references, answers, ({ reference }) => reference, readOutcome);
  });
}

/**
 * Deletes a draft or voids an approved invoice, and gives it as Xero then has it. Throws LedgerError, also where the
 * answer does not say so: `isOutcomeUnknown` then says whether it has to be looked up.
 */
export function endInvoice(
  run: RunCalls,
  session: XeroSession,
  invoiceId: string,
  as: Ending,
  { idempotencyKey }: { idempotencyKey: string },
): Promise<LedgerInvoice> {
  checkKey(idempotencyKey);
  return run(session, async (ask) => {
    const { invoices } = await ask(true, (api, sdk) => {
      const status = sdk.Invoice.StatusEnum[as === 'deleted' ? 'DELETED' : 'VOIDED'];
      const invoice = Object.assign(new sdk.Invoice(), { invoiceID: invoiceId, status });
      const sent = Object.assign(new sdk.Invoices(), { invoices: [invoice] });
      return api.updateInvoice(session.tenantId, invoiceId, sent, UNIT_PLACES, idempotencyKey);
    });
    const answer = invoices?.find(({ invoiceID }) => invoiceID === invoiceId);
    const ended = answer ? readInvoice(answer) : null;
    if (ended?.status !== as) throw unreadable(true);
    return ended;
  });
}

function toSdkInvoice(invoice: Draft, sdk: Sdk): Invoice {
  return Object.assign(new sdk.Invoice(), {
    type: sdk.Invoice.TypeEnum.ACCREC,
    status: sdk.Invoice.StatusEnum.DRAFT,
    // Only the id: any other field sent here would change the contact.
    contact: Object.assign(new sdk.Contact(), { contactID: invoice.contactId }),
    date: invoice.date,
    dueDate: invoice.dueDate,
    reference: invoice.reference,
    currencyCode: invoice.currencyCode,
    lineAmountTypes: sdk.LineAmountTypes[invoice.lineAmountTypes],
    lineItems: invoice.lines.map((line) => toSdkLine(line, invoice.accountCode, sdk)),
  });
}

function toSdkLine(line: DraftLine, accountCode: string, sdk: Sdk): LineItem {
  return Object.assign(new sdk.LineItem(), {
    description: line.description,
    quantity: Number(line.quantity),
    unitAmount: Number(line.unitAmount),
    accountCode,
    taxType: line.taxType,
    lineAmount: line.lineAmountPence / 100,
    taxAmount: line.taxAmountPence === null ? undefined : line.taxAmountPence / 100,
  });
}

function readOutcome(answer: Invoice, reference: string): InvoiceOutcome | null {
  const messages = (answer.validationErrors ?? []).flatMap(({ message }) => message ?? []);
  const isRefused =
    answer.hasErrors === true || answer.statusAttributeString === 'ERROR' || messages.length > 0;
  if (isRefused) {
    // An answer with errors and a real id is neither a refusal nor a success.
    if (answer.invoiceID && !NO_ID.test(answer.invoiceID)) return null;
    return { outcome: 'refused', reference, messages };
  }
  const invoice = readInvoice(answer);
  return invoice && { outcome: 'created', ...invoice, reference };
}
