import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { pendingWorkLogs, type PendingWorkLog } from '#db/schema.ts';
import type { TestServer } from './test-server.ts';

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

/** The entry as the database has it. Throws when there is none. */
export function pendingRow({ services }: Server, id: number): PendingWorkLog {
  const row = services.db.select().from(pendingWorkLogs).where(eq(pendingWorkLogs.id, id)).get();
  if (!row) throw new Error(`There is no pending work log ${id}`);
  return row;
}

/** Every entry, as the database has them. */
export function pendingRows({ services }: Server): PendingWorkLog[] {
  return services.db.select().from(pendingWorkLogs).all();
}
