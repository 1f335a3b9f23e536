/** How sure we are that a request was sent by one of our own pages or by no browser at all. */
export type OriginVerdict = 'own' | 'foreign' | 'needs-form-token';

type RequestHeaders = {
  method: string;
  secFetchSite: string | undefined;
  origin: string | undefined;
  contentType: string | undefined;
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What a form can be sent as; anything else, another site's page cannot send unasked. */
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Whether an unsafe request comes from our own origin. Browsers say so themselves; text
 * browsers such as w3m name no origin, and must show the session's form token instead.
 * A caller that is no browser and sends JSON is not forged by any page.
 */
export function judgeOrigin(request: RequestHeaders, ownOrigin: string): OriginVerdict {
  if (SAFE_METHODS.has(request.method)) return 'own';
  const { secFetchSite, origin, contentType } = request;
  if (secFetchSite !== undefined) {
    return secFetchSite === 'same-origin' || secFetchSite === 'none' ? 'own' : 'foreign';
  }
  if (origin !== undefined) return origin === ownOrigin ? 'own' : 'foreign';
  return contentType !== undefined && FORM_TYPE.test(contentType) ? 'needs-form-token' : 'own';
}
