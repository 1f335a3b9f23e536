import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from '../../platform/logger.server.ts';
import type { Counts } from '../../platform/metrics/metrics.server.ts';
import { inRequest, type RequestScope } from '../../platform/request-scope.server.ts';
import type { RoutePatterns } from './route-patterns.ts';

/**
 * Gives each request an id, which its log lines and its answer carry, and logs and counts it; assets
 * are only counted. Leaves out the query, and what is not a number in a path: a link may hold a
 * secret, and a path an email.
 */
export function logRequests(
  logger: Logger,
  patterns: RoutePatterns,
  counts: Counts | null,
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const scope: RequestScope = { requestId: randomBytes(9).toString('base64url') };
    const isAsset = request.path.startsWith('/assets/');
    const { route, path } = isAsset ? ASSET : patterns.find(request.path);
    const { method } = request;
    response.set('X-Request-Id', scope.requestId);
    response.on('close', () => {
      const milliseconds = performance.now() - startedAt;
      const { statusCode: status } = response;
      counts?.request({ route, method, status, seconds: milliseconds / 1000 });
      if (isAsset) return;
      const isAborted = !response.writableFinished;
      logger.info(
        {
          ...scope,
          method,
          path,
          status,
          milliseconds: Math.round(milliseconds),
          ...(isAborted && { isAborted }),
        },
        'request',
      );
    });
    scopes.set(request, scope);
    inRequest(scope, next);
  };
}

const scopes = new WeakMap<object, RequestScope>();

/** Goes on in the scope of the request, which the reading of a body leaves. */
export const stayInRequest: RequestHandler = (request, _response, next) => {
  const scope = scopes.get(request);
  if (scope) inRequest(scope, next);
  else next();
};

const ASSET = { route: '/assets/*', path: '/assets/*' };
