import { json } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { show } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { loadInvoicesScreen } from './invoices-screen.server.ts';
import { InvoicesScreen } from './invoices-screen.tsx';

export const meta = pageTitle('Invoices');

export const loader = show(({ context, url }) => {
  const screen = loadInvoicesScreen(context, url);
  return json(screen, { status: screen.sums === null ? 400 : 200 });
});

export default function Invoices() {
  return <InvoicesScreen {...useLoaderData<typeof loader>()} />;
}
