import { createClient } from '#app/clients/clients.server.ts';
import { createJob } from '#app/jobs/jobs.server.ts';
import { logWork } from '#app/work-logs/work-logs.server.ts';
import { recordSignIn } from '#app/users/users.server.ts';
import { approvedEmails } from '#db/schema.ts';
import { createWorkType } from '#app/work-types/work-types.server.ts';
import type { TestServer } from '../server/test-server.ts';

type Server = Pick<TestServer, 'services'>;

/** Adds a client with the default rates; gives its id. */
export function addClient({ services }: Server, name: string): number {
  return createClient(services, {
    name,
    email: null,
    contactPerson: null,
    standardRate: 6_000,
    premiumRate: 9_000,
    discountedRate: null,
    isActive: null,
  }).id;
}

/** Adds an open job with a budget of ten hours; gives its id. */
export function addJob({ services }: Server, clientId: number, name: string): number {
  const none = { poNumber: null, hourlyRate: null, isOpen: null };
  return createJob(services, { clientId, name, budgetHours: 600, ...none }).id;
}

/** Adds a work type at £75.00 an hour; gives its id. */
export function addWorkType({ services }: Server, name: string): number {
  return createWorkType(services, {
    name,
    hourlyRate: 7_500,
    description: null,
    isHardware: null,
  }).id;
}

/** Logs an hour of work on a day (`yyyy-MM-dd`) or, without one, now; gives the log's id. */
export function addLog(
  { services }: Server,
  log: {
    clientId: number;
    workTypeId: number;
    day?: string;
    description?: string;
    duration?: number;
  },
): number {
  const { clientId, workTypeId, day, description = 'Sample', duration = 60 } = log;
  return logWork(services, {
    clientId,
    workTypeId,
    duration,
    travelTime: null,
    description,
    hourlyRate: null,
    billable: null,
    date: day === undefined ? null : { day },
    hardwareItems: null,
  }).id;
}

/** Adds work of two clients, in September and in October 2026, that comes to an invoice each. */
export function addTwoInvoices(server: Server): void {
  const workTypeId = addWorkType(server, 'Support');
  const dental = addClient(server, 'Harbour Dental');
  const books = addClient(server, 'Quay Books');
  addLog(server, { clientId: dental, workTypeId, day: '2026-09-10' });
  addLog(server, { clientId: dental, workTypeId, day: '2026-09-11' });
  addLog(server, { clientId: books, workTypeId, day: '2026-10-20' });
}

/** Puts an email on the approved list, unless it is on it already; gives its id. */
export function approve({ services }: Server, email: string): number {
  const { db, clock } = services;
  return db
    .insert(approvedEmails)
    .values({ email, createdAt: clock() })
    .onConflictDoUpdate({ target: approvedEmails.email, set: { email } })
    .returning()
    .get().id;
}

/** Adds a user with an approved email, who is not signed in; gives the user's id. */
export function addUser(
  server: Server,
  email: string,
  [firstName, lastName]: string[] = [],
): number {
  approve(server, email);
  return recordSignIn(server.services, {
    email,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
  }).id;
}
