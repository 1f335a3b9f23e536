import { COLUMNS } from '../columns.ts';
import type { TimeUnit } from './values.ts';

/**
 * The kinds of file that come in, told by their headers: ours, the exports of other products, and any
 * other, whose columns a person chooses once.
 */

/** What a column of a file of work can hold for us. */
export const WORK_FIELDS = {
  client: 'Client',
  workType: 'Work type',
  date: 'Date',
  time: 'Time of day',
  endDate: 'End date',
  endTime: 'End time',
  hours: 'Duration in hours',
  minutes: 'Duration in minutes',
  description: 'Description',
  billable: 'Billable',
  rate: 'Hourly rate',
  amount: 'Amount',
  currency: 'Currency',
  invoiced: 'Invoiced',
  invoiceNumber: 'Invoice number',
} as const;
export type WorkField = keyof typeof WORK_FIELDS;

/** What such a file can hold besides, in products that we know. */
type OtherField =
  | 'kind'
  | 'breakType'
  | 'fixedPrice'
  | 'hoursAgain'
  | 'items'
  | 'personEmail'
  | 'person'
  | 'lastName';

/** What of a line can be mended on the page. */
export type Mendable = WorkField | 'items';
export const MENDED_FIELDS: Record<Mendable, string> = { ...WORK_FIELDS, items: 'Hardware items' };

/** Which column, by its place, holds what. */
export type WorkColumns = Partial<Record<WorkField | OtherField, number>>;

/** Whose files they are. */
export const FORMAT_NAMES = {
  'work-logs': 'Work logs',
  clients: 'Clients',
  'work-types': 'Work types',
  harvest: 'Harvest',
  toggl: 'Toggl Track',
  clockify: 'Clockify',
  kimai: 'Kimai',
  chosen: 'Another program',
} as const;
export type FileFormat = keyof typeof FORMAT_NAMES;

/** What a header says: the kind of file, its columns, and what its amounts are in. */
export type Header = WorkHeader | OwnHeader | { format: null; why: string };

/** The header of a file of work. */
export type WorkHeader = {
  format: Exclude<FileFormat, 'clients' | 'work-types'>;
  columns: WorkColumns;
  currency: string | null;
};

/** The header of a file of our clients or work types. */
export type OwnHeader = { format: 'clients' | 'work-types'; columns: Record<string, number> };

/** Whether a header is that of a file of work. */
export function isOfWork(header: Header): header is WorkHeader {
  return header.format !== null && header.format !== 'clients' && header.format !== 'work-types';
}

/** The name of a column, to be compared. */
export function plainName(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

type Product = {
  format: Exclude<FileFormat, 'clients' | 'work-types' | 'chosen'>;
  /** Columns by which the product's files are told. */
  has: string[];
  /** At least one of these. */
  hasOneOf?: string[];
  lacks?: string[];
  /** The column of each field: the first of these that is there. */
  fields: Partial<Record<WorkField | OtherField, string[]>>;
};

const PRODUCTS: readonly Product[] = [
  {
    format: 'work-logs',
    has: ['date', 'client', 'work_type'],
    hasOneOf: ['minutes', 'kind'],
    fields: {
      client: ['client'],
      workType: ['work_type'],
      date: ['date'],
      minutes: ['minutes'],
      kind: ['kind'],
      description: ['description'],
      billable: ['billable'],
      rate: ['hourly_rate'],
      invoiced: ['invoiced'],
      invoiceNumber: ['invoice_number'],
      person: ['logged_by'],
      items: ['hardware_items'],
    },
  },
  {
    format: 'kimai',
    has: ['date', 'from', 'duration', 'customer', 'activity'],
    fields: {
      client: ['customer'],
      workType: ['activity'],
      date: ['date'],
      time: ['from'],
      hours: ['duration'],
      description: ['description'],
      billable: ['billable'],
      rate: ['hourly price', 'hourly rate'],
      amount: ['price', 'rate'],
      fixedPrice: ['fixed price', 'fixed rate'],
      currency: ['currency'],
      personEmail: ['e-mail'],
      person: ['name', 'user'],
    },
  },
  {
    format: 'toggl',
    has: ['client', 'description', 'start date', 'duration'],
    fields: {
      client: ['client'],
      workType: ['task'],
      date: ['start date'],
      time: ['start time'],
      hours: ['duration'],
      description: ['description'],
      billable: ['billable'],
      amount: ['amount'],
      personEmail: ['email'],
      person: ['user', 'member'],
    },
  },
  {
    format: 'clockify',
    has: ['client', 'description', 'start date', 'start time'],
    hasOneOf: ['duration (h)', 'duration (decimal)', 'end time'],
    lacks: ['duration'],
    fields: {
      client: ['client'],
      workType: ['task'],
      date: ['start date'],
      time: ['start time'],
      endDate: ['end date'],
      endTime: ['end time'],
      hours: ['duration (h)', 'duration (decimal)'],
      hoursAgain: ['duration (decimal)'],
      description: ['description'],
      billable: ['billable'],
      rate: ['billable rate'],
      amount: ['billable amount'],
      invoiced: ['invoiced'],
      invoiceNumber: ['invoice id'],
      breakType: ['type'],
      personEmail: ['email'],
      person: ['user'],
    },
  },
  {
    format: 'harvest',
    has: ['date', 'client', 'task', 'hours'],
    fields: {
      client: ['client'],
      workType: ['task'],
      date: ['date'],
      hours: ['hours'],
      description: ['notes'],
      billable: ['billable?'],
      rate: ['billable rate'],
      amount: ['billable amount'],
      currency: ['currency'],
      invoiced: ['invoiced?'],
      person: ['first name'],
      lastName: ['last name'],
    },
  },
];

/** `Billable Rate (EUR)` → `billable rate` and `EUR`; the brackets may be empty. */
function partsOf(name: string): { name: string; currency: string | null } {
  const plain = plainName(name);
  const [, front = plain, currency] = /^(.*(?:amount|rate)) \(([a-z]{0,3})\)$/.exec(plain) ?? [];
  return { name: front, currency: currency ? currency.toUpperCase() : null };
}

/** Reads a header; `kept` are the columns that a person chose for one like it. */
export function readHeader(cells: readonly string[], kept: WorkColumns | null): Header {
  const parts = cells.map(partsOf);
  const names = parts.map(({ name }) => name);
  const product = PRODUCTS.find((one) => fits(one, names));
  const ours = product === undefined ? readOurs(names) : null;
  const columns = product === undefined ? (ours?.columns ?? {}) : columnsOf(product, names);
  // Of two columns that are called the same, nothing says which one is meant; those that are not read may be.
  const twice = Object.values(columns)
    .map((at) => names[at] ?? '')
    .find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (kept !== null && (product === undefined || twice !== undefined)) {
    return { format: 'chosen', columns: kept, currency: null };
  }
  if (twice !== undefined) return { format: null, why: sayTwice(twice) };
  if (product === undefined) return ours ?? { format: null, why: UNKNOWN };
  const currency = parts.map((part) => part.currency).find((code) => code !== null) ?? null;
  return { format: product.format, columns, currency };
}

const sayTwice = (name: string) =>
  `Two columns are called “${name}”. Say which of them holds what.`;

export const UNKNOWN = 'These columns are of no kind that is known. Say what each of them holds.';

function fits({ has, hasOneOf, lacks = [] }: Product, names: readonly string[]): boolean {
  return (
    has.every((name) => names.includes(name)) &&
    (hasOneOf === undefined || hasOneOf.some((name) => names.includes(name))) &&
    !lacks.some((name) => names.includes(name))
  );
}

function columnsOf({ fields }: Product, names: readonly string[]): WorkColumns {
  const columns = Object.entries(fields).map(([field, candidates]) => {
    const name = candidates.find((candidate) => names.includes(candidate));
    return [field, name === undefined ? undefined : names.indexOf(name)];
  });
  return Object.fromEntries(columns.filter(([, at]) => at !== undefined)) as WorkColumns;
}

function readOurs(names: readonly string[]): OwnHeader | null {
  const format = names.includes('standard_rate')
    ? 'clients'
    : names.includes('hourly_rate') && !names.includes('client')
      ? 'work-types'
      : null;
  if (format === null || !names.includes('name')) return null;
  const known = Object.keys(COLUMNS[format]);
  const found = known.filter((name) => names.includes(name));
  return {
    format,
    columns: Object.fromEntries(found.map((name) => [name, names.indexOf(name)])),
  };
}

/** The unit of a plain number in the column that says how long it took. */
export function unitOf(columns: WorkColumns): TimeUnit {
  return columns.hours === undefined ? 'minutes' : 'hours';
}

const USUAL_NAMES: Record<WorkField, RegExp> = {
  client: /^(client|customer|kunde|kunden|client name)$/,
  workType: /^(task|activity|work type|work_type|service|tätigkeit|aktivität|aufgabe)$/,
  date: /^(date|day|start date|datum)$/,
  time: /^(time|start time|from|start|von)$/,
  endDate: /^(end date|enddatum)$/,
  endTime: /^(end time|to|end|bis)$/,
  hours: /^(hours|duration|duration \(h\)|duration \(decimal\)|time spent|dauer|stunden|zeit)$/,
  minutes: /^(minutes|mins|minuten)$/,
  description: /^(notes?|description|beschreibung|notizen|comment)$/,
  billable: /^(billable\??|abrechenbar)$/,
  rate: /^(hourly rate|hourly_rate|rate|billable rate|hourly price|stundensatz)$/,
  amount: /^(amount|billable amount|price|betrag|preis)$/,
  currency: /^(currency|währung)$/,
  invoiced: /^(invoiced\??|abgerechnet)$/,
  invoiceNumber: /^(invoice number|invoice_number|invoice id|invoice)$/,
};

/** What the columns of an unknown header may be, for a person to look at; never used by itself. */
export function proposeColumns(cells: readonly string[]): WorkColumns {
  const names = cells.map((cell) => partsOf(cell).name);
  const columns = Object.entries(USUAL_NAMES).map(([field, pattern]) => [
    field,
    names.findIndex((name) => pattern.test(name)),
  ]);
  return Object.fromEntries(columns.filter(([, at]) => Number(at) >= 0)) as WorkColumns;
}

/** What a choice of columns still lacks, as a sentence; null when it is whole. */
export function lackOf(columns: WorkColumns): string | null {
  if (columns.client === undefined) return 'Say which column has the client.';
  if (columns.workType === undefined) return 'Say which column has the work type.';
  if (columns.date === undefined) return 'Say which column has the date.';
  const hasEnd = columns.time !== undefined && columns.endTime !== undefined;
  if (columns.hours === undefined && columns.minutes === undefined && !hasEnd) {
    return 'Say which column has the duration.';
  }
  return null;
}
