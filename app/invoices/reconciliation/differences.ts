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
};

/**
 * Every difference between what was invoiced here and what the ledger has now; null: the ledger does
 * not know the invoice any more. Payments are compared with what was known here, all else with what
 * was sent.
 */
export function compareInvoice(
  { invoice, sent }: Invoiced,
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
      'Xero does not know this invoice any more, though it was made there.',
      'Look in Xero whether it was moved to another organisation. Its logs stay on it meanwhile.',
    );
    return found;
  }
  if (now.status === 'voided' || now.status === 'deleted') {
    add(
      now.status,
      `It was ${now.status} in Xero: the customer owes nothing for it, and its logs are still on it.`,
      RELEASE,
    );
    // Its lines and amounts mean nothing any more.
    return found;
  }
  compareLines(sent, now, add);
  if (sent.contactId !== null && now.contactId !== null && sent.contactId !== now.contactId) {
    add(
      'contact',
      `It is now addressed to ${now.contactName ?? 'another contact'}, not to the contact that it was sent for.`,
      'Change it back in Xero, or choose that contact for the client if it is the right one.',
    );
  }
  comparePayments(invoice.amountPaidPence ?? 0, now, add);
  return found;
}

const RELEASE = 'Release its logs on its page to invoice them again, or leave them on it.';

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
      `Its lines were edited in Xero: ${parts.join(', ')}. Its page shows which.`,
      EDITED,
    );
  }
  const total = sent.lines.reduce((sum, { netPence, vatPence }) => sum + netPence + vatPence, 0);
  if (isForeign(now.currency)) {
    add(
      'currency',
      `It comes to ${amountOf(now, now.totalPence)} with VAT in Xero; ${formatPounds(total)} was sent, in pounds.`,
      'Change it back to pounds in Xero: until then it is in none of the sums of invoices here, which are of pounds.',
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
      `${amountOf(now, paidPence)}${of} was paid, which was not known here yet.`,
      'Nothing: it is noted here now.',
    );
  } else if (paidPence < known) {
    add(
      'unpaid',
      `A payment was taken back in Xero: ${amountOf(now, paidPence)} is paid, where it was ${amountOf(now, known)}.`,
      'Look at the payment in Xero. It is noted here now.',
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
      ? `It carries a mark of this product (${amountOf(now, now.totalPence)} for ${now.contactName ?? client}), but no work here is known to be on it.`
      : `Somebody made an invoice of ${amountOf(now, now.totalPence)} for ${now.contactName ?? client} in Xero itself.`,
    remedy: 'Look whether it bills work that is logged here too, so that nothing is billed twice.',
  };
}
