import type { Page } from 'playwright';
import { shown } from './browser/page.ts';

const name = (invoices: number) =>
  `Create ${invoices === 1 ? '1 invoice' : `${invoices} invoices`} in Xero`;

/** What the head of Create Invoices says, as the text of its page: how many invoices, and what they come to with VAT. */
export function headSays(invoices: number, total: string): RegExp {
  const sum = total.replaceAll('.', '\\.');
  return new RegExp(`${name(invoices)} £[\\d,.]+ \\+ £[\\d,.]+ VAT = ${sum}(?![\\d,.]*\\d)`);
}

/** Waits until the head of Create Invoices says so in a browser. */
export async function headShown(page: Page, invoices: number, total: string): Promise<void> {
  await shown(page.getByText(`VAT = ${total}`));
  await shown(page.getByRole('button', { name: name(invoices), exact: true }));
}

/** Opens an invoice of the page, to its lines and its dates. */
export async function openInvoice(page: Page, title: string): Promise<void> {
  const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: title }) });
  await row.locator('summary').click();
}
