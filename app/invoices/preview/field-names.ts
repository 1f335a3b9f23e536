import type { FieldState } from '../../ui/field.tsx';

/** The names of the preview's fields. */

/** What of the preview its document alone has (`context.pageOnly`). */
export const LINES_PART = 'invoiceLines';

/** The box of an invoice (its key) and of what goes on it together (the id of its first log). */
export const INVOICE_BOX = 'invoices';
export const LINE_BOX = 'ids';

/** The columns of a line that sums are made of, and what marks a line that cannot go as it is. */
export const NET = 'Net';
export const VAT = 'VAT';
export const PROBLEM = 'data-problem';

/** On the box of a line, or on the row of several: how many logs are behind it, and their minutes. */
export const WORK = 'data-work';
/** Beside it, where the invoice has a discount: what the lines come to for each code of VAT, as JSON. */
export const CODES = 'data-codes';

/** Of the lines of an invoice, where they are on the page. */
export const linesId = (key: string) => `lines-${key}`;

/** Which button was pressed: one of these words, perhaps with an id behind a colon. */
export const PRESS = 'press';

/** What the form showed of an invoice when it was made, as JSON. */
export const shownName = (key: string) => `shown-${key}`;
/** The same of all invoices whose lines are not on the page. */
export const SHOWN_ROWS = 'shown';
export const dayName = (key: string) => `day-${key}`;
export const dueDayName = (key: string) => `due-${key}`;
export const poNumberName = (key: string) => `po-${key}`;
export const discountName = (key: string) => `discount-${key}`;
export const invoicePerName = (key: string) => `per-${key}`;

/** The last entry of the history when the page was made, so that it can be said what changed since. */
export const SINCE = 'since';

/** In the address: the logs that are left out, the invoices that are, and that not all found room. */
export const WITHOUT = 'without';
export const OFF = 'off';
export const SHORTENED = 'shortened';

/**
 * The longest that what was chosen may make an address, in characters: it comes again in `Referer`, and
 * a server takes 16 KiB of headers in all.
 */
export const LONGEST_CHOICES = 3_500;

/** Stands for all invoices in the names of the fields that set the dates of all. */
export const ALL = 'all';

/** The key of an invoice (`invoiceKey`). */
const KEY = String.raw`\d{1,15}-(?:\d{4}-\d{2}|period|job\d{1,15})`;
export const INVOICE_KEY = new RegExp(`^${KEY}$`);

/** A field that an address may have: of an invoice, with its key, of all, or of a line. */
export const CHOSEN_FIELD = new RegExp(
  String.raw`^(?:(?:day|due|po|discount|per)-(${KEY}|all)|vat-\d{1,15})$`,
);

/**
 * The VAT of a line, by the id of its first log. Where the line is open, a hidden field of the same name stands before
 * the select, with what the line has.
 */
export const vatName = (logId: number) => `vat-${logId}`;
export const VAT_FIELD = /^vat-(\d{1,15})$/;

/** The line that is open for editing: the id of its log. */
export const OPEN_LINE = 'line';
/** The contact that a person chose for a client. */
export const CONTACT = 'contact';

type Press =
  | { kind: 'create' | 'update' | 'rewrite' | 'look up' | 'close' | 'save' }
  | { kind: 'edit' | 'contacts' | 'link'; id: number }
  | { kind: 'vat'; id: number; holds: 'client' | 'contact'; contact: string; client: string }
  | { kind: 'open'; key: string };

const WORDS = ['create', 'update', 'rewrite', 'look up', 'close', 'save'] as const;
const WITH_ID = ['edit', 'contacts', 'link'] as const;

const isId = (text: string) => /^\d{1,15}$/.test(text);

/** The press that a button's value says; a form that names none asks for the invoices. */
export function readPress(value: unknown): Press {
  if (typeof value !== 'string' || value === '') return { kind: 'create' };
  const [word, id = '', holds, contact = '', client = ''] = value.split(':');
  if (word === 'open') return { kind: 'open', key: id };
  if (word === 'vat' && isId(id) && (holds === 'client' || holds === 'contact')) {
    return { kind: 'vat', id: Number(id), holds, contact, client };
  }
  const plain = WORDS.find((one) => one === word);
  if (plain) return { kind: plain };
  const kind = WITH_ID.find((one) => one === word);
  return kind && isId(id) ? { kind, id: Number(id) } : { kind: 'update' };
}

/** A field whose name is unique on its page, for our form components. */
export function fieldState(field: {
  name: string;
  value: string;
  error?: string | null;
  errors?: string[];
}): FieldState {
  const { name, value, error = null } = field;
  const errors = field.errors ?? (error === null ? undefined : [error]);
  const id = name.replace(/[^\w-]/g, '-');
  return {
    id,
    name,
    initialValue: value,
    errors,
    errorId: `${id}-error`,
    descriptionId: `${id}-hint`,
  };
}
