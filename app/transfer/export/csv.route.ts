import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { noteDownload } from '../../history/history.server.ts';
import { orPage } from '../../http/form/submit.server.ts';
import { streamParts } from '../../http/stream-parts.server.ts';
import { notFound } from '../../lib/errors.ts';
import { COLUMNS, type FileKind } from '../columns.ts';
import { FILES, savedAs } from './files.server.ts';

/** The files of all lists with their filters, streamed, `/work-logs.csv` and so on: one module under several addresses. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const { pathname, searchParams } = new URL(request.url);
  const name = pathname.replace(/^\//, '');
  const kind = name.replace(/\.csv$/, '');
  // Once its first rows are read, so that the history does not tell of itself.
  const onBegin = () => {
    if (request.method === 'GET') noteDownload(context, name);
  };
  return orPage(() => {
    if (!isFileKind(kind)) throw notFound('The file');
    const parts = telling(FILES[kind](context, searchParams), onBegin);
    return streamParts(context.takeTurn, parts, {
      'Content-Type': 'text/csv; charset=utf-8',
      ...savedAs(context, kind, 'csv'),
    });
  });
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

function isFileKind(name: string): name is FileKind {
  return Object.hasOwn(COLUMNS, name);
}
