import { z } from 'zod';
import { readCsv } from '../support/data/read-csv.ts';
import { visibleText } from '../support/html.ts';
import { call, visitorOf } from './acts.ts';
import { OFFICE } from './arrivals.ts';
import { invoiceOf, totalOf, type Log } from './book.ts';
import { disagreeInHistory } from './agree-history.ts';
import { disagreeInInvoices } from './agree-invoices.ts';
import { disagreeInReports } from './agree-reports.ts';
import { FIRST_DAY } from './invoicing.ts';
import { decimal, penceIn, pounds, sumOf } from './pence.ts';
import type { World } from './world.ts';

const Logs = z.array(
  z.object({
    id: z.int(),
    clientId: z.int(),
    workTypeId: z.int(),
    duration: z.int(),
    description: z.string(),
    hourlyRate: z.string(),
    totalAmount: z.string(),
    billable: z.boolean(),
    date: z.string(),
    isInvoiced: z.boolean(),
    xeroInvoiceId: z.string().nullable(),
    loggedById: z.int().nullable(),
  }),
);

const londonDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });

/** What must be the same of a log, here and in the book, as one text. */
function tell(world: World, log: Log): string {
  const { id, clientId, typeId, minutes, description, rate, isBillable, day } = log;
  const invoice = invoiceOf(world.book, id);
  const on = invoice === null ? 'on none' : `on ${invoice.xeroId}`;
  return [
    ...[clientId, typeId, minutes, description, decimal(rate), decimal(totalOf(log))],
    ...[isBillable, day, on],
  ].join(' | ');
}

/** Compares each log with the book. */
async function disagreeInLogs(world: World): Promise<string[]> {
  const { logs } = world.book;
  const list = await call(world, OFFICE, 'GET', `/api/work-logs?startDate=${FIRST_DAY}`);
  const found = new Map(
    Logs.parse(list.json()).map((log) => [
      log.id,
      [
        ...[log.clientId, log.workTypeId, log.duration, log.description],
        ...[log.hourlyRate, log.totalAmount, log.billable],
        ...[londonDay.format(new Date(log.date))],
        log.isInvoiced ? `on ${log.xeroInvoiceId}` : 'on none',
      ].join(' | '),
    ]),
  );
  const wrong = [...logs.values()].flatMap((log) => {
    const [here = 'nothing', ours] = [found.get(log.id), tell(world, log)];
    return here === ours ? [] : [`log ${log.id}: ${here}; in the book ${ours}`];
  });
  const unknown = [...found.keys()].filter((id) => !logs.has(id));
  return [...wrong, ...unknown.map((id) => `log ${id} is not in the book`)];
}

/** Compares the sums of the list on its screen and in its file. */
async function disagreeInLists(world: World): Promise<string[]> {
  const logs = [...world.book.logs.values()];
  const count = logs.length.toLocaleString('en-GB');
  const hours = (sumOf(logs.map(({ minutes }) => minutes)) / 60).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const total = sumOf(logs.map(totalOf));
  const visitor = visitorOf(world, OFFICE);
  const screen = visibleText((await visitor.get(`/work-logs?startDate=${FIRST_DAY}`)).text);
  const says = `Logs ${count} Hours ${hours} Amount ${pounds(total)}`;
  const wrong = screen.includes(says) ? [] : [`Work Logs does not say “${says}”`];
  const file = (await visitor.get(`/work-logs.csv?startDate=${FIRST_DAY}`)).text;
  const rows = readCsv(`\uFEFF${file}`);
  const inFile = sumOf(rows.map((row) => penceIn(row.total ?? '0')));
  if (rows.length !== logs.length || inFile !== total) {
    wrong.push(`work-logs.csv has ${rows.length} logs of ${pounds(inFile)}; the book ${says}`);
  }
  return wrong;
}

/** What was there before the practice began stays as it was. */
export async function oldLogs(world: World): Promise<string> {
  const list = await call(world, OFFICE, 'GET', '/api/work-logs?endDate=2026-12-31');
  const sums = z.array(z.object({ totalAmount: z.string() })).parse(list.json());
  return `${sums.length} logs of ${pounds(sumOf(sums.map((log) => penceIn(log.totalAmount))))}`;
}

/** Everything that does not agree to the penny, a sentence each: the book, the product in all that it shows, and Xero. */
export const disagreements = async (world: World): Promise<string[]> => [
  ...(await disagreementsInSums(world)),
  ...(await disagreeInHistory(world)),
];

/** The same without the history, which takes longest. */
export async function disagreementsInSums(world: World): Promise<string[]> {
  return [
    ...(await disagreeInLogs(world)),
    ...(await disagreeInLists(world)),
    ...(await disagreeInReports(world)),
    ...(await disagreeInInvoices(world)),
  ];
}
