import { show } from '../../auth/press.server.ts';
import { noteDownload } from '../../history/history.server.ts';
import { streamParts } from '../../http/stream-parts.server.ts';
import { PRODUCT_NAME } from '../../lib/product.ts';
import { archiveOf } from './archive.server.ts';
import { savedAs } from './files.server.ts';

/** Everything at once, as one archive, read from one copy of the database, so that its parts agree. */
export const loader = show(async ({ request, context, user }) => {
  const headers = {
    'Content-Type': 'application/zip',
    ...savedAs(context, PRODUCT_NAME.toLowerCase(), 'zip'),
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const { signal } = request;
  const copy = await context.exports.begin(user.id, signal);
  context.logger.info({ userId: user.id }, 'Everything is being downloaded');
  const parts = archiveOf(context, copy);
  // Whoever leaves before the answer is looked at leaves a stream that nobody ever ends, or even begins.
  const leave = () => void parts.return().then(copy.end);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  noteDownload(context, 'export.zip');
  return streamParts(context.takeTurn, parts, headers);
});
