import type { RequestHandler } from 'express';
import type { Logger } from '../../platform/logger.server.ts';

/**
 * Logs one line for each request, except for assets. Leaves out the query: a link may hold a
 * secret.
 */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const path = request.path;
    response.on('close', () => {
      if (path.startsWith('/assets/')) return;
      const milliseconds = Math.round(performance.now() - startedAt);
      const isAborted = !response.writableFinished;
      const { method } = request;
      const { statusCode: status } = response;
      logger.info(
        { method, path, status, milliseconds, ...(isAborted && { isAborted }) },
        'request',
      );
    });
    next();
  };
}
