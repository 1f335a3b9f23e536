import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../http/json-api.server.ts';
import { orPage } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { loadClientPage } from './client-page.server.ts';
import { ClientPage } from './client-page.tsx';

export const meta = pageTitle('Client');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => loadClientPage(context, toId(params.id, 'The client')));
}

export default function Client() {
  return <ClientPage {...useLoaderData<typeof loader>()} />;
}
