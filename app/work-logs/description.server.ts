import { eq } from 'drizzle-orm';
import { write } from '#db/connection.server.ts';
import { workLogs } from '#db/schema.ts';
import type { Services } from '../context.server.ts';
import { getOpenWorkLog } from './work-logs.server.ts';

/**
 * Changes only the description of a log. Throws 404, and 409 when the log is, or is being,
 * invoiced.
 */
export function describeWorkLog(
  services: Pick<Services, 'db' | 'clock'>,
  id: number,
  description: string,
): void {
  write(services.db, () => {
    getOpenWorkLog(services, id);
    services.db
      .update(workLogs)
      .set({ description, updatedAt: services.clock() })
      .where(eq(workLogs.id, id))
      .run();
  });
}
