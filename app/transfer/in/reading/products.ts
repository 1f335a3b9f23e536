/** A product whose files come in. */
export type Product = {
  format: Exclude<FileFormat, 'clients' | 'client-list' | 'work-types' | 'chosen'>;
  /** Columns by which the files of the product are told; of names with `|` between, one. */
  has: string[];
  lacks?: string[];
  /** The column of each field: the first of these that is there. */
  fields: Partial<Record<WorkField | OtherField, string[]>>;
};

/** What a line is known by where it comes from, hours that its account rounds beside those worked, and what all have alike. */
const AS_KNOWN_THERE = {
  client: ['client'],
  description: ['description'],
  billable: ['billable'],
  currency: ['currency'],
  sourceId: ['id', 'time entry id', 'entry id'],
  project: ['project'],
  projectCode: ['project code', 'project number'],
  tags: ['tags', 'tag'],
  link: ['external reference url', 'issue url', 'task link', 'issue link', 'link', 'url'],
  hoursRounded: ['hours rounded', 'rounded hours', 'duration rounded', 'rounded duration'],
};

const PRODUCTS: readonly Product[] = [
  {
    format: 'work-logs',
    has: ['date', 'client', 'work_type', 'minutes|kind'],
    fields: {
      ownId: ['id'],
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
      job: ['job'],
      total: ['total'],
    },
  },
  {
    format: 'kimai',
    has: ['date', 'from', 'duration', 'customer', 'activity'],
    fields: {
      ...AS_KNOWN_THERE,
      client: ['customer'],
      workType: ['activity'],
      date: ['date'],
      time: ['from'],
      endTime: ['to'],
      hours: ['duration'],
      rate: ['hourly price', 'hourly rate'],
      amount: ['price', 'rate'],
      fixedPrice: ['fixed price', 'fixed rate'],
      personEmail: ['e-mail'],
      person: ['name', 'user'],
    },
  },
  {
    format: 'toggl',
    has: ['client|project', 'description', 'start date', 'duration'],
    fields: {
      ...AS_KNOWN_THERE,
      workType: ['task'],
      date: ['start date'],
      time: ['start time'],
      endDate: ['end date', 'stop date'],
      endTime: ['end time', 'stop time'],
      hours: ['duration'],
      amount: ['amount'],
      personEmail: ['email'],
      person: ['user', 'member'],
    },
  },
  {
    format: 'clockify',
    has: [
      ...['client|project', 'description', 'start date', 'start time'],
      'duration (h)|duration (decimal)|end time',
    ],
    lacks: ['duration'],
    fields: {
      ...AS_KNOWN_THERE,
      workType: ['task', 'activity'],
      date: ['start date'],
      time: ['start time'],
      endDate: ['end date'],
      endTime: ['end time'],
      hours: ['duration (h)', 'duration (decimal)'],
      hoursAgain: ['duration (decimal)'],
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
      ...AS_KNOWN_THERE,
      workType: ['task'],
      date: ['date'],
      hours: ['hours'],
      description: ['notes'],
      billable: ['billable?'],
      rate: ['billable rate'],
      amount: ['billable amount'],
      invoiced: ['invoiced?'],
      person: ['first name'],
      lastName: ['last name'],
    },
  },
];

/** The product whose files have a header like this one. */
export function productOf(names: readonly string[]): Product | undefined {
  const hasOne = (ones: string) => ones.split('|').some((name) => names.includes(name));
  return PRODUCTS.find(({ has, lacks = [] }) => has.every(hasOne) && !lacks.some(hasOne));
}

/** Which column of its header holds what, by the names of all columns. */
export function columnsOf({ fields }: Product, names: readonly string[]): WorkColumns {
  const columns = Object.entries(fields).map(([field, candidates]) => [
    field,
    candidates.map((name) => names.indexOf(name)).find((at) => at >= 0),
  ]);
  return Object.fromEntries(columns.filter(([, at]) => at !== undefined)) as WorkColumns;
}

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
  project: 'Project',
  projectCode: 'Project code',
  tags: 'Tags',
  link: 'Link',
  sourceId: 'Id of the line',
} as const;
export type WorkField = keyof typeof WORK_FIELDS;

/** What such a file can hold besides, in products that we know. */
type OtherField =
  | 'ownId'
  | 'kind'
  | 'breakType'
  | 'fixedPrice'
  | 'hoursAgain'
  | 'hoursRounded'
  | 'items'
  | 'job'
  | 'total'
  | 'personEmail'
  | 'lastName'
  /** Where a person said that it is a list of clients: the column with their names. */
  | 'clientsIn';

type Mendable = WorkField | 'items';
const NOT_MENDED = [
  ...['endDate', 'endTime', 'currency', 'invoiced', 'invoiceNumber'],
  ...['person', 'project', 'projectCode', 'tags', 'link', 'sourceId'],
];

/** What of a line can be mended on the page, in the order of its fields there. */
export const MENDED_FIELDS = Object.entries({ ...WORK_FIELDS, items: 'Hardware items' }).filter(
  ([field]) => !NOT_MENDED.includes(field),
) as [Mendable, string][];

/** Which column, by its place, holds what. */
export type WorkColumns = Partial<Record<WorkField | OtherField, number>>;

/** Whose files they are. */
export const FORMAT_NAMES = {
  'work-logs': 'Work logs',
  clients: 'Clients',
  'client-list': 'Clients of another program',
  'work-types': 'Work types',
  harvest: 'Harvest',
  toggl: 'Toggl Track',
  clockify: 'Clockify',
  kimai: 'Kimai',
  chosen: 'Another program',
} as const;
export type FileFormat = keyof typeof FORMAT_NAMES;
