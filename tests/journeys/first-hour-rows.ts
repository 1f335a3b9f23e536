import { clients, workLogs, workTypes } from '#db/schema.ts';
import type { TestServer } from '#tests/support/server/test-server.ts';

/** Half past midnight on the 16th in London, still the 15th in UTC and in the browser's zone. */
export const NOW = new Date('2025-07-15T23:30:00Z');

/** Everything that the journey writes, read from the database after each of its steps. */
export type Snapshot = { clients: unknown[]; workTypes: unknown[]; workLogs: unknown[] };

/** The rows after the log was created, after it was edited and after it was deleted. */
export type Snapshots = { created: Snapshot; edited: Snapshot; deleted: Snapshot };

const CLIENT = {
  id: 1,
  name: 'Harbour Dental',
  email: 'desk@harbour.example',
  contactPerson: 'Priya Shah',
  standardRatePence: 8_000,
  premiumRatePence: 12_000,
  discountedRatePence: null,
  billingStep: 1,
  billingRounding: 'up',
  billingPer: 'log',
  invoicePer: 'month',
  vatTreatment: 'organisation',
  invoiceDate: 'today',
  dueIn: null,
  lines: 'log',
  smallestMinutes: null,
  lineText: null,
  poNumber: null,
  reference: null,
  showTimes: false,
  notes: null,
  isActive: true,
  version: 1,
  createdAt: NOW,
  updatedAt: NOW,
};
const WORK_TYPE = {
  id: 1,
  name: 'On-site support',
  hourlyRatePence: 7_500,
  description: 'At the customer’s place',
  isHardware: false,
  isActive: true,
  itemsName: null,
  version: 1,
  createdAt: NOW,
  updatedAt: NOW,
};
/** The log as it is created: an hour, and half an hour of travel, at the client's rate. */
export const CREATED_LOG = {
  id: 1,
  clientId: 1,
  workTypeId: 1,
  jobId: null,
  startedAt: null,
  endedAt: null,
  isHardware: false,
  duration: 90,
  description: 'Replaced the <b>router</b> & “tested” it',
  hourlyRatePence: 8_000,
  hasOwnRate: false,
  billedMorePence: 0,
  totalPence: 12_000,
  includedVatPence: 0,
  billable: true,
  date: new Date('2025-07-16T11:00:00Z'),
  day: '2025-07-16',
  isInvoiced: false,
  xeroInvoiceId: null,
  xeroInvoiceNumber: null,
  version: 1,
  createdBy: 1,
  createdAt: NOW,
  updatedAt: NOW,
};
/** The same log after it was edited. */
export const EDITED_LOG = {
  ...CREATED_LOG,
  duration: 120,
  description: 'Replaced the router, then cabled the desk',
  totalPence: 16_000,
  date: new Date('2025-07-14T11:00:00Z'),
  day: '2025-07-14',
  version: 2,
};

/** What the first hour leaves in the database after each step: the same in every browser. */
export const EXPECTED: Snapshots = {
  created: { clients: [CLIENT], workTypes: [WORK_TYPE], workLogs: [CREATED_LOG] },
  edited: { clients: [CLIENT], workTypes: [WORK_TYPE], workLogs: [EDITED_LOG] },
  deleted: { clients: [CLIENT], workTypes: [WORK_TYPE], workLogs: [] },
};

/** Reads everything that the journey has written so far. */
export function takeSnapshot({ services: { db } }: TestServer): Snapshot {
  return {
    clients: db.select().from(clients).all(),
    workTypes: db.select().from(workTypes).all(),
    workLogs: db.select().from(workLogs).all(),
  };
}
