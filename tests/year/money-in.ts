import { call, press } from './acts.ts';
import { OFFICE } from './arrivals.ts';
import { hasEnded, isLive, totalOfInvoice, type Invoice } from './book.ts';
import { idOfInvoice } from './invoicing.ts';
import type { World } from './world.ts';

/** Reads what became of every invoice in Xero, at once. */
export async function refresh(world: World): Promise<void> {
  await call(world, OFFICE, 'POST', '/api/xero/backfill-invoice-numbers', {});
}

const leftOf = (invoice: Invoice) => totalOfInvoice(invoice) - invoice.paid - invoice.credited;

/** What a bookkeeper does with an invoice in Xero. */
type Bookkeeping = (world: World, invoice: Invoice) => void;

const approve: Bookkeeping = ({ xero }, invoice) => {
  if (invoice.status === 'draft') xero.mark(invoice.xeroId, 'approved');
  if (invoice.status === 'draft') invoice.status = 'approved';
};

function settle(invoice: Invoice): void {
  if (leftOf(invoice) === 0) invoice.status = 'paid';
}

const pay: Bookkeeping = (world, invoice) => {
  approve(world, invoice);
  const pence = leftOf(invoice);
  world.xero.change(invoice.xeroId, { kind: 'payment', pence });
  invoice.paid += pence;
  settle(invoice);
};

const payPart: Bookkeeping = (world, invoice) => {
  approve(world, invoice);
  const pence = 1 + world.random.below(leftOf(invoice));
  world.xero.change(invoice.xeroId, { kind: 'payment', pence });
  invoice.paid += pence;
  settle(invoice);
};

const creditPart: Bookkeeping = (world, invoice) => {
  approve(world, invoice);
  const pence = 1 + world.random.below(Math.ceil(leftOf(invoice) / 2));
  world.xero.change(invoice.xeroId, { kind: 'credit', pence });
  invoice.credited += pence;
  settle(invoice);
};

const creditWhole: Bookkeeping = (world, invoice) => {
  if (invoice.paid > 0 || invoice.credited > 0) return;
  approve(world, invoice);
  invoice.credited = totalOfInvoice(invoice);
  world.xero.change(invoice.xeroId, { kind: 'credit', pence: invoice.credited });
  settle(invoice);
};

const voidIt: Bookkeeping = (world, invoice) => {
  if (invoice.paid > 0 || invoice.credited > 0) return;
  approve(world, invoice);
  world.xero.mark(invoice.xeroId, 'voided');
  invoice.status = 'voided';
};

/** What becomes of an invoice: each with one chance in so many, of what those before it leave. */
const OFTEN: [inAll: number, Bookkeeping][] = [
  [9, voidIt],
  [9, creditWhole],
  [6, creditPart],
  [4, payPart],
  [2, pay],
];

/** A bookkeeper goes through what is open in Xero; then all of it is read here, and what ended is freed. */
export async function keepBooks(world: World, isFull: boolean): Promise<void> {
  const { book, random } = world;
  const open = () => book.invoices.filter((one) => isLive(one) && leftOf(one) > 0);
  const each: Bookkeeping[] = [pay, payPart, creditPart, creditWhole, voidIt, approve];
  for (const [index, invoice] of open().entries()) {
    const byChance = () => OFTEN.find(([inAll]) => random.oneIn(inAll))?.[1] ?? approve;
    const next = (isFull ? each[index] : undefined) ?? byChance();
    next(world, invoice);
  }
  await refresh(world);
  await freeEnded(world);
}

/** Frees the logs of invoices that ended in Xero, by their button. */
export async function freeEnded(world: World): Promise<void> {
  for (const invoice of world.book.invoices) {
    if (!hasEnded(invoice) || invoice.isReleased) continue;
    await press(
      world,
      OFFICE,
      `/work-logs/invoices/${await idOfInvoice(world, invoice.xeroId)}/release`,
    );
    invoice.isReleased = true;
  }
}

/** Takes a draft back from the invoice's page: it is deleted in Xero, and its logs are free. */
export async function takeBack(world: World): Promise<void> {
  const draft = world.book.invoices.find(({ status }) => status === 'draft');
  if (!draft) return;
  const id = await idOfInvoice(world, draft.xeroId);
  await call(world, OFFICE, 'DELETE', `/api/invoices/${id}`);
  Object.assign(draft, { status: 'deleted', isReleased: true });
}
