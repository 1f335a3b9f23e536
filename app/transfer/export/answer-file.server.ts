import { pageFor } from '../../http/form/submit.server.ts';
import { streamParts } from '../../http/stream-parts.server.ts';
import type { RequestContext } from '../../http/request-context.server.ts';
import { dayOf } from '../../lib/calendar.ts';
import { notFound } from '../../lib/errors.ts';
import { COLUMNS, type FileKind } from '../columns.ts';
import { fileParts } from './files.server.ts';

type FileContext = Pick<RequestContext, 'db' | 'clock' | 'config' | 'takeTurn'>;

/** The headers of a file that a browser saves; its name has the day in it. */
export function savedAs(context: Pick<FileContext, 'clock' | 'config'>, what: string, end: string) {
  const day = dayOf(context.clock(), context.config.timeZone);
  return {
    'Content-Disposition': `attachment; filename="${what}-${day}.${end}"`,
    'Cache-Control': 'no-store',
  };
}

/**
 * Answers with the file that an address names, with its list's filters, streamed. `onBegin` is called once
 * its first rows are read, so that the history does not tell of itself. Throws the page of a filter that
 * cannot be read.
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
