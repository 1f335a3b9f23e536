import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  approvedEmails,
  clientContacts,
  clients,
  hardwareItems,
  invoices,
  jobs,
  leftFindings,
  pendingWorkLogs,
  rules,
  users,
  workLogs,
  workTypes,
} from '../schema.ts';

/** A record's JSON, or a part of it. */
export type Contents = Record<string, unknown>;

/**
 * What became of a record: the fields that differ as they were, all of them where it is gone, null where it was made; as
 * JSON what it is, null where it is gone.
 */
export type Change = {
  kind: string;
  id: number | null;
  before: Contents | null;
  after: string | null;
};

/** The part of a column that its JSON depends on. */
type Column = { name: string; dataType: string };

/** A value of a record's JSON: its name, and SQL for it, in which `r` is the row. */
export type Field = { name: string; text: string };

/** Rows that belong to a record, such as the items of a log: a change of theirs is one of it. */
export type Part = {
  table: string;
  /** The column that names the record. */
  owner: string;
  columns: string[];
};

/** A kind of record whose changes the trail keeps, and its JSON, in the words of the API. */
export type RecordKind = {
  kind: string;
  table: string;
  /** The columns whose change is one of the record. */
  columns: string[];
  /** SQL for what is compared of a column, in which `r` is the row, where that is not all of it. */
  compared: Record<string, string>;
  /** The columns that this SQL reads besides. */
  beside: string[];
  fields: Field[];
  /** Fields that follow from others. Where only these differ, the record counts as unchanged. */
  derived: string[];
  parts: Part[];
};

type Options = {
  kind: string;
  table: SQLiteTable;
  /** Columns that the trail does not keep, by their names in the schema. */
  leftOut?: string[];
  /** Other SQL than the usual for a column. */
  instead?: Record<string, Field[]>;
  /** SQL for the part of a column that counts, by the column's name in the schema. */
  only?: Record<string, string>;
  /** The names of the columns that this SQL reads besides. */
  beside?: string[];
  /** Lists of its parts. */
  lists?: Field[];
  /** More fields, which follow from others. */
  more?: Field[];
  derived?: string[];
  parts?: Part[];
};

/** Kept by the database itself; never part of what people change. */
const BOOKKEEPING = ['version', 'createdAt', 'updatedAt'];

const DECIMAL = (value: string) =>
  `iif(${value} is null, null,
    printf('%s%d.%02d', iif(${value} < 0, '-', ''), abs(${value}) / 100, abs(${value}) % 100))`;
const FLAG = (value: string) =>
  `json(case when ${value} is null then 'null' when ${value} then 'true' else 'false' end)`;
const INSTANT = (value: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${value} / 1000.0, 'unixepoch')`;

/** Ten-thousandths as a number without idle decimals, and as pounds with at least two. */
const NUMBER = (value: string) =>
  `json(rtrim(rtrim(printf('%d.%04d', ${value} / 10000, ${value} % 10000), '0'), '.'))`;
const PRICE = (value: string) =>
  `(printf('%d.%02d', ${value} / 10000, ${value} % 10000 / 100)
    || rtrim(printf('%02d', ${value} % 100), '0'))`;

/** A column as the API has it: pence as a decimal string, an instant in ISO, a flag as a boolean. */
function fieldOf(name: string, column: Column, value = `r.${column.name}`): Field {
  if (name === 'quantityInPlaces') return { name: 'quantity', text: NUMBER(value) };
  if (name === 'unitPriceInPlaces') return { name: 'unitPrice', text: PRICE(value) };
  if (name.endsWith('Pence')) return { name: name.slice(0, -5), text: DECIMAL(value) };
  if (name.endsWith('Hundredths')) return { name: name.slice(0, -10), text: `${value} / 100.0` };
  if (column.dataType === 'boolean') return { name, text: FLAG(value) };
  if (column.dataType === 'date') return { name, text: INSTANT(value) };
  return { name, text: value };
}

function keptColumns(table: SQLiteTable, leftOut: string[]): [string, Column][] {
  const without = new Set([...BOOKKEEPING, ...leftOut]);
  return Object.entries<Column>(getTableColumns(table)).filter(([name]) => !without.has(name));
}

function describe(options: Options): RecordKind {
  const { kind, table, leftOut = [], instead = {}, only = {}, lists = [], more = [] } = options;
  const { derived = [], parts = [], beside = [] } = options;
  const columns = keptColumns(table, leftOut);
  return {
    kind,
    table: getTableName(table),
    columns: columns.map(([, column]) => column.name).filter((name) => name !== 'id'),
    compared: Object.fromEntries(
      columns.flatMap(([name, column]) => (only[name] ? [[column.name, only[name]]] : [])),
    ),
    beside,
    fields: [
      ...columns.flatMap(([name, column]) => instead[name] ?? [fieldOf(name, column, only[name])]),
      ...lists,
      ...more,
    ],
    derived: [...derived, ...more.map(({ name }) => name)],
    parts,
  };
}

function partOf(table: SQLiteTable, owner: string, readings: string[] = []): Part {
  const columns = keptColumns(table, ['linkedAt', ...readings]).map(([, column]) => column.name);
  return { table: getTableName(table), owner, columns };
}

/** The name of a record that a column refers to, as the API has it: `{"name": …}` or null. */
function nameOf(name: string, table: string, column: string, value = `r.${column}`): Field {
  return {
    name,
    text: `json((select json_object('name', n.name) from ${table} n where n.id = ${value}))`,
  };
}

/** A suggestion is nobody's change: the trail has what stands in a field without it. */
const withoutSuggestion = (field: string, column: string) =>
  `iif(r.suggestions ->> '$.${field}' IS NULL, r.${column}, NULL)`;
const CHOSEN = {
  clientId: withoutSuggestion('clientId', 'client_id'),
  workTypeId: withoutSuggestion('workTypeId', 'work_type_id'),
  jobId: withoutSuggestion('jobId', 'job_id'),
  duration: withoutSuggestion('duration', 'duration'),
  description: `iif(r.suggestions ->> '$.description' IS NULL, r.description, r.suggestions ->> '$.description.was')`,
  billable: `iif(r.suggestions ->> '$.billable' IS NULL, r.billable, 1)`,
  // Until the entry is confirmed, a rate that nobody typed follows from the client and the work type.
  estimatedHourlyRatePence: `iif(
    r.status <> 'pending_review' OR instr(r.set_by_person, 'estimatedHourlyRate'),
    r.estimated_hourly_rate_pence, NULL)`,
};

/** The rows of a part as a list, in which `p` is a row; SQL for the fields of one, and their order. */
function listOf(name: string, part: Part, fields: Field[], order: string): Field {
  const object = fields.map((field) => `'${field.name}', ${field.text.replaceAll('r.', 'p.')}`);
  return {
    name,
    text: `json((select json_group_array(json(o.item)) from (
      select json_object(${object.join(', ')}) as item
      from ${part.table} p where p.${part.owner} = r.id order by p.${order}) o))`,
  };
}

const ITEMS = partOf(hardwareItems, 'work_log_id');
/** As `unitsTotal` (app/lib/money.ts) has it; in steps, since the whole product is more than an integer here holds. */
const ITEM_TOTAL = `((r.quantity_in_places / 10000 * r.unit_price_in_places
    + (r.quantity_in_places % 10000 * r.unit_price_in_places + 500000) / 10000) / 100)`;
const ITEM_FIELDS = [
  ...keptColumns(hardwareItems, ['workLogId']).map(([name, column]) => fieldOf(name, column)),
  { name: 'totalPrice', text: DECIMAL(ITEM_TOTAL) },
];

const CONTACTS = partOf(clientContacts, 'client_id', ['taxCode', 'paymentTerms']);
const CONTACT_FIELDS = [
  { name: 'organisationId', text: 'r.tenant_id' },
  { name: 'contactId', text: 'r.contact_id' },
  { name: 'contactName', text: 'r.contact_name' },
  { name: 'vatKeptOver', text: 'r.vat_kept_over' },
];

const CLIENT = nameOf('client', 'clients', 'client_id');
const WORK_TYPE = nameOf('workType', 'work_types', 'work_type_id');
/** With what its items are called, where that is not hardware. */
const WORK_TYPE_OF_LOG: Field = {
  name: 'workType',
  text: `json((select json_patch(json_object('name', n.name), json_object('itemsName', n.items_name))
    from work_types n where n.id = r.work_type_id))`,
};
const JOB = nameOf('job', 'jobs', 'job_id');
const HOURS = '((r.total_minutes * 100 + 30) / 60)';

/**
 * The kinds of records in the trail. A new column of their tables is kept without being named here, and one
 * whose name ends in Pence becomes a decimal string. Columns that are left out are named.
 */
export const RECORD_KINDS: readonly RecordKind[] = [
  describe({
    kind: 'client',
    table: clients,
    lists: [listOf('xeroContacts', CONTACTS, CONTACT_FIELDS, 'tenant_id')],
    parts: [CONTACTS],
  }),
  describe({
    kind: 'job',
    table: jobs,
    instead: {
      budgetMinutes: [{ name: 'budgetHours', text: 'round(r.budget_minutes / 60.0, 2)' }],
    },
    more: [CLIENT],
  }),
  describe({ kind: 'work-type', table: workTypes }),
  describe({
    kind: 'work-log',
    table: workLogs,
    // Left out, since the trail says it already: the day follows from the date, the billed amount from the
    // invoice, and the entry names who made the log.
    leftOut: ['day', 'hasOwnRate', 'createdBy', 'billedMorePence'],
    instead: { totalPence: [{ name: 'totalAmount', text: DECIMAL('r.total_pence') }] },
    lists: [listOf('hardwareItems', ITEMS, ITEM_FIELDS, 'id')],
    more: [CLIENT, WORK_TYPE_OF_LOG, JOB],
    derived: ['totalAmount'],
    parts: [ITEMS],
  }),
  describe({
    kind: 'pending-work-log',
    table: pendingWorkLogs,
    leftOut: [
      'metadata',
      'projectId',
      'nameKey',
      'isRetold',
      'suggestions',
      'setByPerson',
      'decision',
      'inactiveClientId',
    ],
    instead: { labels: [{ name: 'labels', text: 'json(r.labels)' }] },
    only: CHOSEN,
    beside: ['suggestions', 'set_by_person'],
    more: [
      nameOf('client', 'clients', 'client_id', CHOSEN.clientId),
      nameOf('workType', 'work_types', 'work_type_id', CHOSEN.workTypeId),
      nameOf('job', 'jobs', 'job_id', CHOSEN.jobId),
    ],
  }),
  describe({ kind: 'rule', table: rules, more: [CLIENT, WORK_TYPE, JOB] }),
  describe({
    kind: 'invoice',
    table: invoices,
    leftOut: [
      'runId',
      'tenantId',
      'sendKey',
      'sentAt',
      'contents',
      'message',
      'creditNotesPence',
      'billedPence',
    ],
    instead: {
      // Whether an invoice was already sent belongs to the call, not to the invoice.
      state: [
        { name: 'state', text: `iif(r.state in ('claimed', 'sending'), 'being_made', r.state)` },
      ],
      month: [
        { name: 'month', text: 'cast(substr(r.month, 6) as integer)' },
        { name: 'year', text: 'cast(substr(r.month, 1, 4) as integer)' },
      ],
      totalMinutes: [
        { name: 'totalHours', text: `printf('%d.%02d', ${HOURS} / 100, ${HOURS} % 100)` },
      ],
      totalPence: [{ name: 'totalAmount', text: DECIMAL('r.total_pence') }],
      workTypeName: [{ name: 'workType', text: `coalesce(r.work_type_name, '')` }],
    },
    more: [
      CLIENT,
      // While an invoice is being made, its message is about the call.
      { name: 'message', text: `iif(r.state = 'failed', r.message, null)` },
    ],
  }),
  describe({ kind: 'forgotten', table: leftFindings }),
  describe({ kind: 'user', table: users }),
  describe({ kind: 'approved-email', table: approvedEmails }),
];
