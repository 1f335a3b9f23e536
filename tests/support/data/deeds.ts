import type { TestServer } from '../server/test-server.ts';
import type { Visitor } from '../server/visitor.ts';

/** What may be done to logs between two imports, by the ordinary ways in, each to the log of a number. */
export type Deeds = Record<string, (visitor: Visitor, log: number) => Promise<unknown>>;

/** Those that any file's logs may meet: other time, deletion, an invoice made elsewhere. */
export const usualDeeds = (server: () => TestServer): Deeds => ({
  time: (visitor, log) => visitor.api('PUT', `/api/work-logs/${log}`, { duration: 75 }),
  deleted: (visitor, log) => visitor.api('DELETE', `/api/work-logs/${log}`),
  billed: (_, log) =>
    Promise.resolve(
      server()
        .services.db.$client.prepare('update work_logs set is_invoiced = 1 where id = ?')
        .run(log),
    ),
});
