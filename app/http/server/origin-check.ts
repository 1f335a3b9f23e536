/**
 * Whether a request comes from our own pages or from a program (`own`), from our own pages under an address that is
 * not ours (`elsewhere`), or from another site.
 */
export type OriginVerdict = 'own' | 'elsewhere' | 'foreign' | 'needs-form-token';

type RequestHeaders = {
  method: string;
  secFetchSite: string | undefined;
  origin: string | undefined;
  /** As the browser sent it. It decides nothing but what somebody reads who is refused. */
  host: string | undefined;
  contentType: string | undefined;
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The content types of plain forms. A browser sends other types to another site only with its
 * consent.
 */
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Whether a request that changes something comes from our own origin. Browsers tell by
 * `Sec-Fetch-Site` or `Origin`. Text browsers such as w3m send neither, so a form without both needs
 * the session's form token. Anything else without both comes from a program: no page can forge it.
 */
export function judgeOrigin(request: RequestHeaders, ownOrigin: string): OriginVerdict {
  if (SAFE_METHODS.has(request.method)) return 'own';
  const { secFetchSite, origin, host, contentType } = request;
  if (secFetchSite !== undefined) {
    return secFetchSite === 'same-origin' || secFetchSite === 'none' ? 'own' : 'foreign';
  }
  if (origin !== undefined) {
    if (origin === ownOrigin) return 'own';
    return isAt(origin, host) ? 'elsewhere' : 'foreign';
  }
  return contentType !== undefined && FORM_TYPE.test(contentType) ? 'needs-form-token' : 'own';
}

/** Whether a page came from the host that its request went to, as our own do, under whichever address. */
function isAt(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
