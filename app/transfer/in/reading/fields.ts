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
  person: 'Logged by',
} as const;
export type WorkField = keyof typeof WORK_FIELDS;

/** What such a file can hold besides, in products that we know. */
export type OtherField =
  | 'ownId'
  | 'kind'
  | 'breakType'
  | 'fixedPrice'
  | 'hoursAgain'
  | 'items'
  | 'personEmail'
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
