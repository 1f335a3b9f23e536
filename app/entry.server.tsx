import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { ProductError } from './lib/errors.ts';

// The product starts from its own build, so that each of its modules is there once.
export { explainFailedStart, start } from './start.server.ts';

/**
 * Renders a page in one piece: nothing here streams, and `renderToString` answers half as
 * many requests again as the streaming renderer (docs/decisions/0002-hydration.md).
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
) {
  const html = renderToString(<RemixServer context={remixContext} url={request.url} />);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // Remix refuses a post to a page without an action, but does not say what it takes.
  if (status === 405) headers.set('Allow', 'GET, HEAD');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache');
  // Bytes, not text: a Response would check and encode the text again.
  const page = Buffer.from(`<!DOCTYPE html>${html}`);
  return new Response(page, { status, headers });
}

/** The data of a page is as private as the page. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (!response.headers.has('Cache-Control')) {
    response.headers.set('Cache-Control', 'private, no-cache');
  }
  return response;
};

/** What loaders and actions throw and nobody expected; a wrong address or method is no fault of ours. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || error instanceof ProductError) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.logger.error({ error, method: request.method }, 'A page failed');
};
