import { COLUMNS } from '../../columns.ts';
import { readDueIn } from '../../../lib/due-in.ts';
import { plainCell } from './values.ts';
import {
  FORMAT_NAMES,
  type FileFormat,
  type WorkColumns,
  type WorkField,
  columnsOf,
  productOf,
  type Product,
  WORK_FIELDS,
} from './products.ts';

/**
 * The kinds of file that come in, told by their headers: ours, other products', and any whose columns a person chose.
 */

/** What a header says: the kind of file, its columns, and what its amounts are in. */
export type Header = WorkHeader | OwnHeader | { format: null; why: string };

/** The header of a file of work. */
export type WorkHeader = {
  format: Exclude<FileFormat, OwnHeader['format']>;
  columns: WorkColumns;
  currency: string | null;
};

type OwnHeader = {
  format: 'clients' | 'client-list' | 'work-types';
  columns: Record<string, number[]>;
};

/** Whether a kind of file is one of clients. */
export const isOfClients = (format: string | null) =>
  format === 'clients' || format === 'client-list';

/** Whether a kind of file is one of clients or work types. */
export const isOfRecords = (format: string | null) =>
  isOfClients(format) || format === 'work-types';

/** Whether a header is that of a file of work. */
export function isOfWork(header: Header): header is WorkHeader {
  return header.format !== null && !isOfRecords(header.format);
}

/** Whether a header of one cell names a list of names, so that nothing is missing beside it. */
export const isOfNames = (header: readonly string[]) => isClientList(header.map(plainName));

/** The name of a column, to be compared. */
export function plainName(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

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
  const product = productOf(names);
  const ours = product === undefined ? readOurs(names) : null;
  const columns = product === undefined ? {} : columnsOf(product, names);
  // Of two columns that are called the same, nothing says which one is meant; those that are not read may be.
  const twice = [...Object.values(columns), ...Object.values(ours?.columns ?? {}).flat()]
    .map((at) => names[at] ?? '')
    .find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  const unread = product && unreadIn(columns, cells, names);
  const why = twice === undefined ? unread && sayUnread(product, unread) : sayTwice(twice);
  if (kept?.clientsIn !== undefined) return listOf(names, kept.clientsIn);
  if (kept !== null && (product === undefined || why !== undefined)) {
    return { format: 'chosen', columns: kept, currency: null };
  }
  if (why !== undefined) return { format: null, why };
  if (product === undefined && ours === null && isClientList(names)) return listOf(names);
  if (product === undefined) return ours ?? { format: null, why: UNKNOWN };
  const currency = parts.map((part) => part.currency).find((code) => code !== null) ?? null;
  const { format } = product;
  const isChosen = kept !== null && isChoosable(format);
  return { format, columns: isChosen ? chosenOver(columns, kept) : columns, currency };
}

/** Whether a person may choose what the columns of such a file hold: not of ours. */
export const isChoosable = (format: FileFormat) =>
  !['work-logs', 'work-types', 'clients', 'client-list'].includes(format);

/** The columns that a person chose for a product's file, with those that nobody is asked about. */
function chosenOver(columns: WorkColumns, kept: WorkColumns): WorkColumns {
  const chosen = new Set(Object.values(kept));
  const others = Object.entries(columns).filter(
    ([field, at]) => !Object.hasOwn(WORK_FIELDS, field) && !chosen.has(at),
  );
  return { ...Object.fromEntries(others), ...kept };
}

const listOf = (names: readonly string[], at: number | null = null): OwnHeader => ({
  format: 'client-list',
  columns: clientColumns(names, at),
});

const sayTwice = (name: string) => `Two columns are called “${name}”. Choose what each one holds.`;

const sayUnread = ({ format }: Product, column: string) =>
  `This file looks like one of ${FORMAT_NAMES[format]}, which has no column “${column}”. Choose what each column holds.`;

/** What changes a log's worth or what is said of it, and so is not passed over. */
const NOT_PASSED_OVER = [
  'minutes',
  'description',
  'billable',
  'rate',
  'amount',
  'currency',
  'invoiced',
  'invoiceNumber',
] as const;

/** A column that a product's files do not have, though by its name it holds what they lack: another program's, by chance alike. */
function unreadIn(
  columns: WorkColumns,
  cells: readonly string[],
  names: readonly string[],
): string | undefined {
  const read = new Set(Object.values(columns));
  const hasMoney = columns.rate !== undefined || columns.amount !== undefined;
  const lacking = NOT_PASSED_OVER.filter((field) => {
    if (field === 'rate' || field === 'amount') return !hasMoney;
    return columns[field] === undefined;
  });
  const at = names.findIndex(
    (name, place) => !read.has(place) && lacking.some((field) => USUAL_NAMES[field].test(name)),
  );
  const isWhole = columns.billable !== undefined && columns.invoiced !== undefined;
  return (cells[at] ?? (isWhole ? [] : listUnreadBilling(cells, columns))[0])?.trim();
}

const UNKNOWN = 'These columns are not from a known program. Choose what each one holds.';

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
    columns: Object.fromEntries(found.map((name) => [name, [names.indexOf(name)]])),
  };
}

const USUAL_NAMES: Record<WorkField, RegExp> = {
  client: /^(client|customer|kunde|kunden|client name|cliente|klant)$/,
  workType: /^(task|activity|work type|work_type|service|tätigkeit|aktivität|aufgabe)$/,
  date: /^(date|day|start date|datum)$/,
  time: /^(time|start time|from|start|von)$/,
  endDate: /^(end date|enddatum)$/,
  endTime: /^(end time|to|end|bis)$/,
  hours:
    /^(hours|duration|duration \(h\)|duration \(decimal\)|time spent|dauer|stunden|zeit|logged hours|total hours|time \(h\))$/,
  minutes: /^(minutes|mins|minuten)$/,
  description: /^(notes?|description|beschreibung|notizen|comment)$/,
  billable:
    /^(billable|abrechenbar|verrechenbar|fakturierbar|facturable|fa[ck]tureerbaar|declarabel)\??$/,
  rate: /^(hourly rate|hourly_rate|rate|billable rate|hourly price|stundensatz)$/,
  amount: /^(amount|billable amount|price|betrag|preis)$/,
  currency: /^(currency|währung)$/,
  invoiced:
    /^(invoiced|billed|abgerechnet|verrechnet|fakturiert|facturée?|facturad[oa]|gefa[ck]tureerd)\??$/,
  invoiceNumber: /^(invoice number|invoice_number|invoice id|invoice)$/,
  person: /^(user|member|person|employee|logged by|logged_by|benutzer|mitarbeiter)$/,
  project: /^(project|projekt|projet|proyecto)$/,
  projectCode: /^project (code|number)$/,
  tags: /^(tags?|labels?)$/,
  link: /^(external reference url|issue (url|link)|task link|link|url)$/,
  sourceId: /^((time )?entry id|timesheet id|id)$/,
};

/** What the columns of an unknown header may be, for a person to look at; never used by itself. */
export function proposeColumns(cells: readonly string[]): WorkColumns {
  const names = cells.map((cell) => partsOf(cell).name);
  const columns = Object.entries(USUAL_NAMES).map(([field, pattern]) => [
    field,
    names.findIndex((name) => pattern.test(name)),
  ]);
  const found = Object.fromEntries(columns.filter(([, at]) => Number(at) >= 0)) as WorkColumns;
  // Of a start alone both may stand in it.
  return { ...(found.time === undefined ? {} : { date: found.time }), ...found };
}

const SAYS_BILLED =
  /\b(?:un|non)?(?:billed|billable|invoiced)\b|abgerechnet|abrechenbar|verrechnet|verrechenbar|fakturier|faktureer|factur(?:é|ad|abl|er|ar|eer)|declarabel/;
const SAYS_HOW_MUCH =
  /\b(?:rate|amount|hours|betrag|stunden|satz|stundensatz|montant|taux|heures|importe|tarifa|horas|bedrag|tarief|uren)\b/;

/** The columns that perhaps say whether a line was billed or is to be, and are not read. */
export function listUnreadBilling(header: readonly string[], columns: WorkColumns): string[] {
  const read = new Set(Object.values(columns));
  return header.filter((cell, at) => {
    const name = plainName(cell);
    return !read.has(at) && SAYS_BILLED.test(name) && !SAYS_HOW_MUCH.test(name);
  });
}

/** What a choice of columns still lacks, as a sentence; null when it is whole. */
export function lackOf(columns: WorkColumns): string | null {
  if (columns.clientsIn !== undefined) return null;
  const { client, workType, project, tags } = columns;
  if ((client ?? project) === undefined) return 'Choose the column with the client.';
  if ((workType ?? project ?? tags) === undefined) return 'Choose the column with the work type.';
  if (columns.date === undefined) return 'Choose the column with the date.';
  // The time of day of the start may stand in the column of its date.
  const { hours, minutes, endTime } = columns;
  if (hours === undefined && minutes === undefined && endTime === undefined) {
    return 'Choose the column with the duration.';
  }
  return null;
}

/** Our columns, each with what holds it there: the first of these whose columns are all there. Several are joined. */
const FIELDS = {
  name: '*contactname|contactname|client name|client|customer name|customer|company name|company|name',
  email: 'emailaddress|email|e-mail|email address',
  contact_person: 'firstname+lastname|first name+last name|contact person|contact name|contact',
  reference: 'accountnumber|account number|reference',
  due_in: 'duedatesalesday+duedatesalesterm',
  notes: 'notes|note',
};

/** What else a list of people and firms has, and no list of work. */
const BESIDE =
  /^(?:(?:(?:office|mobile|work|home) )?(?:phone|telephone|mobile|fax)(?: number)?|first name|last name|title|(?:street )?address(?: line)?(?: ?\d)?|street|city|town|county|region|state|post ?code|zip(?: code)?|country|website|currency|vat number|tax number|invoice email default)$/;

/** Which columns of a header hold ours, by place. `name`: where a person chose which one has the names. */
function clientColumns(names: readonly string[], name: number | null): Record<string, number[]> {
  const columns = Object.entries(FIELDS).flatMap(([field, candidates]) => {
    const places = candidates
      .split('|')
      .map((ones) => ones.split('+').map((one) => names.indexOf(one)));
    const found = places.find((ats) => ats.every((at) => at >= 0 && at !== name));
    return found === undefined ? [] : [[field, found] as const];
  });
  return { ...Object.fromEntries(columns), ...(name === null ? {} : { name: [name] }) };
}

/** Whether a header is one of a list of clients: of Xero's contacts, or one that has nothing but what such lists have. */
function isClientList(names: readonly string[]): boolean {
  const columns = clientColumns(names, null);
  if (columns.name === undefined) return false;
  // Xero's files of invoices name contacts, too.
  if (names.includes('contactname') || names.includes('*contactname')) {
    return !names.some((name) => name.endsWith('invoicenumber'));
  }
  const known = new Set(Object.values(columns).flat());
  return names.every((name, at) => known.has(at) || name === '' || BESIDE.test(name));
}

const AFTER_INVOICE =
  /^(\d{1,3}) ?(?:days after|daysafterbilldate|days? ?(?:\(s\))? after the (?:invoice|bill) date)$/;
const NEXT_MONTH = /^(\d{1,2}) ?(?:(?:of(?: the)?)? ?following month|offollowingmonth)$/;

/** Payment terms as another program writes them, such as `20 Following Month`, as our form has them; null: it has none. */
export function readTerms(text: string): string | null {
  const plain = plainCell(text).toLowerCase();
  const [, days] = AFTER_INVOICE.exec(plain) ?? [];
  const [, day] = NEXT_MONTH.exec(plain) ?? [];
  const said = days ? `${days} days` : day ? `day ${day} of next month` : plain;
  return readDueIn(said) === null ? null : said;
}
