import type { Invoice } from 'xero-node';
import { asText, toPence } from './amounts.ts';
import type { Ask, RunCalls, XeroSession } from './calls.server.ts';
import { unreadable } from './faults.server.ts';
import { XERO_PAGE_SIZE, readAllPages } from './all-pages.server.ts';
import { inPieces, whereEquals } from './where.ts';
import { LedgerError } from '../../invoices/ledger.ts';

/** Xero's own statuses of an invoice; OTHER stands for any that Xero adds later. */
export const XERO_INVOICE_STATUSES = [
  'DRAFT',
  'SUBMITTED',
  'AUTHORISED',
  'PAID',
  'VOIDED',
  'DELETED',
  'OTHER',
] as const;
export type XeroInvoiceStatus = (typeof XERO_INVOICE_STATUSES)[number];

/** A sales invoice as Xero has it. */
export type XeroInvoice = {
  invoiceId: string;
  /** Given by Xero; null when it gives none. */
  invoiceNumber: string | null;
  reference: string;
  status: XeroInvoiceStatus;
  isSentToContact: boolean;
  /** What the customer pays, VAT included, in pence. */
  totalPence: number;
  amountDuePence: number;
  updatedAt: Date | null;
};

/** The most ids in one request, since its address has to stay short. */
const IDS_AT_ONCE = 40;

/** The most references in one filter. */
const REFERENCES_AT_ONCE = 10;

/** An invoice as plain data; null when its id or its total is missing. */
export function readInvoice(invoice: Invoice): XeroInvoice | null {
  const { invoiceID, invoiceNumber, reference, sentToContact, updatedDateUTC } = invoice;
  const totalPence = toPence(invoice.total);
  if (!invoiceID || totalPence === null) return null;
  const word = String(invoice.status);
  return {
    invoiceId: invoiceID,
    invoiceNumber: asText(invoiceNumber),
    reference: reference ?? '',
    status: XERO_INVOICE_STATUSES.find((status) => status === word) ?? 'OTHER',
    isSentToContact: sentToContact === true,
    totalPence,
    amountDuePence: toPence(invoice.amountDue) ?? totalPence,
    updatedAt: updatedDateUTC instanceof Date ? updatedDateUTC : null,
  };
}

async function readFiltered(
  ask: Ask,
  tenantId: string,
  { where, ids }: { where?: string; ids?: string[] },
): Promise<XeroInvoice[]> {
  const invoices = await readAllPages<Invoice>(
    ({ invoiceID }) => invoiceID,
    async (page) => {
      const { invoices, pagination } = await ask(false, (api) =>
        api.getInvoices(
          tenantId,
          undefined,
          where,
          undefined,
          ids,
          undefined,
          undefined,
          undefined,
          page,
          undefined,
          undefined,
          undefined,
          undefined,
          XERO_PAGE_SIZE,
        ),
      );
      return { rows: invoices, pageCount: pagination?.pageCount };
    },
  );
  return invoices.map((invoice) => {
    const readable = readInvoice(invoice);
    // An invoice that is passed over would count as "not there".
    if (!readable) throw unreadable(false);
    return readable;
  });
}

/**
 * The invoices with one of these references, in any state, deleted ones included. "Not there"
 * decides whether an invoice is sent again, so a reference that a filter for several did not find
 * is asked for once more, alone. Throws LedgerError.
 */
export function findInvoicesByReference(
  run: RunCalls,
  session: XeroSession,
  references: string[],
): Promise<XeroInvoice[]> {
  return run(session, async (ask) => {
    const found = new Map<string, XeroInvoice>();
    const look = async (wanted: string[]) => {
      const where = whereEquals('Reference', wanted);
      for (const invoice of await readFiltered(ask, session.tenantId, { where })) {
        if (wanted.includes(invoice.reference)) found.set(invoice.invoiceId, invoice);
      }
    };
    const wanted = [...new Set(references)].filter(Boolean);
    const pieces = inPieces(wanted, REFERENCES_AT_ONCE).filter(({ length }) => length > 1);
    for (const piece of pieces) await look(piece).catch(ignoreRefusal);
    const seen = new Set([...found.values()].map(({ reference }) => reference));
    for (const reference of wanted) if (!seen.has(reference)) await look([reference]);
    return [...found.values()];
  });
}

/**
 * Ignores Xero's refusal of a filter, such as one that is too long: each reference is then asked
 * for alone.
 */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof LedgerError && error.kind === 'refused')) throw error;
}

/** These invoices as they are now, without those that Xero does not know. Throws LedgerError. */
export function readInvoices(
  run: RunCalls,
  session: XeroSession,
  invoiceIds: string[],
): Promise<XeroInvoice[]> {
  return run(session, async (ask) => {
    const found: XeroInvoice[] = [];
    for (const ids of inPieces([...new Set(invoiceIds)], IDS_AT_ONCE)) {
      const invoices = await readFiltered(ask, session.tenantId, { ids });
      found.push(...invoices.filter(({ invoiceId }) => ids.includes(invoiceId)));
    }
    return found;
  });
}
