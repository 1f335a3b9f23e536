import { json } from '@remix-run/node';
import type { Services } from '../context.server.ts';
import { ProductError } from '../lib/errors.ts';
import { formatCursor, parseCursor, readFilters, type WorkLogFilters } from './filters.ts';
import { listWorkLogs } from './list.server.ts';
import { toWorkLogView, type NamedWorkLog } from './work-logs.ts';

type ListServices = Pick<Services, 'db' | 'config'>;

/** How many logs are read from the database at a time when all are asked for. */
const CHUNK = 1_000;

/** The highest `limit` that is taken. */
const MAX_LIMIT = 1_000;

/**
 * `GET /api/work-logs`. Without `limit` every log that matches, streamed, so that a
 * million of them need little memory; with it one page, and the next one's address in
 * the `Link` header. Throws 400.
 */
export function answerWorkLogs(services: ListServices, url: URL): Response {
  const { filters, issues } = readFilters(url.searchParams);
  if (issues) throw new ProductError(400, issues[0]?.message ?? 'Wrong filter.', issues);
  const limit = readLimit(url.searchParams.get('limit'));
  const cursor = readCursor(url.searchParams.get('cursor'));
  if (limit === null) return streamAll(services, filters, cursor);
  const { logs, hasMore } = listWorkLogs(services, filters, { limit, older: cursor });
  const last = logs.at(-1);
  if (!hasMore || !last) return json(logs.map(toWorkLogView));
  const next = new URL(url.pathname + url.search, services.config.origin);
  next.searchParams.set('cursor', cursorOf(last));
  return json(logs.map(toWorkLogView), { headers: { Link: `<${next.href}>; rel="next"` } });
}

function cursorOf(log: NamedWorkLog): string {
  return formatCursor({ date: log.date.getTime(), id: log.id });
}

function readLimit(text: string | null): number | null {
  if (text === null || text === '') return null;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  const message = `This should be a whole number from 1 to ${MAX_LIMIT}.`;
  throw new ProductError(400, message, [{ path: 'limit', message }]);
}

function readCursor(text: string | null) {
  if (text === null || text === '') return undefined;
  const cursor = parseCursor(text);
  if (cursor) return cursor;
  const message = 'This should be the cursor of a Link header.';
  throw new ProductError(400, message, [{ path: 'cursor', message }]);
}

function streamAll(
  services: ListServices,
  filters: WorkLogFilters,
  from: ReturnType<typeof readCursor>,
): Response {
  const encoder = new TextEncoder();
  let older = from;
  let isFirst = true;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { logs, hasMore } = listWorkLogs(services, filters, { limit: CHUNK, older });
      const rows = logs.map((log) => JSON.stringify(toWorkLogView(log))).join(',');
      const start = isFirst ? '[' : logs.length > 0 ? ',' : '';
      controller.enqueue(encoder.encode(`${start}${rows}${hasMore ? '' : ']'}`));
      isFirst = false;
      const last = logs.at(-1);
      if (!hasMore || !last) {
        controller.close();
        return;
      }
      older = { date: last.date.getTime(), id: last.id };
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}
