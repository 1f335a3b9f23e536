import { openCopy } from '#db/connection.server.ts';
import { streamParts } from '../../http/stream-parts.server.ts';
import type { RequestContext } from '../../context.server.ts';
import { archiveParts } from './archive.server.ts';
import { savedAs } from './answer-file.server.ts';
import type { ExportedCopy } from './exports.server.ts';

type ExportContext = Pick<
  RequestContext,
  'clock' | 'config' | 'takeTurn' | 'exports' | 'logger' | 'db'
>;

/**
 * Answers with an archive of everything, streamed. All of it is read from one copy of the database, so
 * that its parts agree, and others may write meanwhile. Throws 409 while the person has another one.
 */
export async function answerExport(
  context: ExportContext,
  user: { id: number },
  signal: AbortSignal,
): Promise<Response> {
  const copy = await context.exports.begin(user.id, signal);
  context.logger.info({ userId: user.id }, 'Everything was downloaded');
  return streamParts(context.takeTurn, partsOf(context, copy), {
    'Content-Type': 'application/zip',
    ...savedAs(context, 'tallyhour', 'zip'),
  });
}

async function* partsOf({ clock, config }: ExportContext, copy: ExportedCopy) {
  try {
    const db = openCopy(copy.file);
    try {
      yield* archiveParts({ db, clock, config }, copy.file);
    } finally {
      db.$client.close();
    }
  } finally {
    copy.end();
  }
}
