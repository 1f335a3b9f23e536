/** By this header our scripts say that they read the page anew that is on show. */
export const ASKED_BY = 'X-Asked-By';

/**
 * Who asks. What is shown once is used up by a person's request alone: a press, a link, an address, or a page without
 * scripts that loads itself again. `page`: scripts read the page anew that is on show, while work goes on, say; a
 * person sees the answer. `nobody`: the worker or the browser fetches a page ahead, which may never be seen.
 */
export type AskedBy = 'person' | 'page' | 'nobody';

/** What browsers, and our service worker, call a page that they fetch ahead, in these headers. */
const AHEAD = /prefetch|prerender|preview/i;
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];

type Asked = { method: string; get: (header: string) => string | undefined };

/** Who makes a request, as far as it says so: who says nothing is taken for a person. */
export function askedBy(request: Asked): AskedBy {
  if (request.get(ASKED_BY) === 'page') return 'page';
  const isAhead = PURPOSES.some((header) => AHEAD.test(request.get(header) ?? ''));
  return isAhead || request.method === 'HEAD' ? 'nobody' : 'person';
}
