import { XERO_API_URL } from '../../platform/outside-addresses.ts';

/** The origin of Xero's pages. */
const XERO_WEB_URL = 'https://go.xero.com';

/**
 * The origin of Xero's pages, for links. A stand-in serves its pages from its API's origin, so that
 * links in a demo never lead to the real Xero.
 */
export function xeroWebUrl({ xeroApiUrl }: { xeroApiUrl: string }): string {
  return xeroApiUrl === XERO_API_URL ? XERO_WEB_URL : xeroApiUrl;
}

/**
 * The address of an invoice's page in Xero. The short code opens it in the right organisation,
 * whichever one the reader used last. `webUrl` is an origin.
 */
export function xeroInvoiceUrl(
  invoiceId: string,
  shortCode: string | null,
  webUrl = XERO_WEB_URL,
): string {
  const path = `/AccountsReceivable/View.aspx?InvoiceID=${encodeURIComponent(invoiceId)}`;
  if (shortCode === null) return `${webUrl}${path}`;
  return `${webUrl}/organisationlogin/default.aspx?shortcode=${encodeURIComponent(shortCode)}&redirecturl=${path}`;
}
