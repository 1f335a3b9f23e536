import { and, eq, gte, ne } from 'drizzle-orm';
import { imports } from '#db/schema.ts';
import type { Watch } from '../../webhooks/events.ts';
import { FORGOTTEN } from './imports.server.ts';

/** Tells of files whose import failed. */
export const FAILED_FILE_IMPORTS: Watch = {
  type: 'import.failed',
  look: ({ db }, since) =>
    db
      .select()
      .from(imports)
      .where(
        and(
          eq(imports.status, 'failed'),
          gte(imports.finishedAt, since),
          ne(imports.message, FORGOTTEN),
        ),
      )
      .all()
      .map(({ id, fileName, message, finishedAt, startedAt }) => ({
        key: `file:${id}`,
        at: finishedAt ?? startedAt,
        title: `The import of ${fileName} failed`,
        text: message ?? 'The file could not be imported.',
        path: `/import/${id}`,
        data: { source: 'file', importId: id, fileName, reason: message },
      })),
};
