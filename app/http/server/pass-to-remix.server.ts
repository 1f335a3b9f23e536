import { Readable } from 'node:stream';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler } from 'express';
import type { Services } from '../../context.server.ts';
import { readSentAt, readSentLater, SENT_LATER } from '../form/sent-later.ts';
import { askedBy } from '../../lib/asked-by.ts';
import { wantsLite } from '../device-choices.ts';
import { openedAt } from './opened-at.ts';
import { personOfForm } from './session-checks.ts';
import { namedBy } from './named-by-proxy.ts';
import { narrowBuilds, startOf } from './narrow-routes.ts';
import { turnsOf } from './in-turn.ts';
import { tokenOf } from './tokens.ts';
import type { Unchanged } from './unchanged.ts';

type Parts = {
  services: Services;
  build: ServerBuild | (() => Promise<ServerBuild>);
  unchanged: Unchanged;
};

/** Has Remix answer. */
export function passToRemix({ services, build, unchanged }: Parts): RequestHandler {
  const getLoadContext: GetLoadContextFunction = (_asked, response) => {
    // The request itself: Remix may have been given a copy of it.
    const { req: request } = response;
    const cookies = request.get('Cookie') ?? '';
    return {
      ...services,
      address: request.ip ?? '',
      host: openedAt(response),
      namedByProxy: namedBy(response),
      token: tokenOf(response),
      nonce: String(response.locals.nonce),
      isDataRequest: request.query._data !== undefined,
      isLite: wantsLite(cookies, request.get('Save-Data')),
      cookies,
      askedBy: askedBy(request),
      sentLater: readSentLater(request.get(SENT_LATER), services.clock()),
      sentAt: readSentAt(request.get(SENT_LATER), services.clock()),
      pageOf: personOfForm(request),
      takeTurn: turnsOf(response),
      toast: null,
      confirmed: new Set<string>(),
      unchanged,
    };
  };
  const handlerFor = (ofRoutes: Parts['build']) =>
    createRequestHandler({ build: ofRoutes, getLoadContext, mode: process.env.NODE_ENV });
  const handleAny = handlerFor(build);
  const handlers = new Map<string, typeof handleAny>();
  if (typeof build !== 'function') {
    for (const [start, narrow] of narrowBuilds(build)) handlers.set(start, handlerFor(narrow));
  }
  return (request, response, next) => {
    keepEmptyHeaders(request);
    const handle = handlers.get(startOf(request.path)) ?? handleAny;
    void handle(withBody(request), response, next);
  };
}

/** Remix's adapter leaves out a header without a value; but a blank `If-Match` is no missing one. */
function keepEmptyHeaders({ headers }: Request): void {
  for (const [name, value] of Object.entries(headers)) if (value === '') headers[name] = ' ';
}

/**
 * What Remix's adapter reads of a request, with its body as a new stream: the checks of its size and origin have
 * read it. That of an upload is not read yet.
 */
function withBody(request: Request): Request {
  const { body } = request as { body: unknown };
  if (!Buffer.isBuffer(body)) return request;
  const { method, headers, originalUrl, protocol, hostname } = request;
  const get = request.get.bind(request);
  const copy = { method, headers, originalUrl, protocol, hostname, get };
  return Object.assign(Readable.from(body), copy) as unknown as Request;
}
