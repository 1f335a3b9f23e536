import { share, sumOf, worth } from './pence.ts';

/**
 * The practice's own book: what each of its people did, and what that comes to by the rules of docs/specification.md.
 * Plain data, so that a copy of it can be kept beside each backup.
 */
export type Book = {
  clients: Client[];
  types: WorkType[];
  logs: Map<number, Log>;
  /** Logs that were deleted and not brought back. */
  deleted: Set<number>;
  invoices: Invoice[];
};

/** How a client is charged; pence an hour. */
export type Client = {
  id: number;
  name: string;
  standard: number;
  discounted: number;
  step: number;
  rounding: 'up' | 'nearest';
  per: 'log' | 'day';
  least: number;
  /** Per cent of VAT on its time. */
  vat: number;
  /** What is taken off its invoice of each month, such as 10%. */
  discount: string | null;
};

export type WorkType = { id: number; name: string; rate: number; isItems: boolean };

export type Item = { name: string; quantity: number; price: number; isVatIncluded: boolean };

export type Log = {
  id: number;
  clientId: number;
  typeId: number;
  person: string;
  day: string;
  minutes: number;
  rate: number;
  /** Whether the rules gave its rate. */
  isByRules: boolean;
  isBillable: boolean;
  description: string;
  items: Item[];
};

/** An invoice that was made in Xero. What is paid and credited is in pence. */
export type Invoice = {
  /** In Xero. */
  xeroId: string;
  clientId: number;
  month: string;
  logIds: number[];
  net: number;
  vat: number;
  status: 'draft' | 'approved' | 'paid' | 'voided' | 'deleted';
  paid: number;
  credited: number;
  /** Whether its logs were freed again. */
  isReleased: boolean;
};

const VAT = 20;

/** A new log's rate: the client's standard one, else the work type's. */
export const rateOfNew = (client: Client, type: WorkType) => client.standard || type.rate;

/** The rate of a log whose work type changes. */
export const rateOfEdited = (client: Client, type: WorkType) => client.discounted || type.rate;

const priceOf = ({ quantity, price }: Item) => quantity * price;

/** What a log comes to: its time, or its items as they are priced. */
export function totalOf({ minutes, rate, items }: Log): number {
  return items.length > 0 ? sumOf(items.map(priceOf)) : worth(minutes, rate);
}

/** Net and VAT of an item. */
function itemAmounts(item: Item): Amounts {
  const price = priceOf(item);
  if (!item.isVatIncluded) return { net: price, vat: share(price, VAT, 100) };
  const net = share(price, 100, 100 + VAT);
  return { net, vat: price - net };
}

/** What a log comes to without VAT. */
export function netOf(log: Log): number {
  return log.items.length > 0
    ? sumOf(log.items.map((item) => itemAmounts(item).net))
    : totalOf(log);
}

export type Amounts = { net: number; vat: number };
type Line = Amounts & { perCent: number };

function rounded(minutes: number, { step, rounding }: Client): number {
  if (rounding === 'up') return Math.ceil(minutes / step) * step;
  return Math.max(step, Math.floor(minutes / step + 1 / 2) * step);
}

/** What an invoice of these logs comes to: a line for each log, or for each day where the day is rounded. */
export function billOf(client: Client, logs: Log[]): Amounts {
  const time = logs.filter(({ items }) => items.length === 0);
  const together = Map.groupBy(time, (log) =>
    client.per === 'day' && client.step > 1
      ? `${log.day} ${log.typeId} ${log.rate}`
      : String(log.id),
  );
  const lines: Line[] = [...together.values()].map((some) => {
    const worked = sumOf(some.map(({ minutes }) => Math.max(minutes, client.least)));
    const net = worth(rounded(worked, client), some[0]?.rate ?? 0);
    return { net, vat: share(net, client.vat, 100), perCent: client.vat };
  });
  for (const item of logs.flatMap(({ items }) => items)) {
    lines.push({ ...itemAmounts(item), perCent: VAT });
  }
  const perCent = Number.parseInt(client.discount ?? '0');
  for (const some of Map.groupBy(lines, (line) => line.perCent).values()) {
    if (perCent === 0) break;
    const off = share(sumOf(some.map(({ net }) => net)), perCent, 100);
    lines.push({ net: -off, vat: -share(off, some[0]?.perCent ?? 0, 100), perCent: 0 });
  }
  return { net: sumOf(lines.map(({ net }) => net)), vat: sumOf(lines.map(({ vat }) => vat)) };
}

export const totalOfInvoice = ({ net, vat }: Amounts) => net + vat;

/** Neither voided nor deleted in Xero. */
export const isLive = ({ status }: Invoice) => status !== 'voided' && status !== 'deleted';

/** Whether its logs may be freed: it was voided or deleted, or credit notes settled all of it. */
export const hasEnded = (invoice: Invoice) =>
  !isLive(invoice) || invoice.credited >= totalOfInvoice(invoice);

/** What of an invoice is net once its credit notes are off. */
export function netLeft(invoice: Invoice): number {
  if (!isLive(invoice)) return 0;
  const total = totalOfInvoice(invoice);
  return invoice.net - (total === 0 ? 0 : share(invoice.credited, invoice.net, total));
}

/** The invoice that a log is on, live or not. */
export function invoiceOf({ invoices }: Book, logId: number): Invoice | null {
  return invoices.find(({ logIds, isReleased }) => !isReleased && logIds.includes(logId)) ?? null;
}

/** The billable logs up to a day that are on no invoice, by client and month. */
export function unbilled(book: Book, until: string): Map<string, Log[]> {
  const logs = [...book.logs.values()].filter(
    (log) => log.isBillable && log.day <= until && invoiceOf(book, log.id) === null,
  );
  return Map.groupBy(logs, ({ clientId, day }) => `${clientId} ${day.slice(0, 7)}`);
}

/** Throws where the book has no such record. */
export function clientOf({ clients }: Book, id: number): Client {
  const client = clients.find((one) => one.id === id);
  if (!client) throw new Error(`The book has no client ${id}.`);
  return client;
}
