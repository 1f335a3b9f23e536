/** The statuses that a proxy answers while the product is down. */
const PROXY_STATUSES = [502, 503, 504];

/**
 * Each of our own answers to a script has one of these headers: for returned, thrown, and unexpected
 * errors; the last is that of a form that waited (http/sent-later.ts).
 */
const OUR_HEADERS = ['X-Remix-Response', 'X-Remix-Catch', 'X-Remix-Error', 'X-Taken'];

/** Whether a proxy answered because the product is away: as good as no answer. */
export function isFromProxy({ status, headers }: Response): boolean {
  return PROXY_STATUSES.includes(status) && !OUR_HEADERS.some((name) => headers.has(name));
}
