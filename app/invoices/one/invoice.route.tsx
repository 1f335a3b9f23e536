import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { orPage } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { loadInvoicePage } from './invoice-screen.server.ts';
import { InvoiceScreen } from './invoice-screen.tsx';

export const meta: MetaFunction = pageTitle('Invoice');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => loadInvoicePage(context, toId(params.id, 'The invoice')));
}

export default function Invoice() {
  return <InvoiceScreen {...useLoaderData<typeof loader>()} />;
}
