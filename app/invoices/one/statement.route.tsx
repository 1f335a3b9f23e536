import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { orPage } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { loadStatement } from './statement.server.ts';
import { StatementScreen } from './statement-screen.tsx';

export const meta = pageTitle('Statement');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => loadStatement(context, toId(params.id, 'The invoice')));
}

export default function InvoiceStatement() {
  return <StatementScreen {...useLoaderData<typeof loader>()} />;
}
