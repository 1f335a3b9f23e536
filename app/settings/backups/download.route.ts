import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { show } from '../../auth/press.server.ts';
import { noteDownload } from '../../history/history.server.ts';
import { notFound } from '../../lib/errors.ts';
import { backupFolder } from '../../platform/backups/backup-files.server.ts';

/** Sends a backup as a file. Only a name that is in the list is ever looked up on the disk. */
export const loader = show(({ request, context, params, user }) => {
  const backup = context.backups.list().find(({ name }) => name === params.name);
  if (!backup) throw notFound('The backup');
  const { name, size } = backup;
  context.logger.info({ userId: user.id, backup: name }, 'A backup was downloaded');
  if (request.method === 'GET') noteDownload(context, name);
  const file = createReadStream(join(backupFolder(context.config.dataDir), name));
  return new Response(createReadableStreamFromReadable(file), {
    headers: {
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Length': String(size),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
});
