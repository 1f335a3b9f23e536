import type { Request, RequestHandler, Response } from 'express';
import type { Services } from '../../context.server.ts';
import { isOwnHost } from '../opened-elsewhere.ts';
import { isFromProxy } from './named-by-proxy.ts';

/** Of how many other addresses the log says that a page was opened there. */
const MOST_TOLD = 5;

const FORWARDED = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'];

const HELP =
  'Open it at APP_ORIGIN; or set APP_ORIGIN to the address that people open, and start again.';

/**
 * Keeps the host that a browser asked for, for what people read and nothing else, and says once in the log of each that
 * is not ours.
 */
export function noteOpened(services: Pick<Services, 'config' | 'logger'>): RequestHandler {
  const { config, logger } = services;
  const told = new Set<string>();
  return (request, response, next) => {
    const opened = hostOf(request);
    delete request.headers['x-forwarded-host'];
    response.locals.openedAt = opened;
    response.locals.host = opened === '' ? request.headers.host : opened;
    const isPage = request.headers.accept?.includes('text/html') === true;
    const isNew = told.size < MOST_TOLD && !told.has(opened);
    if (isPage && isNew && !isOwnHost(config, opened) && /^[\w.:[\]-]{1,100}$/.test(opened)) {
      told.add(opened);
      const { origin: expected } = config;
      logger.warn({ opened, expected, help: HELP }, 'opened at an address that is not ours');
    }
    next();
  };
}

/**
 * The host that a browser asked for: a trusted proxy tells it. One that passes on a request and does not tell may have
 * put its own in the place: '', not known. Old ones pass on by HTTP/1.0.
 */
function hostOf(request: Request): string {
  const { host = '' } = request.headers;
  if (!isFromProxy(request)) return host;
  const told = request.get('X-Forwarded-Host')?.split(',')[0];
  const isPassedOn =
    request.httpVersion === '1.0' || FORWARDED.some((name) => name in request.headers);
  return told ?? (isPassedOn ? '' : host);
}

/** The host under which the page was opened that this answers with; '' where that is not known. */
export const openedAt = ({ locals }: Response): string => String(locals.openedAt ?? '');
