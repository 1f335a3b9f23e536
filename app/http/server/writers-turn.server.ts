import type { Request, RequestHandler } from 'express';
import type { Services } from '../../context.server.ts';
import { routedPath } from './routed-path.ts';
import { isUpload } from './uploads.ts';

/** What a browser follows to sign in or out, or to connect; these write although they are read. */
const WRITING_READS = [
  '/api/login',
  '/api/logout',
  '/api/auth/callback',
  '/api/xero/authorize',
  '/api/xero/callback',
];

/** The undo of an import waits by itself, since it may be long. */
const WAITS_BY_ITSELF = /^\/import\/\d+\/undo$|^\/api\/imports\/\d+$/;

/** Whether what is read at an address is written, too. */
function isWritingRead(address: string): boolean {
  return WRITING_READS.includes(routedPath(address));
}

function waits(request: Request): boolean {
  const { method, url } = request;
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (isRead) return isWritingRead(url);
  return !isUpload(request) && !WAITS_BY_ITSELF.test(routedPath(url));
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
