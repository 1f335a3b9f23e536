import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { loadInvoicesScreen } from './invoices-screen.server.ts';
import { InvoicesScreen } from './invoices-screen.tsx';

export const meta = pageTitle('Invoices');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const screen = loadInvoicesScreen(context, new URL(request.url));
  return json(screen, { status: screen.sums === null ? 400 : 200 });
}

export default function Invoices() {
  return <InvoicesScreen {...useLoaderData<typeof loader>()} />;
}
