import {
  json,
  type AppLoadContext,
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { hasFormOfItsOwn } from './auth/unsent-form.server.ts';
import { needsOlderStyles } from './http/browser-age.ts';
import { styleSheetFor } from './http/style-sheet.ts';
import { sayTaken } from './http/form/sent-later.server.ts';
import { refusalPage } from './http/server/refuse.ts';
import { isApiAddress } from './http/server/routed-path.ts';
import { isKnown, tagOf } from './http/unchanged.server.ts';
import { ProductError } from './lib/errors.ts';
import { troubleOf } from './platform/trouble.server.ts';
import { PageOnlyContext } from './ui/scripts/page-only.tsx';
import { asText, isTextBrowser } from './ui/text-browser.ts';

// The build starts the product, so that each of its modules is loaded only once.
export { API as api } from './api.server.ts';
export { openApiText } from './openapi.server.ts';
export { run } from './commands.server.ts';
export { serve } from './serve.server.ts';
export { explainFailedStart as explain } from './start.server.ts';

/**
 * Forms with an address of their own are kept: after Back the same one-time key is sent again. A sign-out clears it.
 */
const SHOWN_AGAIN = 'private, no-cache';

/** Which of Remix's features are on, as it stands in what a page hands over to its scripts. */
const FEATURES = /"basename":"\/","future":\{[^}]*\},"isSpaMode":false,/;

/** Renders a page in one piece: `renderToString` serves 50% more requests than streaming (decision 2). */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  const { trouble, pageOnly, sentLater } = context;
  if (sentLater) return sayTaken(new Response(null, { status, headers }), sentLater);
  if (trouble) {
    return new Response(refusalPage(503, trouble), {
      status: 503,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  }
  const isKept = status === 200 && hasFormOfItsOwn(new URL(request.url).pathname);
  const tag = tagOf(context, { request, status, page: remixContext, isKept });
  if (tag !== null) {
    headers.set('ETag', tag);
    headers.set('Cache-Control', 'no-store');
    if (isKnown(request, tag)) return new Response(null, { status: 304, headers });
  }
  noteWrong(request, status, remixContext);
  // The scripts know it (entry.client.tsx).
  remixContext.serverHandoffString = remixContext.serverHandoffString?.replace(FEATURES, '');
  const html = renderToString(
    <PageOnlyContext.Provider value={pageOnly ?? null}>
      <RemixServer context={remixContext} url={request.url} />
    </PageOnlyContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // For a post to a page without an action, Remix answers 405 but without `Allow`.
  if (status === 405) headers.set('Allow', 'GET, HEAD');
  headers.set('Cache-Control', isKept ? SHOWN_AGAIN : 'no-store');
  const agent = request.headers.get('User-Agent');
  // Asked for as soon as the page is answered, while the page itself is on the line.
  headers.append('Link', `<${styleSheetFor(needsOlderStyles(agent))}>; rel=preload; as=style`);
  const page = `<!DOCTYPE html>${isTextBrowser(agent) ? asText(html) : html}`;
  return new Response(page, { status: shownStatus(status, agent), headers });
}

/** Lynx shows nothing of an answer 401, which it takes for the question for a password. */
function shownStatus(status: number, agent: string | null): number {
  return status === 401 && agent?.startsWith('Lynx') ? 403 : status;
}

/** Has the title say of a page that a form or a filter on it came back with errors (`pageTitle`). */
function noteWrong(request: Request, status: number, page: EntryContext): void {
  const { loaderData, errors } = page.staticHandlerContext;
  if (status < 400 || errors || !loaderData.root) return;
  const { pathname, search } = new URL(request.url);
  const wrongAt = pathname + search;
  Object.assign(loaderData.root, { wrongAt });
  // What the page's scripts begin with was written before: they must say the same.
  const said = JSON.stringify(wrongAt).replaceAll('<', '\\u003c');
  page.serverHandoffString = page.serverHandoffString?.replace(
    '"loaderData":{"root":{',
    (start) => `${start}"wrongAt":${said},`,
  );
}

const NO_DATA =
  'Leave “_data” out of this address: by it the scripts of our own pages ask for the data of a screen.';

/** Gives a page's data the same caching rule as the page, and a caller of the API a sentence. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request, context }) => {
  if (context.sentLater) return sayTaken(response, context.sentLater);
  // So Remix refuses a name that is none of the address's routes.
  const isNoRoute = response.status === 403 && response.headers.has('X-Remix-Error');
  if (isNoRoute && isApiAddress(new URL(request.url).pathname)) {
    const issues = [{ path: '_data', message: NO_DATA }];
    return json({ message: NO_DATA, issues }, { status: 400 });
  }
  if (!response.headers.has('Cache-Control')) {
    response.headers.set('Cache-Control', 'no-store');
  }
  return response;
};

/** Logs unexpected errors of loaders and actions; a wrong address or method is not our fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || error instanceof ProductError) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.trouble ??= troubleOf(error);
  context.logger.error({ error, method: request.method }, 'A page failed');
};
