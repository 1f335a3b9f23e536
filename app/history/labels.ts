import { labelsOf } from '../lib/record-fields.ts';
import { CLIENT_FIELDS } from '../records/client-fields.ts';

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
  amountDue: 'Still to be paid',
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
};

/** Of a kind of record, what is called otherwise than elsewhere, or is only there. */
const OF_KIND: Record<string, Record<string, string>> = { client: labelsOf(CLIENT_FIELDS) };

/** What people call a field of a kind of record; one that has no name goes by its own. */
export function labelOf(kind: string, name: string): string {
  return OF_KIND[kind]?.[name] ?? LABELS[name] ?? name;
}

/** Fields that say nothing to people, or that another one says better. */
export const UNSAID = new Set([
  'id',
  'clientId',
  'workTypeId',
  'isClientSuggested',
  'isWorkTypeSuggested',
  'workLogId',
  'xeroInvoiceId',
  'todoistTaskId',
  'ledgerUpdatedAt',
  'creditNotes',
]);

/** Fields that hold an amount. */
export const MONEY = /(Rate|Amount|Price)$|^(net|vat|includedVat|amount(Due|Paid|Credited))$/;
