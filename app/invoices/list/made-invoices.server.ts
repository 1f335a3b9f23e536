import { columnsOf, type Stored } from '#db/columns.server.ts';
import { prepared, type Database } from '#db/connection.server.ts';
import { foldText } from '#db/fold.ts';
import { invoices, type Client, type Invoice } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import { rowsOf, type Condition, type Page, type Rows } from '../../lib/paging.ts';
import { NO_FILTERS } from '../../work-logs/list/filters.ts';
import { IDS_BY_WORDS, wordConditions } from '../../work-logs/list/search.server.ts';
import type { InvoiceFilters } from './invoice-filters.ts';
import { toDecimalString } from '../../lib/money.ts';
import { STATUS_LABELS, type InvoiceStatus } from '../../lib/invoice-status.ts';

export type ListServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

/** Which invoices a page has: those before or after an id, or the newest ones. */
export type InvoicePage = Page<number>;

const COLUMNS = columnsOf(invoices, 'i', ['contents', 'status']);

const NAMED = `
  select ${COLUMNS.text}, coalesce(i.status, 'unknown') as status, c.name as clientName
  from invoices i cross join clients c on c.id = i.client_id`;

const IS_MADE = `state in ('created', 'released')`;

type Value = number | string | bigint;

function conditionsOf(services: ListServices, filters: InvoiceFilters): Condition<Value>[] {
  const { clientId, status, startDate, endDate, q } = filters;
  const parts: Condition<Value>[] = [];
  if (clientId !== null) parts.push(['s.client_id = ?', [clientId]]);
  if (status === 'overdue') {
    const today = dayOf(services.clock(), services.config.timeZone);
    parts.push([IS_OVERDUE, [today]]);
  } else if (status !== null) parts.push([`coalesce(s.status, 'unknown') = ?`, [status]]);
  if (startDate !== null) parts.push(['s.issued_day >= ?', [startDate]]);
  if (endDate !== null) parts.push(['s.issued_day <= ?', [endDate]]);
  if (q !== null) parts.push(searchOf(services, q));
  return parts;
}

/** SQL: an invoice `s` is owed since before a day. */
export const IS_OVERDUE = `s.status in ('ready', 'sent') and s.due_day < ?
  and coalesce(s.amount_due_pence, s.status = 'sent') > 0`;

/**
 * A column without case and accents. Most texts are plain letters, which SQLite folds itself, without a call
 * of our function.
 */
const folded = (column: string) =>
  `iif(length(${column}) = octet_length(${column}), lower(${column}), fold_text(${column}))`;

/** Finds the text in number, reference or client's name, or all of its words in the invoice's logs. */
function searchOf({ db, config }: ListServices, q: string): Condition<Value> {
  const words = wordConditions(db, { ...NO_FILTERS, q }, {}, config.timeZone);
  // A text of signs that fold to nothing is searched for as it is.
  const part = foldText(q) || q;
  const byWords = words === null ? '0' : words.map(([text]) => text).join(' and ');
  return [
    `s.id in (
      select n.id from invoices n where instr(${folded('n.xero_invoice_number')}, ?)
        or instr(${folded('n.reference')}, ?)
      union select n.id from invoices n join clients nc on nc.id = n.client_id
        where instr(${folded('nc.name')}, ?)
      union select l.invoice_id from invoice_logs l
        where l.work_log_id in (${IDS_BY_WORDS} where ${byWords}))`,
    [part, part, part, ...(words ?? []).flatMap(([, values]) => values)],
  ];
}

function readInvoices(db: Database, where: string, ...values: Value[]): NamedInvoice[] {
  const text = `${NAMED} where +i.${IS_MADE} and ${where}`;
  const rows = prepared<Stored<NamedInvoice>>(db, text).all(...values);
  return rows.map((row) => COLUMNS.read(row));
}

/** A page of the invoices that were made in Xero and match, the newest first. */
export function listInvoices(
  services: ListServices,
  filters: InvoiceFilters,
  page: InvoicePage,
): Rows<NamedInvoice> {
  const { limit, older, newer } = page;
  const isBack = older === undefined && newer !== undefined;
  const parts = conditionsOf(services, filters);
  const where = parts.map(([text]) => text).join(' and ');
  // The plus stops SQLite from using the index on state, after which it would have to sort.
  const matching =
    parts.length === 0
      ? ''
      : `and i.id in (select s.id from invoices s indexed by invoices_sums
          where s.${IS_MADE} and ${where})`;
  const text = `i.id ${isBack ? '>' : '<'} ? ${matching}
    order by i.id ${isBack ? 'asc' : 'desc'} limit ?`;
  const from = (isBack ? newer : older) ?? Number.MAX_SAFE_INTEGER;
  const values = parts.flatMap(([, some]) => some);
  return rowsOf(readInvoices(services.db, text, from, ...values, limit + 1), page);
}

/** The newest invoices that were made in Xero. */
export function listNewestInvoices({ db }: Pick<Services, 'db'>, limit: number): NamedInvoice[] {
  return readInvoices(db, 'i.id < ? order by i.id desc limit ?', Number.MAX_SAFE_INTEGER, limit);
}

/** One invoice that was made in Xero. Throws 404. */
export function getMadeInvoice({ db }: Pick<Services, 'db'>, id: number): NamedInvoice {
  const [invoice] = readInvoices(db, 'i.id = ?', id);
  if (!invoice) throw notFound('The invoice');
  return invoice;
}

/**
 * Sums over invoices, in pence; what was voided or deleted, or is in another currency in the ledger, is
 * counted, and adds nothing.
 */
type InvoiceSums = {
  count: number;
  cancelled: number;
  /** How many of the others are not in pounds, and their currencies. */
  foreign: number;
  currencies: string[];
  netPence: number;
  /** The net, less what credit notes took off. */
  billedPence: number;
  vatPence: number;
  totalPence: number;
  /** Left to pay of those that were approved. */
  duePence: number;
  overduePence: number;
};

const STANDS = `coalesce(s.status, '') not in ('voided', 'deleted')`;
const IS_FOREIGN = `(${STANDS} and s.currency <> 'GBP')`;
const ADDS = `${STANDS} and s.currency = 'GBP'`;
const DUE = `iif(s.status in ('ready', 'sent') and s.currency = 'GBP',
  coalesce(s.amount_due_pence, iif(s.status = 'sent', s.total_pence, 0)), 0)`;

type SumsRow = Omit<InvoiceSums, 'currencies'> & { currencies: string | null };

/** A row over all invoices that match: columns with one place, for today. Reads the index `invoices_sums` alone. */
function overAll(services: ListServices, filters: InvoiceFilters, columns: string): unknown {
  const parts = conditionsOf(services, filters);
  const text = `select ${columns} from invoices s indexed by invoices_sums
    where s.${IS_MADE} ${parts.map(([part]) => `and ${part}`).join(' ')}`;
  const today = dayOf(services.clock(), services.config.timeZone);
  const row = prepared(services.db, text).get(today, ...parts.flatMap(([, some]) => some));
  if (!row) throw new Error('A sum always gives a row');
  return row;
}

/** The sums over all invoices that match. */
export function sumInvoices(services: ListServices, filters: InvoiceFilters): InvoiceSums {
  const columns = `
    count(*) as count, coalesce(sum(not (${STANDS})), 0) as cancelled,
      coalesce(sum(${IS_FOREIGN}), 0) as "foreign",
      group_concat(distinct iif(${IS_FOREIGN}, s.currency, null)) as currencies,
      coalesce(sum(iif(${ADDS}, s.net_pence, 0)), 0) as netPence,
      coalesce(sum(iif(${ADDS}, s.billed_pence, 0)), 0) as billedPence,
      coalesce(sum(iif(${ADDS}, s.vat_pence, 0)), 0) as vatPence,
      coalesce(sum(iif(${ADDS}, s.total_pence, 0)), 0) as totalPence,
      coalesce(sum(${DUE}), 0) as duePence,
      coalesce(sum(iif(s.due_day < ?, ${DUE}, 0)), 0) as overduePence`;
  const row = overAll(services, filters, columns) as SumsRow;
  return { ...row, currencies: row.currencies?.split(',').sort() ?? [] };
}

/** How many invoices match but for their status, of each status, all together and overdue. */
export function countByStatus(
  services: ListServices,
  filters: InvoiceFilters,
): Record<InvoiceStatus | 'all' | 'overdue', number> {
  const counts = Object.keys(STATUS_LABELS).map(
    (status) => `coalesce(sum(coalesce(s.status, 'unknown') = '${status}'), 0) as "${status}"`,
  );
  const columns = `count(*) as "all", coalesce(sum(${IS_OVERDUE}), 0) as overdue, ${counts.join(', ')}`;
  const counted = overAll(services, { ...filters, status: null }, columns);
  return counted as ReturnType<typeof countByStatus>;
}

/** An invoice with its client's name, and without the stored contents. */
export type NamedInvoice = Omit<Invoice, 'contents' | 'status'> & {
  clientName: Client['name'];
  status: InvoiceStatus;
};

/** An invoice as the API gives it. */
export function toInvoiceView(invoice: NamedInvoice) {
  const [year = 0, month = 0] = invoice.month.split('-').map(Number);
  return {
    id: invoice.id,
    client: { name: invoice.clientName },
    month,
    year,
    totalHours: toHoursText(invoice.totalMinutes),
    totalAmount: toDecimalString(invoice.totalPence),
    currency: invoice.currency,
    workType: invoice.workTypeName ?? '',
    status: invoice.status,
    reference: invoice.reference,
    xeroInvoiceId: invoice.xeroInvoiceId,
    xeroInvoiceNumber: invoice.xeroInvoiceNumber,
  };
}

/** Minutes as hours with two decimals, rounded half up: 90 → `1.50`. */
function toHoursText(minutes: number): string {
  const hundredths = Math.floor((minutes * 100 + 30) / 60);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}
