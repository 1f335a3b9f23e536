import type { ServerBuild } from '@remix-run/node';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Services } from '../../context.server.ts';
import { presentRequest } from '../../platform/request-scope.server.ts';
import { readSentAt, readSentLater, SENT_LATER } from '../form/sent-later.ts';
import { askedBy } from '../../lib/asked-by.ts';
import { wantsLite } from '../lite.ts';
import { personOfForm } from './session-checks.ts';
import { narrowBuilds, startOf } from './narrow-routes.ts';
import { isReadable } from './readable.ts';
import type { OfRequest, Reader } from './reader.server.ts';
import { addressOf, answerWithRemix, begin, toHeaders } from './remix.server.ts';
import type { RoutePatterns } from './route-patterns.ts';
import { turnsOf } from './turns.ts';
import type { Unchanged } from './unchanged.ts';

type Parts = {
  services: Services;
  build: ServerBuild | (() => Promise<ServerBuild>);
  unchanged: Unchanged;
  /** Null: all is answered in this thread. */
  reader: Reader | null;
  isForReader: (request: Request) => boolean;
};

/** Gives what says whether the reader may answer a request, and has room for it now. */
export function chooseForReader(
  reader: Reader | null,
  patterns: RoutePatterns,
): (request: Request) => boolean {
  return (request) => reader !== null && reader.hasRoom() && isReadable(request, patterns);
}

/** Has Remix answer, in this thread or, where the reader has room and may answer it, in that one. */
export function passToRemix(parts: Parts): RequestHandler {
  const answerHere = answerInThisThread(parts);
  const { reader, isForReader, services } = parts;
  return (request, response, next) => {
    if (reader && isForReader(request)) {
      const answering = letRead(reader, services.kept, request, response).then((isAnswered) => {
        if (!isAnswered) answerHere(request, response, next);
      });
      answering.catch(next);
    } else answerHere(request, response, next);
  };
}

function answerInThisThread({ services, build, unchanged }: Parts): RequestHandler {
  const handlerFor = (ofRoutes: Parts['build']) =>
    answerWithRemix(
      ofRoutes,
      (request, response) => ({
        ...services,
        ...ofRequest(request, response),
        sentLater: readSentLater(request.get(SENT_LATER), services.clock()),
        sentAt: readSentAt(request.get(SENT_LATER), services.clock()),
        pageOf: personOfForm(request),
        takeTurn: turnsOf(response),
        toast: null,
        confirmed: new Set<string>(),
        unchanged,
      }),
      services.kept,
    );
  const handleAny = handlerFor(build);
  const handlers = new Map<string, RequestHandler>();
  if (typeof build !== 'function') {
    for (const [start, narrow] of narrowBuilds(build)) handlers.set(start, handlerFor(narrow));
  }
  return (request: Request, response: Response, next: NextFunction) => {
    const handle = handlers.get(startOf(request.path)) ?? handleAny;
    handle(request, response, next);
  };
}

function ofRequest(request: Request, response: Response): OfRequest {
  const cookies = request.get('Cookie') ?? '';
  return {
    address: request.ip ?? '',
    host: String(response.locals.host ?? ''),
    nonce: String(response.locals.nonce),
    isDataRequest: request.query._data !== undefined,
    isLite: wantsLite(cookies, request.get('Save-Data')),
    cookies,
    askedBy: askedBy(request),
  };
}

/** Has the reader answer; false: it could not, and nothing is written. */
async function letRead(
  reader: Reader,
  kept: Services['kept'],
  request: Request,
  response: Response,
): Promise<boolean> {
  const answer = await reader.ask({
    url: addressOf(request),
    headers: [...toHeaders(request)],
    ofRequest: ofRequest(request, response),
    encoding: encodingFor(request),
  });
  if (answer === null) return false;
  // It may have read what is committed, and not kept yet.
  await kept().catch(() => undefined);
  const scope = presentRequest();
  if (scope) Object.assign(scope, { thread: 'reader', userId: answer.userId });
  begin(response, answer);
  if (answer.body) response.end(Buffer.from(answer.body));
  else response.end();
  return true;
}

/** As the compressor chooses, which leaves alone what is compressed. */
function encodingFor(request: Request): 'br' | 'gzip' | null {
  if (request.acceptsEncodings('br')) return 'br';
  return request.acceptsEncodings('gzip') ? 'gzip' : null;
}
