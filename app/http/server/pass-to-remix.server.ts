import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import type { Services } from '../../context.server.ts';
import { readSentAt, readSentLater, SENT_LATER } from '../form/sent-later.ts';
import { askedBy } from '../../lib/asked-by.ts';
import { wantsLite } from '../lite.ts';
import { personOfForm } from './session-checks.ts';
import { narrowBuilds, startOf } from './narrow-routes.ts';
import { answerWithRemix } from './remix.server.ts';
import { turnsOf } from './turns.ts';
import type { Unchanged } from './unchanged.ts';

type Parts = {
  services: Services;
  build: ServerBuild | (() => Promise<ServerBuild>);
  unchanged: Unchanged;
};

/** Has Remix answer. */
export function passToRemix({ services, build, unchanged }: Parts): RequestHandler {
  const handlerFor = (ofRoutes: Parts['build']) =>
    answerWithRemix(ofRoutes, (request, response) => {
      const cookies = request.get('Cookie') ?? '';
      return {
        ...services,
        address: request.ip ?? '',
        host: String(response.locals.host ?? ''),
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
    });
  const handleAny = handlerFor(build);
  const handlers = new Map<string, RequestHandler>();
  if (typeof build !== 'function') {
    for (const [start, narrow] of narrowBuilds(build)) handlers.set(start, handlerFor(narrow));
  }
  return (request, response, next) => {
    const handle = handlers.get(startOf(request.path)) ?? handleAny;
    handle(request, response, next);
  };
}
