import { formatBritishDay, formatBritishMoment, isDay } from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { inCurrency, poundsOf } from '../lib/money.ts';
import { labelsOf } from '../lib/record-fields.ts';
import { shorten } from '../lib/shorten.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';
import { WORK_TYPE_FIELDS } from '../records/work-type-fields.ts';
import type { Contents } from './history.ts';

const LABELS: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  xeroContacts: 'Contact in Xero',
  hourlyRate: 'Rate',
  estimatedHourlyRate: 'Rate',
  totalAmount: 'Amount',
  includedVat: 'VAT in it',
  net: 'Net',
  vat: 'VAT',
  amountDue: 'Outstanding',
  amountPaid: 'Paid',
  amountCredited: 'Credited',
  totalHours: 'Hours',
  isHardware: 'Hardware',
  isActive: 'Active',
  duration: 'Duration',
  description: 'Description',
  taskName: 'Task',
  completedAt: 'Completed',
  labels: 'Labels',
  projectName: 'Project',
  sectionName: 'Section',
  billable: 'Billable',
  position: 'Place',
  project: 'Project',
  label: 'Label',
  words: 'Words',
  archive: 'Archive',
  date: 'Date',
  startedAt: 'Started',
  endedAt: 'Ended',
  client: 'Client',
  workType: 'Work type',
  job: 'Job',
  poNumber: 'PO number',
  budgetHours: 'Budget, hours',
  isOpen: 'Open',
  hardwareItems: 'Items',
  xeroInvoiceNumber: 'Invoice number',
  isInvoiced: 'Invoiced',
  firstName: 'First name',
  lastName: 'Last name',
  profileImageUrl: 'Picture',
  issuer: 'Identity provider',
  subject: 'Name at the identity provider',
  status: 'Status',
  currency: 'Currency',
  state: 'State',
  reference: 'Reference',
  message: 'Message',
  month: 'Month',
  year: 'Year',
  firstMonth: 'First month',
  discount: 'Discount',
  issuedDay: 'Dated',
  dueDay: 'Due',
  paidDay: 'Paid on',
  'todoist.token': 'Todoist token',
  'todoist.schedule': 'Automatic import',
  'todoist.people': 'Whose completed tasks are imported',
  'ai.key': 'AI key',
  'ai.prompt': 'AI instructions',
  'invoices.template': 'Invoice template',
  'week.target': 'Target of a working day',
  'xero.connection': 'Connection to Xero',
  'xero.organisation': 'Xero organisation',
  'xero.accountCode': 'Account of invoice lines',
  'xero.timeTaxCode': 'VAT of time',
  'xero.vatChanges': 'Changes of VAT',
};

/** Of a kind of record, what is called otherwise than elsewhere, or is only there. */
const OF_KIND: Record<string, Record<string, string>> = {
  client: labelsOf(CLIENT_FIELDS),
  'work-type': labelsOf(WORK_TYPE_FIELDS),
};

/** What people call a field of a kind of record; one that has no name goes by its own. */
function labelOf(kind: string, name: string): string {
  return OF_KIND[kind]?.[name] ?? LABELS[name] ?? name.replace(/^webhook:/, 'Webhook ');
}

const UNSAID = new Set([
  'id',
  'clientId',
  'workTypeId',
  'jobId',
  'isClientSuggested',
  'isWorkTypeSuggested',
  'workLogId',
  'xeroInvoiceId',
  'todoistTaskId',
  'source',
  'sourceId',
  'ledgerUpdatedAt',
  'creditNotes',
]);

const MONEY = /(Rate|Amount|Price)$|^(net|vat|includedVat|amount(Due|Paid|Credited))$/;

type Item = Record<string, unknown>;

/** The details that an item's plain words leave out, and how each is said. */
const DETAILS: [name: string, say: (value: unknown) => string][] = [
  ['description', (value) => (value === '' ? 'no description' : `“${String(value)}”`)],
  ['vatIncluded', (value) => (value === true ? 'VAT included' : 'VAT added')],
  ['vatRate', (value) => `${String(value)}% VAT`],
  ['taxCode', String],
];

function isItem(part: unknown): part is Item {
  return typeof part === 'object' && part !== null && 'itemName' in part;
}

/** `2 × Patch cable at £10.00`. */
function sayPlainly({ itemName, quantity, unitPrice }: Item): string {
  return `${String(quantity)} × ${String(itemName)} at ${poundsOf(String(unitPrice))}`;
}

/** An item in a change, with the details that differ on the other side and that its plain words hide. */
function sayItem(item: Item, others: unknown[]): string {
  const plain = sayPlainly(item);
  const there = others.filter(isItem);
  // An item that was deleted and entered again has another id, and may read the same.
  const other =
    there.find(({ id }) => id === item.id) ?? there.find((one) => sayPlainly(one) === plain);
  if (other === undefined) return plain;
  const details = DETAILS.filter(([name]) => item[name] !== other[name]);
  if (details.length === 0) return plain;
  return `${plain} (${details.map(([name, say]) => say(item[name])).join(', ')})`;
}

/** A field that changed, in people's words. */
export type SaidChange = { label: string; from: string; to: string };

/** The longest text of a value that is shown, in characters. */
const MAX_LENGTH = 200;

/** What is said where there is no value. */
export const NOTHING = '–';

/** How much of what stayed is shown before a change far into a long text, in characters. */
const LEAD = 40;

/** One side of a change: the time zone of its times, and the currency of its amounts. */
type Side = { timeZone: string; currency: string | null };

/** A value as people say it, in full; `–` for none. `other` is the value on the other side of the change. */
function sayValue(name: string, value: unknown, other: unknown, side: Side): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'duration' && typeof value === 'number') return formatDuration(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (name === 'week.target') return formatDuration(Number(value));
    if (MONEY.test(name)) return inCurrency(poundsOf(value), side.currency);
    if (name.endsWith('Day') && isDay(value)) return formatBritishDay(value);
    if (name === 'date' || name === 'completedAt') {
      return formatBritishMoment(new Date(value), side.timeZone);
    }
    if (name === 'status' || name === 'state') return value.replaceAll('_', ' ');
    return value.replace(/\s+/g, ' ');
  }
  if (Array.isArray(value)) {
    const others: unknown[] = Array.isArray(other) ? other : [];
    const said = value.map((part) => (isItem(part) ? sayItem(part, others) : sayPart(part)));
    return said.length === 0 ? NOTHING : said.join(', ');
  }
  return sayPart(value);
}

function sayPart(part: unknown): string {
  if (typeof part === 'string') return part;
  const said = (part ?? {}) as Record<string, string | undefined>;
  const { contactName, vatKeptOver, name, from, oldRate, newRate } = said;
  if (from && oldRate && newRate)
    return `from ${formatBritishDay(from)} ${newRate}, not ${oldRate}`;
  if (contactName && vatKeptOver) return `${contactName} (the client’s VAT, not ${vatKeptOver})`;
  return contactName ?? name ?? JSON.stringify(part);
}

/** What changed of a kind of record, field by field; `before` holds only what changed. */
export function sayChanges(
  kind: string,
  before: Contents,
  after: Contents,
  timeZone: string,
): SaidChange[] {
  const currencyOf = ({ currency }: Contents) => (typeof currency === 'string' ? currency : null);
  const is = { timeZone, currency: currencyOf(after) };
  const was = { timeZone, currency: currencyOf(before) ?? is.currency };
  return Object.keys(before)
    .filter((name) => !UNSAID.has(name))
    .map((name) => {
      const from = sayValue(name, before[name], after[name], was);
      const to = sayValue(name, after[name], before[name], is);
      const label = labelOf(kind, name);
      const short = shortenBoth(from, to);
      return from === to
        ? { label, from: short.from, to: `${short.to} (${unseen(name, after[name])})` }
        : { label, ...short };
    });
}

/** What changed in a value that reads the same as before. */
function unseen(name: string, value: unknown): string {
  if (name === 'date' || name === 'completedAt') return 'within the same minute';
  if (typeof value === 'string') return 'only spaces or line breaks changed';
  const isOfItems = Array.isArray(value) && value.some(isItem);
  return isOfItems ? 'entered again' : 'another one of the same name';
}

/** What was and what is, short; of long texts that begin alike from shortly before they differ. */
function shortenBoth(was: string, is: string): Pick<SaidChange, 'from' | 'to'> {
  let same = 0;
  while (same < was.length && was[same] === is[same]) same += 1;
  const isCut = Math.max(was.length, is.length) > MAX_LENGTH;
  const start = isCut && was !== is && same > MAX_LENGTH / 2 ? same - LEAD : 0;
  const part = (text: string) => {
    const rest = start === 0 ? text : `…${text.slice(start).replace(/^[\uDC00-\uDFFF]/, '')}`;
    return shorten(rest, MAX_LENGTH);
  };
  return { from: part(was), to: part(is) };
}
