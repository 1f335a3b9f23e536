import type { Request, RequestHandler } from 'express';
import type { Services } from '../../context.server.ts';
import { isUpload } from './uploads.ts';

/** What a browser follows to sign in or out, or to connect; these write although they are read. */
export const WRITING_READS = [
  '/api/login',
  '/api/logout',
  '/api/auth/callback',
  '/api/xero/authorize',
  '/api/xero/callback',
];

/** The undo of an import waits by itself, since it may be long. */
const WAITS_BY_ITSELF = /^\/import\/\d+\/undo$|^\/api\/imports\/\d+$/;

function waits(request: Request): boolean {
  const { method, path } = request;
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (isRead) return WRITING_READS.includes(path);
  return !isUpload(request) && !WAITS_BY_ITSELF.test(path);
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
