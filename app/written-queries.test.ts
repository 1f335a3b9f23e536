import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase, openDatabase, type Database } from '#db/connection.server.ts';
import {
  hardwareItems,
  invoices,
  pendingWorkLogs,
  workLogs,
  type Invoice,
  type PendingWorkLog,
  type WorkLog,
} from '#db/schema.ts';
import { recordPlans, type Plan } from '#tests/support/plans.ts';
import { SESSION_QUERY, type SessionRow } from './auth/sessions/sessions.server.ts';
import { listClientNames, type ClientName } from './clients/clients.server.ts';
import {
  amountsBeingMade,
  type BeingMade,
  countLeftOut,
  listBillable,
  type BillableLog,
  type LeftOut,
} from './invoices/preview/billable.server.ts';
import { listReadyToInvoice, type ReadyClient } from './dashboard/ready-to-invoice.server.ts';
import { loadStatistics } from './dashboard/statistics/stats.server.ts';
import type { DayTotals } from './dashboard/statistics/stats.server.ts';
import { type NamedInvoice, listNewestInvoices } from './invoices/list/made-invoices.server.ts';
import { listPendingLogs } from './pending-work-logs/pending-list.server.ts';
import type { NamedPendingLog } from './pending-work-logs/pending-work-logs.ts';
import {
  listInvoiceNotices,
  type EndedInvoice,
  listWorkLogs,
} from './work-logs/list/list.server.ts';
import { NO_FILTERS } from './work-logs/list/filters.ts';
import { listItemsOf } from './work-logs/hardware/items.server.ts';
import { summariseWorkLogs, type WorkLogSummary } from './work-logs/list/totals.server.ts';
import type { NamedWorkLog } from './work-logs/work-logs.ts';

/**
 * Queries written in SQL give exactly the columns of their row type. The lists of names below must
 * match the types, or the code does not compile.
 */

let db: Database;
let plans: Plan[];

beforeAll(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db);
  plans = recordPlans(db);
});

afterAll(() => {
  db.$client.close();
});

const services = () => ({
  db,
  clock: () => new Date('2025-12-15T12:00:00Z'),
  config: { timeZone: 'Europe/London' },
});

/** Exactly the names of a type: any other list does not compile. */
const namesOf = <Row>(names: Record<keyof Row, true>) => Object.keys(names);

type Query = { run: () => unknown; columns: string[] };

const QUERIES: Record<string, Query> = {
  'work logs': {
    run: () => listWorkLogs(services(), NO_FILTERS, { limit: 1 }),
    columns: [
      ...Object.keys(getTableColumns(workLogs)),
      ...namesOf<Omit<NamedWorkLog, keyof WorkLog | 'hardwareItems'>>({
        clientName: true,
        workTypeName: true,
        itemsName: true,
        jobName: true,
        isClaimed: true,
        hasVat: true,
        organisationId: true,
        loggedBy: true,
      }),
    ],
  },
  'hardware items': {
    run: () => listItemsOf(db, [1]),
    columns: Object.keys(getTableColumns(hardwareItems)).filter(
      (name) => !/^(cre|upd)ated/.test(name),
    ),
  },
  'pending work logs': {
    run: () => listPendingLogs(services(), { ...NO_FILTERS, status: null }, { limit: 1 }),
    columns: [
      ...Object.keys(getTableColumns(pendingWorkLogs)),
      ...namesOf<Omit<NamedPendingLog, keyof PendingWorkLog>>({
        clientName: true,
        workTypeName: true,
        jobName: true,
        inactiveClientName: true,
      }),
    ],
  },
  invoices: {
    run: () => listNewestInvoices(services(), 1),
    columns: [
      ...Object.keys(getTableColumns(invoices)).filter((name) => name !== 'contents'),
      ...namesOf<Omit<NamedInvoice, keyof Invoice>>({ clientName: true }),
    ],
  },
  'invoices that ended': {
    run: () => listInvoiceNotices(services()).ended,
    columns: namesOf<EndedInvoice>({
      id: true,
      number: true,
      clientName: true,
      status: true,
      logs: true,
    }),
  },
  'what can be invoiced': {
    run: () => listBillable(services(), NO_FILTERS),
    columns: namesOf<Omit<BillableLog, 'items'>>({
      id: true,
      clientId: true,
      clientName: true,
      clientEmail: true,
      billingStep: true,
      billingRounding: true,
      billingPer: true,
      invoicePer: true,
      vatTreatment: true,
      invoiceDate: true,
      dueIn: true,
      lines: true,
      smallestMinutes: true,
      lineText: true,
      poNumber: true,
      workTypeName: true,
      itemsName: true,
      jobId: true,
      jobName: true,
      jobPoNumber: true,
      description: true,
      day: true,
      isHardware: true,
      duration: true,
      hourlyRatePence: true,
      totalPence: true,
    }),
  },
  'what is left out': {
    run: () => countLeftOut(services(), NO_FILTERS),
    columns: namesOf<LeftOut>({ notBillable: true, beingInvoiced: true }),
  },
  'who is signed in': {
    run: () => db.$client.prepare(SESSION_QUERY).get('hash', 0, 0),
    columns: namesOf<SessionRow>({
      id: true,
      email: true,
      firstName: true,
      lastName: true,
      profileImageUrl: true,
      expiresAt: true,
      lastSeenAt: true,
      device: true,
    }),
  },
  'names of clients': {
    run: () => listClientNames(services()),
    columns: namesOf<ClientName>({ id: true, name: true }),
  },
  'on invoices being made': {
    run: () => amountsBeingMade(services()),
    columns: namesOf<BeingMade & { clientId: number }>({
      clientId: true,
      minutes: true,
      netPence: true,
    }),
  },
  'ready to invoice': {
    run: () => listReadyToInvoice(services()),
    columns: namesOf<ReadyClient>({
      clientId: true,
      client: true,
      minutes: true,
      pence: true,
      oldestDay: true,
    }),
  },
  'days of the Dashboard': {
    run: () => loadStatistics(services()),
    columns: namesOf<DayTotals>({ day: true, isInvoiced: true, minutes: true, pence: true }),
  },
  totals: {
    run: () => summariseWorkLogs(services(), NO_FILTERS),
    columns: namesOf<WorkLogSummary>({ count: true, minutes: true, totalPence: true }),
  },
  'totals of a search': {
    run: () => summariseWorkLogs(services(), { ...NO_FILTERS, q: 'x' }),
    columns: namesOf<WorkLogSummary>({ count: true, minutes: true, totalPence: true }),
  },
};

test.each(Object.entries(QUERIES))('%s', (_, { run, columns }) => {
  plans.length = 0;
  run();
  // When two columns have the same name, the row has only the later one.
  expect([...new Set(plans[0]?.columns)].sort()).toEqual([...new Set(columns)].sort());
});
