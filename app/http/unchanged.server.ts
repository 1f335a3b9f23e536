import type { AppLoadContext, EntryContext } from '@remix-run/node';

/** One-time keys are new each time; whoever uses one has sent something (`noteSent`). */
const KEYS = /"(oneTimeKey|lineKey|repeatKey)":"[0-9a-f-]{36}"/g;
/** So is the address that leads to Xero, past every cache on the way. */
const PAST_CACHES = /(\/api\/xero\/authorize\?t=)\d+/g;

type Shown = {
  request: Request;
  status: number;
  page: EntryContext;
  /** Whether the browser keeps a copy of its own. */
  isKept: boolean;
};

/**
 * The `ETag` of a page, worked out of what its loaders gave, before it is rendered: a page shows
 * nothing else, or hydration would differ from it. Null for a page that has none: an error, a page
 * that nobody is signed in to, and a form whose copy the browser keeps with its key.
 */
export function tagOf(
  context: AppLoadContext,
  { request, status, page, isKept }: Shown,
): string | null {
  const { pathname, search } = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || status !== 200 || !context.session || isKept) return null;
  const { loaderData, actionData } = page.staticHandlerContext;
  if (actionData) return null;
  const shown = JSON.stringify([pathname, search, loaderData, context.pageOnly])
    .replaceAll(JSON.stringify(context.nonce), '""')
    .replace(KEYS, '"$1":""')
    .replace(PAST_CACHES, '$1');
  return context.unchanged.tagFor(context.session.user.id, shown);
}

/** Whether a reader has the page with this tag (`If-None-Match`). */
export function isKnown(request: Request, tag: string): boolean {
  const known = request.headers.get('If-None-Match') ?? '';
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2));
}
