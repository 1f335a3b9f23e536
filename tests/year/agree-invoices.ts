import { z } from 'zod';
import { readCsv } from '../support/data/read-csv.ts';
import { visibleText } from '../support/html.ts';
import { call, visitorOf } from './acts.ts';
import { OFFICE } from './arrivals.ts';
import { isLive, totalOfInvoice, type Invoice } from './book.ts';
import { decimal, penceIn, pounds, sumOf } from './pence.ts';
import type { World } from './world.ts';

const Listed = z.array(z.object({ id: z.int(), xeroInvoiceId: z.string().nullable() }));
const One = z.object({
  net: z.string(),
  vat: z.string(),
  totalAmount: z.string(),
  amountDue: z.string().nullable(),
  amountPaid: z.string().nullable(),
  amountCredited: z.string().nullable(),
  status: z.string(),
  lines: z.array(z.object({ net: z.string(), workLogIds: z.array(z.int()) })),
});

const STATUS = {
  draft: 'draft',
  approved: 'ready',
  paid: 'paid',
  voided: 'voided',
  deleted: 'deleted',
} as const;

/** What must be the same of an invoice everywhere, as one text. */
function tell(invoice: Invoice): string {
  const { net, vat, paid, credited, status, logIds } = invoice;
  return [net, vat, totalOfInvoice(invoice), paid, credited, STATUS[status], logIds.join()].join(
    ' | ',
  );
}

/** Compares each invoice with the book: as the API has it, and as Xero has it; and their sums on screen and in the file. */
export async function disagreeInInvoices(world: World): Promise<string[]> {
  const list = Listed.parse((await call(world, OFFICE, 'GET', '/api/invoices')).json());
  const ours = new Map(world.book.invoices.map((invoice) => [invoice.xeroId, invoice]));
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { id, xeroInvoiceId } of list) {
    const invoice = ours.get(xeroInvoiceId ?? '');
    // Those of the release's database are of before.
    if (!invoice) continue;
    if (seen.has(invoice.xeroId)) wrong.push(`${invoice.xeroId} is here twice`);
    seen.add(invoice.xeroId);
    const one = One.parse((await call(world, OFFICE, 'GET', `/api/invoices/${id}`)).json());
    const ids = [...new Set(one.lines.flatMap(({ workLogIds }) => workLogIds))];
    const here = [
      ...[one.net, one.vat, one.totalAmount].map(penceIn),
      ...[one.amountPaid, one.amountCredited].map((text) => penceIn(text ?? '0.00')),
      one.status,
      ids.sort((a, b) => a - b).join(),
    ].join(' | ');
    if (here !== tell(invoice)) wrong.push(`invoice ${id}: ${here}; in the book ${tell(invoice)}`);
    const lines = sumOf(one.lines.map(({ net }) => penceIn(net)));
    if (lines !== invoice.net) wrong.push(`invoice ${id} has lines of ${decimal(lines)}`);
  }
  for (const xeroId of ours.keys()) if (!seen.has(xeroId)) wrong.push(`${xeroId} is unknown here`);
  return [...wrong, ...disagreeInXero(world), ...(await disagreeInSums(world))];
}

const XERO_STATUS = {
  draft: 'DRAFT',
  approved: 'AUTHORISED',
  paid: 'PAID',
  voided: 'VOIDED',
  deleted: 'DELETED',
} as const;

function disagreeInXero({ xero, book }: World): string[] {
  const there = xero.state().invoices;
  const wrong = book.invoices.flatMap((invoice) => {
    const found = there.filter(({ invoiceId }) => invoiceId === invoice.xeroId);
    const texts = found.map((one) =>
      [
        ...[one.subTotalPence, one.totalTaxPence, one.totalPence],
        ...[one.amountPaidPence, one.amountCreditedPence, one.status],
      ].join(' | '),
    );
    const { net, vat, paid, credited, status } = invoice;
    const text = [net, vat, net + vat, paid, credited, XERO_STATUS[status]].join(' | ');
    return texts.join() === text ? [] : [`in Xero ${texts.join()}; in the book ${text}`];
  });
  if (there.length !== book.invoices.length) {
    wrong.push(`Xero has ${there.length} invoices, the book ${book.invoices.length}`);
  }
  const references = new Set(there.map(({ reference }) => reference));
  if (references.size !== there.length) wrong.push('a reference is in Xero twice');
  return wrong;
}

async function disagreeInSums(world: World): Promise<string[]> {
  const live = world.book.invoices.filter(isLive);
  const sums = {
    net: sumOf(live.map(({ net }) => net)),
    vat: sumOf(live.map(({ vat }) => vat)),
    total: sumOf(live.map(totalOfInvoice)),
    // What is still a draft is owed by nobody yet.
    due: sumOf(
      live
        .filter(({ status }) => status !== 'draft')
        .map((one) => totalOfInvoice(one) - one.paid - one.credited),
    ),
  };
  const visitor = visitorOf(world, OFFICE);
  const screen = visibleText((await visitor.get('/invoices')).text);
  const says = `Net ${pounds(sums.net)} VAT ${pounds(sums.vat)} Total with VAT ${pounds(sums.total)} Outstanding ${pounds(sums.due)}`;
  // All invoices of the release's database are voided or deleted, and add nothing.
  const found = /Net £.*?Outstanding £[\d,.]+/.exec(screen)?.[0] ?? 'no sums';
  const wrong = found === says ? [] : [`Invoices says “${found}”, not “${says}”`];
  const file = (await visitor.get('/invoices.csv')).text;
  const rows = readCsv(`\uFEFF${file}`).filter((row) => !/voided|deleted/.test(row.status ?? ''));
  const inFile = sumOf(rows.flatMap(({ total = '' }) => (total === '' ? [] : penceIn(total))));
  if (inFile !== sums.total) wrong.push(`invoices.csv comes to ${pounds(inFile)}, not ${says}`);
  return wrong;
}
