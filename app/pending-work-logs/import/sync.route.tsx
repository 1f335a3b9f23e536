import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { after } from '../../lib/after.ts';
import { ProductError } from '../../lib/errors.ts';
import { formAgain, formRefused, parseForm } from '../../lib/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { redirectWithToast, toastHeaders } from '../../lib/toast.server.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { startImport } from './import.server.ts';
import { loadSyncForm } from '../screen.server.ts';
import { SyncForm } from './sync-form.tsx';
import { periodOf, syncToast } from './sync.server.ts';
import { SYNC_FAILED, SyncRange } from './sync.ts';

/** How long a short import is waited for, so that its result is the next page, in milliseconds. */
const PATIENCE = 2_000;

export const meta: MetaFunction = () => pageTitle('Sync with Todoist');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return loadSyncForm(context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { submission } = await parseForm(request, SyncRange);
  if (submission.status !== 'success') return formAgain(submission);
  try {
    const { id, finished } = startImport(context, {
      userId: user.id,
      ...periodOf(context, submission.value),
    });
    const result = await Promise.race([finished, after(PATIENCE)]);
    if (result) return await redirectWithToast(context, '/pending-work-logs', syncToast(result));
    return redirect(`/pending-work-logs?import=${id}`, { status: 303 });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const { message, status } = error;
    const toast = { title: SYNC_FAILED, text: message, variant: 'destructive' } as const;
    const headers = await toastHeaders(context, toast);
    return formRefused(submission, { status, message, headers });
  }
}

export default function Sync() {
  const { range } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Sync with Todoist" backTo="/pending-work-logs">
      <SyncForm id="sync-dialog" range={range} reply={reply?.result} />
    </RouteDialog>
  );
}
