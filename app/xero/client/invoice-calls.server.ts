import type { AccountingApi, Invoice, LineItem } from 'xero-node';
import {
  asName,
  asText,
  toPence,
  IDS_AT_ONCE,
  inPieces,
  whereEquals,
  isLastPage,
  XERO_PAGE_SIZE,
  readAllPages,
} from './all-pages.server.ts';
import type { Ask, RunCalls, XeroSession } from './calls.server.ts';
import { unreadable } from './faults.server.ts';
import {
  LedgerError,
  type ChangedInvoices,
  type LedgerInvoice,
  type LedgerLine,
} from '../../invoices/ledger.ts';
import type { InvoiceStatus } from '../../lib/invoice-status.ts';

/**
 * The decimal places of unit prices, of which we send as many: Xero rounds them to two wherever it is not
 * told, in what it takes and in what it shows.
 */
export const UNIT_PLACES = 4;

/** The most references in one filter, and its longest address: Xero takes some 2,000 characters. */
const REFERENCES_AT_ONCE = 25;
const LONGEST_FILTER = 1_600;

/** An invoice as plain data; null when its id or its total is missing. */
export function readInvoice(invoice: Invoice): LedgerInvoice | null {
  const { invoiceID, invoiceNumber, reference, sentToContact, updatedDateUTC } = invoice;
  const totalPence = toPence(invoice.total);
  if (!invoiceID || totalPence === null) return null;
  // The SDK types its enums as numbers; at run time they are Xero's own words.
  const word = String(invoice.status);
  const vatPence = toPence(invoice.totalTax) ?? 0;
  const duePence = toPence(invoice.amountDue) ?? totalPence;
  const paidPence = toPence(invoice.amountPaid) ?? 0;
  const isCancelled = word === 'VOIDED' || word === 'DELETED';
  const creditedPence = isCancelled ? 0 : totalPence - duePence - paidPence;
  return {
    invoiceId: invoiceID,
    number: asText(invoiceNumber),
    reference: reference ?? '',
    status: toStatus(word, sentToContact === true),
    totalPence,
    netPence: totalPence - vatPence,
    vatPence,
    // Xero names an amount due before the invoice is approved, too: nobody owes that yet.
    duePence: word === 'SUBMITTED' ? null : duePence,
    paidPence,
    // Prepayments and overpayments settle an invoice as credit notes do, and AmountCredited may lack them.
    creditedPence,
    creditNotesPence: Math.min(creditedPence, creditNotesOf(invoice)),
    day: toDay(invoice.date),
    dueDay: toDay(invoice.dueDate),
    paidDay: toDay(invoice.fullyPaidOnDate),
    contactId: invoice.contact?.contactID ?? null,
    contactName: asName(invoice.contact?.name),
    currency: asText(invoice.currencyCode),
    lines: (invoice.lineItems ?? []).map((line) => readLine(line, invoice.lineAmountTypes)),
    updatedAt: updatedDateUTC instanceof Date ? updatedDateUTC : null,
  };
}

/** Our status for Xero's (docs/specification.md, "Invoices"). */
function toStatus(word: string, isSentToContact: boolean): InvoiceStatus {
  switch (word) {
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
    default:
      return 'unknown';
  }
}

/** How much of an invoice its credit notes settled, without what customers had paid before. */
function creditNotesOf({
  amountCredited,
  creditNotes,
  prepayments,
  overpayments,
}: Invoice): number {
  const isOthersToo = [prepayments, overpayments].some((list) => (list ?? []).length > 0);
  if (!isOthersToo) return toPence(amountCredited) ?? 0;
  return (creditNotes ?? []).reduce((sum, note) => sum + (toPence(note.appliedAmount) ?? 0), 0);
}

function readLine(line: LineItem, types: Invoice['lineAmountTypes']): LedgerLine {
  const vatPence = toPence(line.taxAmount) ?? 0;
  const amount = toPence(line.lineAmount) ?? 0;
  return {
    description: line.description ?? '',
    quantity: toDecimal(line.quantity),
    unitPrice: toDecimal(line.unitAmount),
    netPence: String(types) === 'Inclusive' ? amount - vatPence : amount,
    vatPence,
  };
}

function toDecimal(value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return String(Number(value.toFixed(UNIT_PLACES)));
}

/** The day of a date of Xero's, which the SDK gives as an instant or as text. */
function toDay(value: unknown): string | null {
  const text =
    value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : null;
}

type Filter = {
  since?: Date;
  where?: string;
  order?: string;
  ids?: string[];
  contactIds?: string[];
};

function getPage(
  api: AccountingApi,
  tenantId: string,
  page: number,
  { since, where, order, ids, contactIds }: Filter,
) {
  return api.getInvoices(
    tenantId,
    since,
    where,
    order,
    ids,
    undefined,
    contactIds,
    undefined,
    page,
    undefined,
    undefined,
    UNIT_PLACES,
    undefined,
    XERO_PAGE_SIZE,
  );
}

async function readFiltered(ask: Ask, tenantId: string, filter: Filter): Promise<LedgerInvoice[]> {
  const invoices = await readAllPages<Invoice>(
    ({ invoiceID }) => invoiceID,
    async (page) => {
      const { invoices, pagination } = await ask(false, (api) =>
        getPage(api, tenantId, page, filter),
      );
      return { rows: invoices, pageCount: pagination?.pageCount };
    },
  );
  return invoices.map((invoice) => {
    const readable = readInvoice(invoice);
    // Passed over, it would count as "not there".
    if (!readable) throw unreadable(false);
    return readable;
  });
}

/** Sales invoices, not the organisation's own bills. */
const SALES = 'Type=="ACCREC"';

/**
 * A page of the sales invoices that changed at `since` or later. They come by their ids, an order
 * that no change alters: by the time of change, an invoice that changes meanwhile would move to the
 * end and pull another one over the edge of a page. Somebody else's invoice that cannot be read is passed
 * over: it would stop the reading of ours until it is mended there. Throws LedgerError.
 */
export function readChanges(
  run: RunCalls,
  session: XeroSession,
  since: Date,
  page: number,
  isOurs: (invoiceId: string) => boolean = () => true,
): Promise<ChangedInvoices> {
  return run(session, async (ask) => {
    let answeredAt: Date | null = null;
    const { invoices, pagination } = await ask(false, async (api) => {
      const filter = { since, where: SALES, order: 'InvoiceID ASC' };
      const answer = await getPage(api, session.tenantId, page, filter);
      answeredAt = toInstant(answer.response.headers.date);
      return answer;
    });
    if (!invoices) throw unreadable(false);
    const isLast = isLastPage(page, { rows: invoices, pageCount: pagination?.pageCount });
    return {
      invoices: invoices.flatMap((invoice) => {
        const readable = readInvoice(invoice);
        if (readable) return [readable];
        if (isOurs(invoice.invoiceID ?? '')) throw unreadable(false);
        return [];
      }),
      isLast: isLast || invoices.length === 0,
      answeredAt,
    };
  });
}

function toInstant(header: unknown): Date | null {
  const milliseconds = typeof header === 'string' ? Date.parse(header) : NaN;
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds);
}

/** Every sales invoice of these contacts, in any state, forty contacts a call. Throws LedgerError. */
export function readInvoicesOf(
  run: RunCalls,
  session: XeroSession,
  contactIds: string[],
): Promise<LedgerInvoice[]> {
  return run(session, async (ask) => {
    const found: LedgerInvoice[] = [];
    for (const ids of inPieces([...new Set(contactIds)], IDS_AT_ONCE)) {
      const some = { where: SALES, contactIds: ids };
      found.push(...(await readFiltered(ask, session.tenantId, some)));
    }
    return found;
  });
}

/**
 * The invoices with one of these references, in any state, deleted ones included; 25 in a call.
 * Only a reference that is asked for alone is asked for by a filter without OR. Throws LedgerError.
 */
export function findInvoicesByReference(
  run: RunCalls,
  session: XeroSession,
  references: string[],
): Promise<LedgerInvoice[]> {
  return run(session, async (ask) => {
    const found = new Map<string, LedgerInvoice>();
    const look = async (wanted: string[]) => {
      const where = whereEquals('Reference', wanted);
      for (const invoice of await readFiltered(ask, session.tenantId, { where })) {
        if (wanted.includes(invoice.reference)) found.set(invoice.invoiceId, invoice);
      }
    };
    const wanted = [...new Set(references)].filter(Boolean);
    for (const piece of inAddresses(wanted)) {
      try {
        await look(piece);
      } catch (error) {
        const isRefused = error instanceof LedgerError && error.kind === 'refused';
        if (piece.length === 1 || !isRefused) throw error;
        for (const reference of piece) await look([reference]);
      }
    }
    return [...found.values()];
  });
}

function inAddresses(references: string[]): string[][] {
  const pieces: string[][] = [];
  let length = Infinity;
  for (const reference of references) {
    const added = encodeURIComponent(whereEquals('Reference', [reference]) + ' OR ').length;
    const piece = pieces.at(-1);
    if (piece && piece.length < REFERENCES_AT_ONCE && length + added <= LONGEST_FILTER) {
      piece.push(reference);
      length += added;
    } else {
      pieces.push([reference]);
      length = added;
    }
  }
  return pieces;
}

/** These invoices as they are now, without those that Xero does not know. Throws LedgerError. */
export function readInvoices(
  run: RunCalls,
  session: XeroSession,
  invoiceIds: string[],
): Promise<LedgerInvoice[]> {
  return run(session, async (ask) => {
    const found: LedgerInvoice[] = [];
    for (const ids of inPieces([...new Set(invoiceIds)], IDS_AT_ONCE)) {
      const invoices = await readFiltered(ask, session.tenantId, { ids });
      found.push(...invoices.filter(({ invoiceId }) => ids.includes(invoiceId)));
    }
    return found;
  });
}
