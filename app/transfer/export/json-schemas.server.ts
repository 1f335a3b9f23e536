import { getTableColumns, type Column } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { clients, workTypes, type Client, type WorkType } from '#db/schema.ts';
import { BILLING_STEPS, INVOICE_STATUSES, PENDING_STATUSES, TAX_CODES } from '#db/words.ts';
import type { FieldsOf } from '../../lib/record-fields.ts';
import { CLIENT_FIELDS } from '../../records/client-fields.ts';
import { WORK_TYPE_FIELDS } from '../../records/work-type-fields.ts';
import { toClientView } from '../../clients/clients.server.ts';
import { toEntryView } from '../../history/history.ts';
import { toOneInvoiceView } from '../../invoices/one/explained-invoice.server.ts';
import { toJobView } from '../../jobs/jobs.ts';
import { toPendingView } from '../../pending-work-logs/pending-work-logs.ts';
import { toWorkLogView } from '../../work-logs/work-logs.ts';
import { toWorkTypeView } from '../../work-types/work-types.ts';
import { RECORDS, type Pages, type Read, type RecordServices } from './files.server.ts';

/** What the records of the archive's JSON files are: those of the API. */

const id = z.int().min(1).describe('Unique within its kind');
const pounds = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .describe('Pounds, two decimals');
const instant = z.iso.datetime().describe('An instant in UTC');
const day = z.iso.date();
const minutes = z.int().min(0).describe('Minutes');
const named = z.strictObject({ name: z.string() });
const text = z.string();

const hardwareItem = z.strictObject({
  id,
  itemName: text,
  description: text,
  quantity: z.number().min(0.0001).describe('At most four decimals'),
  unitPrice: text.regex(/^\d+\.\d{2,4}$/).describe('Pounds, two to four decimals'),
  totalPrice: pounds.describe('Quantity times unit price'),
  vatIncluded: z.boolean(),
  vatRate: z.number().describe('Per cent'),
  taxCode: z.enum(TAX_CODES),
});

const workLog = z.strictObject({
  id,
  clientId: id,
  workTypeId: id,
  jobId: id.nullable(),
  client: named,
  workType: named,
  job: named.nullable(),
  isHardware: z.boolean(),
  duration: minutes,
  description: text,
  hourlyRate: pounds,
  totalAmount: pounds,
  billable: z.boolean(),
  date: instant,
  startedAt: instant.nullable().describe('When the work began, where that is known'),
  endedAt: instant.nullable(),
  isInvoiced: z.boolean(),
  xeroInvoiceId: text.nullable(),
  xeroInvoiceNumber: text.nullable(),
  loggedById: id.nullable(),
  loggedBy: text.nullable(),
  hardwareItems: z.array(hardwareItem),
});

/** The fields of a record as its columns hold them; `others` says more of some. */
function recordOf<Row>(table: SQLiteTable, fields: FieldsOf<Row>, others: z.ZodRawShape) {
  const columns = getTableColumns(table);
  const shape = Object.keys(fields).map((name) => {
    const amount = columns[`${name}Pence`];
    const column = amount ?? columns[name];
    const value = amount ? pounds : column ? valueOf(column) : z.never();
    return [name, column?.notNull === false ? value.nullable() : value];
  });
  return z.strictObject({ id, ...(Object.fromEntries(shape) as z.ZodRawShape), ...others });
}

function valueOf({ enumValues, dataType }: Column): z.ZodType {
  if (enumValues && enumValues.length > 0) return z.enum(enumValues);
  if (dataType === 'boolean') return z.boolean();
  return dataType === 'number' ? z.int() : text;
}

const client = recordOf<Client>(clients, CLIENT_FIELDS, {
  billingStep: z.literal([...BILLING_STEPS]).describe('Minutes that billed time is rounded to'),
});

const job = z.strictObject({
  id,
  clientId: id,
  name: text,
  poNumber: text.nullable(),
  hourlyRate: pounds.nullable(),
  budgetHours: z.number().nullable().describe('Hours'),
  isOpen: z.boolean().describe('False: done, so not offered any more'),
});

const workType = recordOf<WorkType>(workTypes, WORK_TYPE_FIELDS, {
  isActive: z.boolean().describe('False: deleted, and kept for the logs that use it'),
});

const pendingWorkLog = z.strictObject({
  id,
  source: text.nullable().describe('The program that told of it; null: Todoist'),
  sourceId: text.nullable(),
  taskName: text,
  description: text,
  projectName: text.nullable(),
  sectionName: text.nullable(),
  labels: z.array(text),
  completedAt: instant,
  duration: minutes.nullable(),
  clientId: id.nullable(),
  client: named.nullable(),
  workTypeId: id.nullable(),
  workType: named.nullable(),
  jobId: id.nullable(),
  job: named.nullable(),
  isClientSuggested: z.boolean(),
  isWorkTypeSuggested: z.boolean(),
  suggested: z.array(text).describe('The fields whose values are only suggested'),
  suggestionReasons: z.record(text, z.unknown()),
  inactiveClient: z.strictObject({ id, name: text }).nullable(),
  status: z.enum(PENDING_STATUSES),
  billable: z.boolean(),
  estimatedHourlyRate: pounds,
  workLogId: id.nullable(),
  metadata: z.record(text, z.unknown()),
  updatedAt: instant,
  createdAt: instant,
});

const invoiceLine = z.strictObject({
  description: text,
  quantity: text.nullable().describe('A decimal number'),
  unitAmount: text.nullable().describe('A decimal number, in pounds'),
  net: pounds,
  vat: pounds,
  workLogIds: z.array(id),
});

const invoice = z.strictObject({
  id,
  client: named,
  month: z.int().min(1).max(12),
  year: z.int(),
  totalHours: text.describe('A decimal number'),
  totalAmount: pounds.describe('What the customer pays, VAT included'),
  currency: text.describe('That of its amounts in Xero, such as GBP'),
  workType: text.describe('Empty when there are several'),
  status: z.enum(INVOICE_STATUSES),
  reference: text,
  xeroInvoiceId: text.nullable(),
  xeroInvoiceNumber: text.nullable(),
  net: pounds,
  vat: pounds,
  discount: text.nullable().describe('What was taken off as it was made: 10%, or £50.00 ex VAT'),
  date: day.nullable(),
  dueDate: day.nullable(),
  amountDue: pounds.nullable(),
  amountPaid: pounds.nullable(),
  amountCredited: pounds.nullable(),
  paidDate: day.nullable(),
  lines: z.array(invoiceLine),
});

const contents = z.record(text, z.unknown()).nullable();

const historyEntry = z.strictObject({
  id,
  at: instant,
  by: text,
  userId: id.nullable(),
  record: text.describe('Such as work-log:12'),
  action: text,
  before: contents.describe('Null for what was made'),
  after: contents.describe('Null for what was deleted'),
});

const file = <Record>(
  record: z.ZodType,
  read: Read<Record>,
  toView: (record: Record) => unknown,
) => ({
  record,
  parts: (services: RecordServices) => arrayOf(read(services, new URLSearchParams()), toView),
});

type JsonFile = ReturnType<typeof file>;

/** The JSON files, by kind. */
export const JSON_FILES: Record<string, JsonFile> = {
  'work-logs': file(workLog, RECORDS['work-logs'], toWorkLogView),
  clients: file(client, RECORDS.clients, toClientView),
  jobs: file(job, RECORDS.jobs, toJobView),
  'work-types': file(workType, RECORDS['work-types'], (type) => ({
    ...toWorkTypeView(type),
    isActive: type.isActive,
  })),
  'pending-work-logs': file(pendingWorkLog, RECORDS['pending-work-logs'], (entry) => ({
    ...toPendingView(entry),
    labels: entry.labels,
  })),
  invoices: file(invoice, RECORDS.invoices, toOneInvoiceView),
  history: file(historyEntry, RECORDS.history, toEntryView),
};

function* arrayOf<Record>(
  pages: Pages<Record>,
  toView: (record: Record) => unknown,
): Generator<string, void> {
  let isFirst = true;
  for (const page of pages) {
    if (page.length === 0) continue;
    const records = page.map((record) => JSON.stringify(toView(record)));
    yield `${isFirst ? '[' : ','}\n${records.join(',\n')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

/** The JSON Schema of a file. */
export function schemaOf(kind: string, { record }: JsonFile): string {
  const schema = z.toJSONSchema(z.array(record), { target: 'draft-2020-12' });
  return `${JSON.stringify({ title: kind, ...schema }, null, 2)}\n`;
}
