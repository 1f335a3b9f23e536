export const XERO_API_URL = 'https://api.xero.com';
export const XERO_IDENTITY_URL = 'https://identity.xero.com';
export const XERO_LOGIN_URL = 'https://login.xero.com';

/** Where people use Xero in their browser. */
export const XERO_WEB_URL = 'https://go.xero.com';

/**
 * The origin of Xero's pages, for links. A stand-in has its pages where its API is, so that
 * links of a demo never lead to the real Xero.
 */
export function xeroWebUrl({ xeroApiUrl }: { xeroApiUrl: string }): string {
  return xeroApiUrl === XERO_API_URL ? XERO_WEB_URL : xeroApiUrl;
}
