import { openCopy } from '#db/connection.server.ts';
import { streamParts } from '../../http/stream-parts.server.ts';
import { PRODUCT_NAME } from '../../lib/product.ts';
import type { RequestContext } from '../../http/request-context.server.ts';
import { archiveParts } from './archive.server.ts';
import { savedAs } from './answer-file.server.ts';
import type { ExportedCopy } from '../../ports.ts';

type ExportContext = Pick<RequestContext, 'clock' | 'config' | 'takeTurn' | 'exports' | 'logger'>;

/**
 * Answers with an archive of everything, streamed. All of it is read from one copy of the database, so
 * that its parts agree, and others may write meanwhile. Throws 409 while the person has another one.
 */
export async function answerExport(
  context: ExportContext,
  user: { id: number },
  request: Pick<Request, 'method' | 'signal'>,
): Promise<Response> {
  const headers = {
    'Content-Type': 'application/zip',
    ...savedAs(context, PRODUCT_NAME.toLowerCase(), 'zip'),
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const { signal } = request;
  const copy = await context.exports.begin(user.id, signal);
  context.logger.info({ userId: user.id }, 'Everything is being downloaded');
  const parts = partsOf(context, copy);
  // Whoever leaves before the answer is looked at leaves a stream that nobody ever ends.
  signal.addEventListener('abort', () => void parts.return());
  return streamParts(context.takeTurn, parts, headers);
}

async function* partsOf(
  { clock, config }: ExportContext,
  copy: ExportedCopy,
): AsyncGenerator<Uint8Array, void> {
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
