import type { Client } from '#db/schema.ts';
import type { VatTreatment } from '#db/words.ts';
import { optionalLine } from '../../lib/fields.ts';
import { readDiscount, sayDiscount } from './discount.ts';

/** What a person chose for one invoice; null where nothing was chosen. */
export type InvoiceChoice = {
  isLeftOut: boolean;
  /** The invoice's date, and when it is due, `yyyy-MM-dd`, where they were chosen for it. */
  day: string | null;
  dueDay: string | null;
  /** What the reference begins with: text, null for nothing, undefined for the client's own number. */
  poNumber: string | null | undefined;
  /** What is taken off it (`discount.ts`), as text; null for nothing. It is for this invoice alone. */
  discount: string | null;
  /** What is stored with the client for next time; undefined leaves it as the client has it. */
  keptPer: Client['invoicePer'] | undefined;
};

/** What a person chose for the invoices of a preview. */
export type InvoiceChoices = {
  /** The logs that are left out. Of logs that are billed together the first stands for all. */
  leftOut: ReadonlySet<number>;
  /** Whether a client's months are invoiced one by one, by the client's id. */
  invoicePer: ReadonlyMap<number, Client['invoicePer']>;
  invoices: ReadonlyMap<string, InvoiceChoice>;
  /** The date of all invoices, `yyyy-MM-dd`, and when they are due (`lib/due-in.ts`). */
  all: { day: string | null; dueIn: string | null };
  /** The day on which the preview was made, `yyyy-MM-dd`: what it showed is made, after midnight, too. */
  madeOn: string | null;
  /** The VAT of lines of time that is not their client's, by the id of a log behind them. */
  vat: ReadonlyMap<number, VatTreatment>;
};

export const NO_CHOICES: InvoiceChoices = {
  leftOut: new Set(),
  invoicePer: new Map(),
  invoices: new Map(),
  all: { day: null, dueIn: null },
  madeOn: null,
  vat: new Map(),
};

/** What an invoice of a preview is known by: its client, and its month, its job (0: none), or neither. */
export function invoiceKey(
  per: Client['invoicePer'],
  { clientId, day, jobId }: { clientId: number; day: string; jobId: number | null },
): string {
  switch (per) {
    case 'month':
      return `${clientId}-${day.slice(0, 7)}`;
    case 'period':
      return `${clientId}-period`;
    case 'job':
      return `${clientId}-job${jobId ?? 0}`;
  }
}

/**
 * Stands for all other invoices of a client: what was chosen for one of them holds for these when its months
 * are put together or taken apart.
 */
export function anyInvoiceOf(clientId: number): string {
  return `${clientId}-any`;
}

const RULE =
  'Enter a discount below 100%, such as 10% or 12.5%, or pounds ex VAT, such as 50.00, or leave this empty.';

/** A discount as the text that is stored, or null; nothing off is none. */
export const discountField = optionalLine().transform((text, context): string | null => {
  const read = text === null ? null : readDiscount(text);
  const isWrong = read === null || (read.isPercent && read.hundredths >= 10_000);
  if (text !== null && isWrong) context.addIssue({ code: 'custom', message: RULE });
  return read === null || read.hundredths === 0 ? null : sayDiscount(read);
});
