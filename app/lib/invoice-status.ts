/** An invoice's status in a word; screens never show it by colour alone. */
export const STATUS_LABELS = {
  draft: 'Draft',
  ready: 'Ready',
  sent: 'Sent',
  paid: 'Paid',
  deleted: 'Deleted',
  voided: 'Voided',
  unknown: 'Unknown',
} as const;

/** An invoice's status as our screens name it, whatever the accounting system calls it. */
export type InvoiceStatus = keyof typeof STATUS_LABELS;

/** How an invoice ended whose logs can be released: `voided`, `credited in full`. */
export function sayEnded(status: InvoiceStatus): string {
  return status === 'paid' ? 'credited in full' : STATUS_LABELS[status].toLowerCase();
}

/** How an invoice ends that is taken back: a draft is deleted, an approved one voided. */
export type Ending = 'deleted' | 'voided';

/** Whether an invoice was deleted or voided, which cannot be undone. */
export function isCancelled(status: InvoiceStatus | null): status is Ending {
  return status === 'deleted' || status === 'voided';
}
