import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { after } from '../../lib/after.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { orPage } from '../../http/form/submit.server.ts';
import { endWithToast } from '../../http/toast.server.ts';
import { AWAITED } from './awaited.ts';
import { resultOf, toastOfRun } from './create.server.ts';
import { loadRun } from './run-screen.server.ts';
import { RunScreen } from './run-screen.tsx';
import { continueRun } from './due-runs.server.ts';

/** How long to wait for a short look-up, in milliseconds. */
const PATIENCE = 3_000;

export const meta = pageTitle('Invoice run');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const { startedBy, ...run } = orPage(() => loadRun(context, toId(params.id, 'The run')));
  const { pathname, searchParams } = new URL(request.url);
  const isAwaited = searchParams.has(AWAITED) && startedBy === user.id;
  if (run.status !== 'done' || !isAwaited) return run;
  throw await endWithToast(context, pathname, toastOfRun(resultOf(context, run.id)));
}

/** Looks up unknown outcomes now, instead of at the end of the pause. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  await parseForm(request, Nothing);
  const { id } = orPage(() => loadRun(context, toId(params.id, 'The run')));
  await Promise.race([continueRun(context, id), after(PATIENCE)]);
  return redirect(`/work-logs/invoice-runs/${id}${new URL(request.url).search}`, { status: 303 });
}

export default function InvoiceRun() {
  return <RunScreen {...useLoaderData<typeof loader>()} />;
}
