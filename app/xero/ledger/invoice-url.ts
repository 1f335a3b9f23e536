import { XERO_WEB_URL } from '../../lib/xero-addresses.ts';

/**
 * The address of an invoice's page in Xero. With the organisation's short code it opens in
 * that organisation, whichever one the reader used last. `webUrl` is an origin.
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
