import SqliteDatabase from 'better-sqlite3';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { FaultKind } from '#sandbox/xero.ts';
import { call } from './acts.ts';
import { billOf, clientOf, unbilled, type Client, type Log } from './book.ts';
import { OFFICE } from './arrivals.ts';
import type { World } from './world.ts';

/** The first day of the practice's own work. */
export const FIRST_DAY = '2027-01-01';

const CREATE = '/api/xero/create-invoices';

/** In which way Xero's answer is lost, or Xero is dead, while invoices are made. */
export const FAULTS: [FaultKind, ...FaultKind[]] = [
  'reset-after',
  'reset-before',
  '500-after',
  '503-html',
  'cut',
  'html-after',
  '429',
];

/** What is asked for: all that is unbilled up to a day, or what a client has of a month. */
type Asked = { until: string; client?: Client; from?: string };

/**
 * Has invoices made of what is unbilled, whatever the answer says, with trouble in the middle where there is some; then lets
 * time pass until every run has ended, and asks once more. Each goes into the book as it must be by the book's own
 * reckoning. Gives how many.
 */
export async function makeInvoices(
  world: World,
  { until, client, from = FIRST_DAY }: Asked,
  trouble: (() => void) | null = null,
): Promise<number> {
  const query = new URLSearchParams({ startDate: from, endDate: until });
  if (client) query.set('clientId', String(client.id));
  if (client?.discount) query.set('discount', client.discount);
  const expected = [...unbilled(world.book, until).values()].filter(
    ([log]) => log && log.day >= from && (!client || log.clientId === client.id),
  );
  trouble?.();
  for (const times of trouble ? ['first', 'again'] : ['only']) {
    if (times === 'again') world.xero.heal();
    await call(world, OFFICE, 'POST', `${CREATE}?${query}`, {}, [200, 202, 409, 502]);
    await untilSettled(world);
  }
  for (const logs of expected) await noteInvoice(world, logs, client?.discount ?? null);
  return expected.length;
}

/** How many runs of invoices have not ended. */
export function openRuns({ dataDir }: World): number {
  const sqlite = new SqliteDatabase(join(dataDir, 'database.sqlite'), { readonly: true });
  try {
    const open = sqlite.prepare(`select count(*) from invoice_runs where status <> 'done'`).pluck();
    return Number(open.get());
  } finally {
    sqlite.close();
  }
}

/** Lets hours pass, and starts anew, until nothing of any run is open: Xero is well again by then. */
export async function untilSettled(world: World): Promise<void> {
  if (openRuns(world) > 0) world.xero.heal();
  for (let round = 0; openRuns(world) > 0; round += 1) {
    if (round > 12) throw new Error('A run of invoices does not end.');
    await world.pass(20);
    await world.restart();
    for (let look = 0; look < 50 && openRuns(world) > 0; look += 1) await pause(20);
  }
}

const Listed = z.array(
  z.object({ id: z.int(), xeroInvoiceId: z.string().nullable(), status: z.string() }),
);
const One = z.object({ lines: z.array(z.object({ workLogIds: z.array(z.int()) })) });

/** Writes into the book what an invoice of these logs must be; finds it by them. Throws where there is none, or another. */
async function noteInvoice(world: World, logs: Log[], discount: string | null): Promise<void> {
  const [first] = logs;
  if (!first) return;
  const client = { ...clientOf(world.book, first.clientId), discount };
  const ids = logs.map(({ id }) => id).sort((one, other) => one - other);
  const month = first.day.slice(0, 7);
  const known = new Set(world.book.invoices.map(({ xeroId }) => xeroId));
  const list = Listed.parse(
    (await call(world, OFFICE, 'GET', `/api/invoices?clientId=${client.id}`)).json(),
  );
  for (const { id, xeroInvoiceId } of list) {
    if (xeroInvoiceId === null || known.has(xeroInvoiceId)) continue;
    const { lines } = One.parse((await call(world, OFFICE, 'GET', `/api/invoices/${id}`)).json());
    const found = [...new Set(lines.flatMap(({ workLogIds }) => workLogIds))];
    if (found.sort((one, other) => one - other).join() !== ids.join()) continue;
    world.book.invoices.push({
      ...{ xeroId: xeroInvoiceId, clientId: client.id, month, logIds: ids },
      ...billOf(client, logs),
      ...{ status: 'draft', paid: 0, credited: 0, isReleased: false },
    });
    return;
  }
  throw new Error(`No invoice is of ${client.name}'s logs of ${month}: ${ids.join(', ')}.`);
}

/** The id here of an invoice in Xero. */
export async function idOfInvoice(world: World, xeroId: string): Promise<number> {
  const list = Listed.parse((await call(world, OFFICE, 'GET', '/api/invoices')).json());
  const found = list.find(({ xeroInvoiceId }) => xeroInvoiceId === xeroId);
  if (!found) throw new Error(`The invoice ${xeroId} is not known here.`);
  return found.id;
}
