import { formatPounds, inCurrency, isForeign } from '../../lib/money.ts';
import type { LedgerInvoice } from '../ledger.ts';
import type { NamedInvoice } from '../list/made-invoices.server.ts';
import { matchLines, type SentLines } from '../one/match-lines.ts';

/** The ways in which what Xero has can differ from what was invoiced here. */
export const DIFFERENCES = [
  'voided',
  'deleted',
  'edited',
  'total',
  'currency',
  'contact',
  'paid',
  'unpaid',
  'credited',
  'missing',
  'not ours',
] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

/** One difference: what it is, what it means, and what can be done. */
export type Difference = {
  kind: DifferenceKind;
  /** Our invoice; null for one that this product did not make. */
  invoiceId: number | null;
  ledgerId: string;
  number: string;
  client: string;
  meaning: string;
  remedy: string;
};

/** What was invoiced here: the invoice as it is stored, and what was sent. */
export type Invoiced = {
  invoice: Pick<
    NamedInvoice,
    'id' | 'clientName' | 'xeroInvoiceId' | 'xeroInvoiceNumber' | 'reference' | 'amountPaidPence'
  >;
  sent: SentLines & { contactId: string | null };
  /** The contact that its client is linked to today; null without one. */
  linkedTo: string | null;
};

/**
 * Every difference between what was invoiced here and what the ledger has now; null: the ledger does
 * not know the invoice any more. Payments are compared with what was known here, all else with what
 * was sent.
 */
export function compareInvoice(
  { invoice, sent, linkedTo }: Invoiced,
  now: LedgerInvoice | null,
): Difference[] {
  const found: Difference[] = [];
  const add = (kind: DifferenceKind, meaning: string, remedy: string) => {
    found.push({
      kind,
      invoiceId: invoice.id,
      ledgerId: invoice.xeroInvoiceId ?? '',
      number: now?.number ?? invoice.xeroInvoiceNumber ?? invoice.reference,
      client: invoice.clientName,
      meaning,
      remedy,
    });
  };
  if (now === null) {
    add(
      'missing',
      'This invoice is no longer in Xero.',
      'Check whether the invoice was moved to another organisation in Xero. Its logs stay on it until then.',
    );
    return found;
  }
  if (now.status === 'voided' || now.status === 'deleted') {
    add(
      now.status,
      `This invoice was ${now.status} in Xero: the customer owes nothing, and its logs are still on it.`,
      RELEASE,
    );
    // Its lines and amounts mean nothing any more.
    return found;
  }
  compareLines(sent, now, add);
  if (sent.contactId !== null && ![null, sent.contactId, linkedTo].includes(now.contactId)) {
    add(
      'contact',
      `This invoice is now addressed to ${now.contactName ?? 'another contact'}, not to the contact it was created for.`,
      'Change it back in Xero, or choose that contact for the client if it is the right one.',
    );
  }
  comparePayments(invoice.amountPaidPence ?? 0, now, add);
  return found;
}

const RELEASE = 'Release its logs to invoice them again, or leave them on it.';

type Add = (kind: DifferenceKind, meaning: string, remedy: string) => void;

function amountOf({ currency }: LedgerInvoice, pence: number): string {
  return inCurrency(formatPounds(pence), currency);
}

const EDITED = 'Change it back in Xero, or leave it: the logs here stay as they were invoiced.';

function compareLines(sent: SentLines, now: LedgerInvoice, add: Add): void {
  // Without its lines, an invoice's total can still be compared.
  const { lines, removed } =
    now.lines.length === 0 ? { lines: [], removed: [] } : matchLines(sent, now.lines);
  const count = (change: string) => lines.filter((line) => line.change === change).length;
  const parts = [
    [count('changed'), 'changed'],
    [count('added'), 'added'],
    [removed.length, 'removed'],
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  if (parts.length > 0) {
    add(
      'edited',
      `The lines were edited in Xero: ${parts.join(', ')}. The invoice’s page shows which.`,
      EDITED,
    );
  }
  const total = sent.lines.reduce((sum, { netPence, vatPence }) => sum + netPence + vatPence, 0);
  if (isForeign(now.currency)) {
    add(
      'currency',
      `It comes to ${amountOf(now, now.totalPence)} with VAT in Xero; ${formatPounds(total)} was sent, in pounds.`,
      'Change the invoice back to pounds in Xero: totals here include only invoices in pounds.',
    );
  } else if (total !== now.totalPence) {
    const by = formatPounds(Math.abs(now.totalPence - total));
    const way = now.totalPence > total ? 'more' : 'less';
    add(
      'total',
      `It comes to ${formatPounds(now.totalPence)} with VAT in Xero; ${formatPounds(total)} was sent, so ${by} ${way}.`,
      EDITED,
    );
  }
}

function comparePayments(known: number, now: LedgerInvoice, add: Add): void {
  const { paidPence, creditedPence, totalPence } = now;
  const of = paidPence < totalPence ? ` of ${amountOf(now, totalPence)}` : '';
  if (paidPence > known) {
    add(
      'paid',
      `${amountOf(now, paidPence)}${of} was paid; this is now noted here.`,
      'Nothing to do.',
    );
  } else if (paidPence < known) {
    add(
      'unpaid',
      `A payment was taken back in Xero: ${amountOf(now, paidPence)} is paid, where it was ${amountOf(now, known)}.`,
      'Check the payment in Xero. The change is now noted here.',
    );
  }
  if (creditedPence > 0) {
    add(
      'credited',
      `${amountOf(now, creditedPence)} of it was settled by a credit note or by money paid before, not by a payment for it.`,
      now.creditNotesPence >= totalPence
        ? RELEASE
        : 'Nothing, if that was agreed with the customer; its logs stay on it.',
    );
  }
}

/** An invoice of a linked contact that this product did not make. */
export function notOurs(now: LedgerInvoice, client: string): Difference {
  return {
    kind: 'not ours',
    invoiceId: null,
    ledgerId: now.invoiceId,
    number: now.number ?? now.reference,
    client,
    meaning: /\bTH-\d{4}-\d{2}-/.test(now.reference)
      ? `This invoice has a reference from here (${amountOf(now, now.totalPence)} for ${now.contactName ?? client}), but no work here is on it.`
      : `Somebody made an invoice of ${amountOf(now, now.totalPence)} for ${now.contactName ?? client} in Xero itself.`,
    remedy: 'Check that it does not bill work logged here as well.',
  };
}
