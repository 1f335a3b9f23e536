import { getTableColumns, type Column } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import {
  clients,
  workTypes,
  type Client as ClientRow,
  type WorkType as WorkTypeRow,
} from '#db/schema.ts';
import { BILLING_STEPS, INVOICE_STATUSES, PENDING_STATUSES, TAX_CODES } from '#db/words.ts';
import { DueInObject } from '../lib/due-in.ts';
import type { FieldsOf, ViewOf } from '../lib/record-fields.ts';
import { CLIENT_FIELDS } from './client-fields.ts';
import { WORK_TYPE_FIELDS } from './work-type-fields.ts';

/**
 * What records are in JSON: in the answers of the API, in its document and in the files of the archive. What has a title
 * stands in the document once, under that name.
 */

export const id = z.int().min(1).describe('Unique within its kind');
export const pounds = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ title: 'Pounds', description: 'Pounds, two decimals' });
export const instant = z.iso
  .datetime()
  .meta({ title: 'Instant', description: 'An instant in UTC' });
export const day = z.iso.date().meta({ title: 'Day', description: 'A day, YYYY-MM-DD' });
export const minutes = z.int().min(0).describe('Minutes');
export const text = z.string();
const named = z.strictObject({ name: z.string() });

export const HardwareItem = z
  .strictObject({
    id,
    itemName: text,
    description: text,
    quantity: z.number().min(0.0001).describe('At most four decimals'),
    unitPrice: text.regex(/^\d+\.\d{2,4}$/).describe('Pounds, two to four decimals'),
    totalPrice: pounds.describe('Quantity times unit price'),
    vatIncluded: z.boolean(),
    vatRate: z.number().describe('Per cent'),
    taxCode: z.enum(TAX_CODES),
  })
  .meta({ title: 'HardwareItem' });

export const WorkLog = z
  .strictObject({
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
    hardwareItems: z.array(HardwareItem),
  })
  .meta({ title: 'WorkLog' });

/** The fields of a record as its columns hold them; `others` says more of some. */
function recordOf<Row>() {
  return <Others extends z.ZodRawShape>(
    table: SQLiteTable,
    fields: FieldsOf<Row>,
    others: Others,
  ) => {
    const columns = getTableColumns(table);
    const shape = Object.keys(fields).map((name) => {
      const amount = columns[`${name}Pence`];
      const column = amount ?? columns[name];
      const value = amount ? pounds : column ? valueOf(column) : z.never();
      return [name, column?.notNull === false ? value.nullable() : value];
    });
    return z.strictObject({
      id,
      ...(Object.fromEntries(shape) as Omit<Shape<Row>, keyof Others>),
      ...others,
    });
  };
}

/** What the fields of a row are in JSON. */
type Shape<Row> = {
  [Name in Exclude<keyof ViewOf<Row>, 'id'>]: z.ZodType<ViewOf<Row>[Name]>;
};

function valueOf({ enumValues, dataType }: Column): z.ZodType {
  if (enumValues && enumValues.length > 0) return z.enum(enumValues);
  if (dataType === 'boolean') return z.boolean();
  return dataType === 'number' ? z.int() : text;
}

export const Client = recordOf<ClientRow>()(clients, CLIENT_FIELDS, {
  billingStep: z.literal([...BILLING_STEPS]).describe('Minutes that billed time is rounded to'),
  dueIn: DueInObject.nullable(),
}).meta({ title: 'Client' });

export const Job = z
  .strictObject({
    id,
    clientId: id,
    name: text,
    poNumber: text.nullable(),
    hourlyRate: pounds.nullable(),
    budgetHours: z.number().nullable().describe('Hours'),
    isOpen: z.boolean().describe('False: done, so not offered any more'),
  })
  .meta({ title: 'Job' });

/** With those that are not offered any more. */
export const KeptWorkType = recordOf<WorkTypeRow>()(workTypes, WORK_TYPE_FIELDS, {
  isActive: z.boolean().describe('False: deleted, and kept for the logs that use it'),
});

export const WorkType = KeptWorkType.omit({ isActive: true }).meta({ title: 'WorkType' });

/** Of an entry what a program is told that may only propose. */
export const Proposed = z
  .strictObject({ id, source: text.nullable(), sourceId: text.nullable() })
  .meta({ title: 'Proposed' });

export const PendingWorkLog = z
  .strictObject({
    id,
    source: text.nullable().describe('The program that told of it; null: Todoist'),
    sourceId: text.nullable(),
    taskName: text,
    description: text,
    projectName: text.nullable(),
    sectionName: text.nullable(),
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
    suggestionReasons: z.record(text, text),
    inactiveClient: z.strictObject({ id, name: text }).nullable(),
    status: z.enum(PENDING_STATUSES),
    billable: z.boolean(),
    estimatedHourlyRate: pounds,
    workLogId: id.nullable(),
    metadata: z.record(text, z.unknown()),
    updatedAt: instant,
    createdAt: instant,
  })
  .meta({ title: 'PendingWorkLog' });

export const Rule = z
  .strictObject({
    id,
    position: z.int().min(1),
    project: text.nullable(),
    label: text.nullable(),
    words: text.nullable(),
    clientId: id.nullable(),
    client: named.nullable(),
    workTypeId: id.nullable(),
    workType: named.nullable(),
    jobId: id.nullable(),
    job: named.nullable(),
    duration: minutes.nullable(),
    description: text.nullable(),
    billable: z.boolean().nullable(),
    archive: z.boolean().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ title: 'Rule' });

export const Timer = z
  .strictObject({
    running: z.literal(true),
    startedAt: instant,
    pausedSince: instant.nullable(),
    clientId: id.nullable(),
    workTypeId: id.nullable(),
    jobId: id.nullable(),
    description: text,
  })
  .meta({ title: 'Timer' });

const invoiceLine = z.strictObject({
  description: text,
  quantity: text.nullable().describe('A decimal number'),
  unitAmount: text.nullable().describe('A decimal number, in pounds'),
  net: pounds,
  vat: pounds,
  workLogIds: z.array(id),
});

/** An invoice as lists have it. */
export const ListedInvoice = z
  .strictObject({
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
  })
  .meta({ title: 'ListedInvoice' });

export const Invoice = ListedInvoice.extend({
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
}).meta({ title: 'Invoice' });

const contents = z.record(text, z.unknown()).nullable();

export const HistoryEntry = z
  .strictObject({
    id,
    at: instant,
    by: text,
    userId: id.nullable(),
    record: text.describe('Such as work-log:12'),
    action: text,
    before: contents.describe('Null for what was made'),
    after: contents.describe('Null for what was deleted'),
  })
  .meta({ title: 'HistoryEntry' });
