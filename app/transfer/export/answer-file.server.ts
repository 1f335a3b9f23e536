import { pageFor } from '../../http/form/submit.server.ts';
import { streamParts } from '../../http/stream-parts.server.ts';
import type { RequestContext } from '../../http/request-context.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import { COLUMNS, type FileKind } from '../columns.ts';
import { fileParts } from './files.server.ts';
import { openCopy } from '#db/connection.server.ts';
import { PRODUCT_NAME } from '../../lib/product.ts';
import { archiveParts } from './archive.server.ts';
import type { ExportedCopy } from '../../ports.ts';

type FileContext = Pick<RequestContext, 'db' | 'clock' | 'config' | 'takeTurn'>;

/** The headers of a file that a browser saves; its name has the day in it. */
function savedAs(context: Pick<FileContext, 'clock' | 'config'>, what: string, end: string) {
  const day = dayOf(context.clock(), context.config.timeZone);
  return {
    'Content-Disposition': `attachment; filename="${what}-${day}.${end}"`,
    'Cache-Control': 'no-store',
  };
}

/**
 * Answers with a list's file, streamed. `onBegin` is called once its first rows are read, so that the history does
 * not tell of itself. Throws the page of a filter that cannot be read.
 */
export function answerFile(context: FileContext, url: URL, onBegin: () => void): Response {
  const kind = fileOf(url).replace(/\.csv$/, '');
  try {
    if (!isFileKind(kind)) throw notFound('The file');
    return streamParts(
      context.takeTurn,
      telling(fileParts(kind, context, url.searchParams), onBegin),
      {
        'Content-Type': 'text/csv; charset=utf-8',
        ...savedAs(context, kind, 'csv'),
      },
    );
  } catch (error) {
    throw pageFor(error);
  }
}

function* telling(parts: Generator<string, void>, onBegin: () => void): Generator<string, void> {
  const first = [parts.next(), parts.next()];
  onBegin();
  try {
    for (const part of first) if (!part.done) yield part.value;
    yield* parts;
  } finally {
    parts.return();
  }
}

/** The name of the file that an address gives, such as `work-logs.csv`. */
export const fileOf = ({ pathname }: URL) => pathname.replace(/^\//, '');

function isFileKind(name: string): name is FileKind {
  return Object.hasOwn(COLUMNS, name);
}

type ExportContext = Pick<RequestContext, 'clock' | 'config' | 'takeTurn' | 'exports' | 'logger'>;

/**
 * Answers with an archive of everything, read from one copy of the database. Throws 409 while the person has another
 * one.
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
