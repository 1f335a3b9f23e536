import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { compareIfOld, compareNow } from './check.server.ts';
import { loadReconciliation } from './reconciliation.server.ts';
import { ReconciliationScreen } from './reconciliation-screen.tsx';

export const meta = pageTitle('Compare with Xero');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  await compareIfOld(context);
  return loadReconciliation(context);
}

/** Compares again now. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  await parseForm(request, Nothing);
  await compareNow(context);
  return redirect('/reconciliation', { status: 303 });
}

export default function ReconciliationPage() {
  return <ReconciliationScreen {...useLoaderData<typeof loader>()} />;
}
