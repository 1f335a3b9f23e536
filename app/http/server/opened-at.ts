import type { RequestHandler, Response } from 'express';
import type { Services } from '../../context.server.ts';
import { isOwnHost } from '../opened-elsewhere.ts';
import { isFromProxy } from './named-by-proxy.ts';

/** Of how many other addresses the log says that a page was opened there. */
const MOST_TOLD = 5;

/**
 * Keeps the host that a browser asked for, for what people read and nothing else: a trusted proxy tells it, or passes it
 * on. One that does neither leaves it unknown, unless it looks like a browser's own request. Says once in the log of each
 * that is not ours.
 */
export function noteOpened({
  config,
  logger,
}: Pick<Services, 'config' | 'logger'>): RequestHandler {
  const told = new Set<string>();
  return (request, response, next) => {
    const { host = '', accept = '' } = request.headers;
    const byProxy = isFromProxy(request)
      ? request.get('X-Forwarded-Host')?.split(',')[0]
      : undefined;
    delete request.headers['x-forwarded-host'];
    response.locals.host = byProxy ?? host;
    const isUnsure =
      byProxy === undefined &&
      isFromProxy(request) &&
      (request.httpVersion === '1.0' ||
        ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'].some(
          (name) => name in request.headers,
        ));
    const opened = isUnsure ? '' : (byProxy ?? host);
    response.locals.openedAt = opened;
    if (
      accept.includes('text/html') &&
      !isOwnHost(config, opened) &&
      /^[\w.:[\]-]{1,100}$/.test(opened) &&
      !told.has(opened) &&
      told.size < MOST_TOLD
    ) {
      told.add(opened);
      const help =
        'Open it at APP_ORIGIN; or set APP_ORIGIN to the address that people open, and start again.';
      logger.warn(
        { opened, expected: config.origin, help },
        'opened at an address that is not ours',
      );
    }
    next();
  };
}

/** The host under which the page was opened that this answers with; '' where that is not known. */
export const openedAt = ({ locals }: Response): string => String(locals.openedAt ?? '');
