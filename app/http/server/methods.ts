import type { Request, RequestHandler } from 'express';
import type { Services } from '../../context.server.ts';
import { factsAt } from '../facts-at.ts';
import { refuse } from './refuse.ts';
import { isForPrograms, routedPath } from './routed-path.ts';

const READ_METHODS = ['GET', 'HEAD'];
const SCREEN_METHODS = [...READ_METHODS, 'POST'];
const API_METHODS = [...SCREEN_METHODS, 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const TAKEN = { reads: READ_METHODS, presses: SCREEN_METHODS };

/**
 * Refuses a method that an address never takes. Screens take GET and POST only; each address of the API
 * refuses further methods by itself.
 */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  const { takes } = factsAt(routedPath(request.url));
  const isApi = isForPrograms(request.url);
  const methods = takes ? TAKEN[takes] : isApi ? API_METHODS : SCREEN_METHODS;
  if (methods.includes(request.method)) {
    next();
    return;
  }
  response.set('Allow', methods.join(', '));
  refuse(
    request,
    response,
    405,
    isApi || takes
      ? `This address takes ${methods.join(', ')}.`
      : 'A screen can only be opened, or sent a form.',
  );
};

function waits(request: Request): boolean {
  const { method, url } = request;
  const { writes = false, takesFile = false, waitsByItself = false } = factsAt(routedPath(url));
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  return isRead ? writes : !waitsByItself && !(takesFile && method === 'POST');
}

/**
 * Lets what writes wait while an import of many lines is written, some seconds, so that nobody else
 * waits for it. A file that is sent in waits once it is here.
 */
export function waitToWrite({ longWrites }: Pick<Services, 'longWrites'>): RequestHandler {
  return (request, response, next) => {
    if (!waits(request)) {
      next();
      return;
    }
    void longWrites.turn().then((end) => {
      if (response.closed) end();
      else {
        response.once('close', end);
        next();
      }
    });
  };
}
