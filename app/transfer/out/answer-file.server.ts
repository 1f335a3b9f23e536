import { pageFor } from '../../http/submit.server.ts';
import { streamParts } from '../../http/stream-parts.server.ts';
import type { RequestContext } from '../../context.server.ts';
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
 * Answers with the file that an address names, with its list's filters, streamed. Throws the page of a
 * filter that cannot be read.
 */
export function answerFile(context: FileContext, url: URL): Response {
  const kind = fileOf(url).replace(/\.csv$/, '');
  try {
    if (!isFileKind(kind)) throw notFound('The file');
    return streamParts(context.takeTurn, fileParts(kind, context, url.searchParams), {
      'Content-Type': 'text/csv; charset=utf-8',
      ...savedAs(context, kind, 'csv'),
    });
  } catch (error) {
    throw pageFor(error);
  }
}

/** The name of the file that an address gives, such as `work-logs.csv`. */
export const fileOf = ({ pathname }: URL) => pathname.replace(/^\//, '');

function isFileKind(name: string): name is FileKind {
  return Object.hasOwn(COLUMNS, name);
}
