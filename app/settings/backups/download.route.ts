import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { noteDownload } from '../../history/history.server.ts';
import { notFound } from '../../lib/errors.ts';
import { pageFor } from '../../http/form/submit.server.ts';
import { backupFolder } from '../../platform/backups/backup-files.server.ts';

/** Sends a backup as a file. Only a name that is in the list is ever looked up on the disk. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const backup = context.backups.list().find(({ name }) => name === params.name);
  if (!backup) throw pageFor(notFound('The backup'));
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
}
