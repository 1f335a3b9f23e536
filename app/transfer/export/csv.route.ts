import { show } from '../../auth/press.server.ts';
import { noteDownload } from '../../history/history.server.ts';
import { streamParts } from '../../http/stream-parts.server.ts';
import { notFound } from '../../lib/errors.ts';
import { COLUMNS, type FileKind } from '../columns.ts';
import { FILES, savedAs } from './files.server.ts';

/** The files of all lists with their filters, streamed, `/work-logs.csv` and so on: one module under several addresses. */
export const loader = show(({ request, context, url: { pathname, searchParams } }) => {
  const name = pathname.replace(/^\//, '');
  const kind = name.replace(/\.csv$/, '');
  // Once its first rows are read, so that the history does not tell of itself.
  const onBegin = () => {
    if (request.method === 'GET') noteDownload(context, name);
  };
  if (!isFileKind(kind)) throw notFound('The file');
  const parts = telling(FILES[kind](context, searchParams), onBegin);
  return streamParts(context.takeTurn, parts, {
    'Content-Type': 'text/csv; charset=utf-8',
    ...savedAs(context, kind, 'csv'),
  });
});

function* telling(parts: Generator<string, void>, onBegin: () => void): Generator<string, void> {
  const first = [parts.next(), parts.next()];
  onBegin();
  for (const part of first) if (!part.done) yield part.value;
  yield* parts;
}

function isFileKind(name: string): name is FileKind {
  return Object.hasOwn(COLUMNS, name);
}
