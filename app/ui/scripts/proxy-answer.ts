const PROXY_STATUSES = [502, 503, 504];

/**
 * Each of our own answers to a script has one of these headers; the last is that of a form that waited
 * (http/form/sent-later.ts).
 */
const OUR_HEADERS = [
  'X-Remix-Response',
  'X-Remix-Catch',
  'X-Remix-Error',
  'X-Remix-Redirect',
  'X-Taken',
];

const isOurs = ({ headers }: Response) => OUR_HEADERS.some((name) => headers.has(name));

/** Whether a proxy answered because the product is away: as good as no answer. */
export function isFromProxy(answer: Response): boolean {
  return PROXY_STATUSES.includes(answer.status) && !isOurs(answer);
}

/**
 * Whether somebody else answered, such as a network that wants a sign-in first: as good as no answer. What refuses
 * before Remix has an id of the request.
 */
export function isForeign(answer: Response): boolean {
  return isFromProxy(answer) || !(isOurs(answer) || answer.headers.has('X-Request-Id'));
}
