import type { Request, RequestHandler, Response } from 'express';
import type { Services } from '../../context.server.ts';

/** Of how many addresses the log says that they are not believed. */
const MOST_TOLD = 10;

/**
 * Takes the header by which a proxy names who comes (AUTH_HEADER) off every request, and keeps what a trusted proxy says
 * in it. Anybody else could write anybody into it.
 */
export function takeNamed({ config, logger }: Pick<Services, 'config' | 'logger'>): RequestHandler {
  const { authHeader } = config;
  const told = new Set<string>();
  return (request, response, next) => {
    const named = authHeader === null ? '' : (request.get(authHeader)?.trim() ?? '');
    if (authHeader === null || named === '') {
      next();
      return;
    }
    Reflect.deleteProperty(request.headers, authHeader);
    const peer = request.socket.remoteAddress ?? '';
    if (isFromProxy(request)) {
      response.locals.namedByProxy = named;
    } else if (told.size < MOST_TOLD && !told.has(peer)) {
      told.add(peer);
      const help = 'If it is your proxy, name it in TRUSTED_PROXIES and start again.';
      logger.warn({ peer, help }, 'AUTH_HEADER of an address that is no trusted proxy is ignored');
    }
    next();
  };
}

/** Whom a trusted proxy names in the request that this answers; null: nobody. */
export function namedBy({ locals }: Response): string | null {
  return typeof locals.namedByProxy === 'string' ? locals.namedByProxy : null;
}

/** Whether a proxy that TRUSTED_PROXIES names sent a request, whatever the request says of itself. */
export function isFromProxy({ app, socket }: Request): boolean {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return isTrusted(socket.remoteAddress ?? '', 0);
}
