import type { Request, RequestHandler } from 'express';
import type { Services } from '../../context.server.ts';
import { factsAt } from '../facts-at.ts';
import { routedPath } from './routed-path.ts';

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
