import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { pendingWorkLogs, workLogs, type PendingWorkLog } from '#db/schema.ts';
import type { Shared } from '../server/shared-server.ts';
import type { TestServer } from '../server/test-server.ts';
import { idOf } from '../server/visitor.ts';

type Server = Pick<TestServer, 'services'>;
type Columns = Partial<typeof pendingWorkLogs.$inferInsert>;

/** Puts an imported task in review straight into the database; gives its id. */
export function addPendingLog({ services }: Server, columns: Columns = {}): number {
  const now = services.clock();
  return services.db
    .insert(pendingWorkLogs)
    .values({
      todoistTaskId: randomUUID(),
      completedAt: new Date('2026-03-27T16:45:30Z'),
      taskName: 'Reset the router',
      estimatedHourlyRatePence: 6_000,
      createdAt: now,
      updatedAt: now,
      ...columns,
    })
    .returning({ id: pendingWorkLogs.id })
    .get().id;
}

/** The entry's row in the database. Throws when there is none. */
export function pendingRow({ services }: Server, id: number): PendingWorkLog {
  const row = services.db.select().from(pendingWorkLogs).where(eq(pendingWorkLogs.id, id)).get();
  if (!row) throw new Error(`There is no pending work log ${id}`);
  return row;
}

/** The rows of all entries in the database. */
export function pendingRows({ services }: Server): PendingWorkLog[] {
  return services.db.select().from(pendingWorkLogs).all();
}

const Confirmed = z.object({ workLogId: z.int() });

/** Helpers for tests of the API of pending work logs: calls, and looks into the database. */
export function pendingApi(shared: () => Pick<Shared, 'server' | 'visitor'>) {
  const call = (method: string, path: string, body?: object) =>
    shared().visitor.api(method, path, body);
  const path = (id: number) => `/api/pending-worklogs/${id}`;
  const add = (columns: Columns = {}) => addPendingLog(shared().server, columns);

  /** Adds a client and a work type; gives their ids. */
  async function addPair(rates: object = {}) {
    return {
      clientId: idOf(await call('POST', '/api/clients', { name: 'Acme', ...rates })),
      workTypeId: idOf(await call('POST', '/api/work-types', { name: 'Support' })),
    };
  }

  return {
    call,
    path,
    add,
    addPair,
    confirm: (id: number) => call('POST', `${path(id)}/confirm`),
    archive: (id: number) => call('POST', `${path(id)}/archive`),
    reject: (id: number) => call('DELETE', path(id)),
    /** Adds an entry that has everything to be confirmed; gives its id. */
    addReady: async (more: Columns = {}) => add({ ...(await addPair()), duration: 60, ...more }),
    /** The id of the work log that a confirmed entry became. */
    logOf: async (id: number) => Confirmed.parse((await call('GET', path(id))).json()).workLogId,
    rowOf: (id: number) => pendingRow(shared().server, id),
    countLogs: () => shared().server.services.db.select().from(workLogs).all().length,
    /** Marks a log as invoiced, or as not invoiced, as the invoicing does. */
    setInvoiced: (logId: number, isInvoiced: boolean) => {
      const { db } = shared().server.services;
      db.update(workLogs).set({ isInvoiced }).where(eq(workLogs.id, logId)).run();
    },
  };
}
