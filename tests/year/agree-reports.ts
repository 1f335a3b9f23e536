import { z } from 'zod';
import { call } from './acts.ts';
import { OFFICE } from './arrivals.ts';
import { invoiceOf, netLeft, netOf, type Log } from './book.ts';
import { FIRST_DAY } from './invoicing.ts';
import { decimal, sumOf } from './pence.ts';
import type { World } from './world.ts';

const Row = z.object({
  key: z.string(),
  hours: z.number(),
  net: z.string(),
  billableHours: z.number(),
  invoicedNet: z.string(),
  workedNet: z.string(),
});
const Report = z.object({ rows: z.array(Row), total: Row.omit({ key: true }) });

type Amounts = Omit<z.infer<typeof Row>, 'key'>;

/** What a report must say of some logs; what their invoices bill is known of whole invoices alone. */
function amountsOf({ book }: World, logs: Log[], isOfInvoices: boolean): Partial<Amounts> {
  const billable = logs.filter(({ isBillable }) => isBillable);
  const invoices = new Set(logs.flatMap(({ id }) => invoiceOf(book, id) ?? []));
  const hours = (some: Log[]) => sumOf(some.map(({ minutes }) => minutes)) / 60;
  const net = (some: Log[]) => decimal(sumOf(some.map(netOf)));
  return {
    hours: hours(logs),
    net: net(billable),
    billableHours: hours(billable),
    workedNet: net(billable.filter(({ id }) => invoiceOf(book, id) !== null)),
    ...(isOfInvoices ? { invoicedNet: decimal(sumOf([...invoices].map(netLeft))) } : {}),
  };
}

const tell = (some: Partial<Amounts>) =>
  Object.entries(some)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? value.toFixed(4) : value}`)
    .sort()
    .join(', ');

/** Compares the reports of all of the practice's work, by whatever it can be told apart. */
export async function disagreeInReports(world: World): Promise<string[]> {
  const logs = [...world.book.logs.values()];
  const wrong: string[] = [];
  const people = await peopleIds(world);
  const keys: [by: string, isOfInvoices: boolean, keyOf: (log: Log) => string][] = [
    ['client', true, ({ clientId }) => String(clientId)],
    ['month', true, ({ day }) => day.slice(0, 7)],
    ['work-type', false, ({ typeId }) => String(typeId)],
    ['person', false, ({ person }) => String(people.get(person))],
  ];
  for (const [by, isOfInvoices, keyOf] of keys) {
    const answer = await call(world, OFFICE, 'GET', `/api/reports?by=${by}&from=${FIRST_DAY}`);
    const { rows, total } = Report.parse(answer.json());
    const groups = Map.groupBy(logs, keyOf);
    const compare = (name: string, found: Amounts | undefined, some: Log[]) => {
      const ours = amountsOf(world, some, isOfInvoices);
      const theirs = Object.fromEntries(
        Object.keys(ours).map((one) => [one, found?.[one as keyof Amounts]]),
      );
      if (tell(theirs) !== tell(ours)) {
        wrong.push(`the report by ${by}, ${name}: ${tell(theirs)}; in the book ${tell(ours)}`);
      }
    };
    for (const [key, some] of groups)
      compare(
        key,
        rows.find((row) => row.key === key),
        some,
      );
    compare('in all', total, logs);
    if (rows.length !== groups.size) wrong.push(`the report by ${by} has ${rows.length} rows`);
  }
  return wrong;
}

/** The ids of people by their email addresses. */
async function peopleIds(world: World): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [email, visitor] of world.people) {
    const answer = await visitor.api('GET', '/api/auth/user');
    ids.set(email, z.object({ id: z.int() }).parse(answer.json()).id);
  }
  return ids;
}
