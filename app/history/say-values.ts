import { formatListDateTime } from '../lib/calendar.ts';
import { formatDuration } from '../lib/duration.ts';
import { shorten } from '../lib/shorten.ts';
import type { Contents } from './history.ts';
import { isItem, sayItem } from './say-items.ts';

/** What people call the fields of records; a field that is not here goes by its own name. */
const LABELS: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  contactPerson: 'Contact person',
  standardRate: 'Standard rate',
  premiumRate: 'Premium rate',
  discountedRate: 'Discounted rate',
  billingStep: 'Rounded to, minutes',
  billingRounding: 'Rounded',
  billingPer: 'Rounded what',
  invoicePer: 'Invoices',
  poNumber: 'PO number',
  notes: 'Notes',
  xeroContacts: 'Contact in Xero',
  hourlyRate: 'Rate',
  estimatedHourlyRate: 'Rate',
  totalAmount: 'Amount',
  totalHours: 'Hours',
  isHardware: 'Hardware',
  isActive: 'Active',
  duration: 'Duration',
  description: 'Description',
  taskName: 'Task',
  projectName: 'Project',
  billable: 'Billable',
  position: 'Place',
  project: 'Project',
  label: 'Label',
  words: 'Words',
  archive: 'Archive',
  date: 'Date',
  client: 'Client',
  workType: 'Work type',
  hardwareItems: 'Items',
  xeroInvoiceNumber: 'Invoice number',
  firstName: 'First name',
  lastName: 'Last name',
  profileImageUrl: 'Picture',
  issuer: 'Identity provider',
  subject: 'Name at the identity provider',
  status: 'Status',
  currency: 'Currency',
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
};

/** Fields that say nothing to people, or that another one says better. */
const UNSAID = new Set([
  'id',
  'clientId',
  'workTypeId',
  'isClientSuggested',
  'isWorkTypeSuggested',
  'workLogId',
  'xeroInvoiceId',
  'todoistTaskId',
]);

const MONEY = /(Rate|Amount|Price)$/;

/** A field that changed, in people's words. */
export type SaidChange = { label: string; from: string; to: string };

/** The longest text of a value that is shown, in characters. */
const MAX_LENGTH = 200;

/** What is said where there is no value. */
export const NOTHING = '–';

/** How much of what stayed is shown before a change far into a long text, in characters. */
const LEAD = 40;

/** A value as people say it, in full; `–` for none. `other` is the value on the other side of the change. */
function sayValue(name: string, value: unknown, other: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'duration' && typeof value === 'number') return formatDuration(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (name === 'week.target') return formatDuration(Number(value));
    if (MONEY.test(name)) return `£${value}`;
    if (name === 'date' || name === 'completedAt') {
      return formatListDateTime(new Date(value), timeZone);
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

/** A part of a record, such as a client's contact. */
function sayPart(part: unknown): string {
  if (typeof part === 'string') return part;
  const { contactName, name } = (part ?? {}) as Record<string, string | undefined>;
  return contactName ?? name ?? JSON.stringify(part);
}

/** What changed, field by field; `before` holds only what changed. */
export function sayChanges(before: Contents, after: Contents, timeZone: string): SaidChange[] {
  return Object.keys(before)
    .filter((name) => !UNSAID.has(name))
    .map((name) => {
      const was = sayValue(name, before[name], after[name], timeZone);
      const is = sayValue(name, after[name], before[name], timeZone);
      return { label: LABELS[name] ?? name, ...shortenBoth(was, is) };
    });
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
