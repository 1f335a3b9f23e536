import type { Client } from '#db/schema.ts';

/** What a person chose for one invoice; null where nothing was chosen. */
export type InvoiceChoice = {
  isLeftOut: boolean;
  /** The invoice's date, and when it is due, `yyyy-MM-dd`. */
  day: string | null;
  dueDay: string | null;
  /** What its reference begins with: text, null for nothing, undefined for the client's own. */
  poNumber: string | null | undefined;
  /** What is kept with the client for next time; undefined for what it has. */
  keptPer: Client['invoicePer'] | undefined;
};

/** What a person chose for the invoices of a preview. */
export type InvoiceChoices = {
  /** The logs that are left out: the first of those that are billed together stands for all. */
  leftOut: ReadonlySet<number>;
  /** Whether a client's months are invoiced one by one, by the client's id. */
  invoicePer: ReadonlyMap<number, Client['invoicePer']>;
  /** By the invoice's key (`invoiceKey`). */
  invoices: ReadonlyMap<string, InvoiceChoice>;
};

export const NO_CHOICES: InvoiceChoices = {
  leftOut: new Set(),
  invoicePer: new Map(),
  invoices: new Map(),
};

/** What an invoice of a preview is known by: its client and month, or its client alone. */
export function invoiceKey(clientId: number, month: string | null): string {
  return `${clientId}-${month ?? 'period'}`;
}

/**
 * Stands for every invoice of a client of which nothing else is known: what was chosen for one, when
 * its months were put together or taken apart.
 */
export function anyInvoiceOf(clientId: number): string {
  return `${clientId}-any`;
}
