import { and, eq, gte } from 'drizzle-orm';
import { todoistImports } from '#db/schema.ts';
import { dayOf } from '../../lib/calendar.ts';
import type { Watch } from '../../webhooks/events.ts';

/** Tells of imports of tasks that failed; of automatic ones, which are tried again within the hour, once a day. */
export const FAILED_TASK_IMPORTS: Watch = {
  type: 'import.failed',
  look: ({ db, config }, since) =>
    db
      .select()
      .from(todoistImports)
      .where(and(eq(todoistImports.status, 'failed'), gte(todoistImports.finishedAt, since)))
      .all()
      .map(({ id, userId, failure, finishedAt, startedAt }) => {
        const at = finishedAt ?? startedAt;
        const text = failure ?? 'Failed to sync with Todoist.';
        return {
          key: `tasks:${userId === null ? dayOf(at, config.timeZone) : id}`,
          at,
          title: 'The import from Todoist failed',
          text,
          path: '/pending-work-logs',
          data: { source: 'todoist', importId: id, isAutomatic: userId === null, reason: text },
        };
      }),
};
