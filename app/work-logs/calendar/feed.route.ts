import type { LoaderFunctionArgs } from '@remix-run/node';
import { isKnown } from '../../http/unchanged.server.ts';
import { calendarAt } from './calendar.server.ts';

const HEADERS = { 'X-Robots-Tag': 'noindex' };

/** A person's calendar, for programs that know its address: the secret in it stands for a session. */
export function loader({ request, context, params }: LoaderFunctionArgs): Response {
  const found = calendarAt(context, params.address ?? '');
  if (found === null) {
    const headers = { ...HEADERS, 'Cache-Control': 'no-store' };
    return new Response('There is no calendar at this address.', { status: 404, headers });
  }
  const { text, tag } = found;
  const headers = { ...HEADERS, 'Cache-Control': 'private, no-cache', ETag: tag };
  if (isKnown(request, tag)) return new Response(null, { status: 304, headers });
  return new Response(text, {
    headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
  });
}
