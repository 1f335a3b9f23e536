import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { redirectWithToast } from '../../lib/toast.server.ts';
import { after } from '../../lib/after.ts';
import { startImport } from '../../pending-work-logs/import/import.server.ts';
import { defaultPeriod, SYNC_NOW_FAILED } from '../../pending-work-logs/import/sync.server.ts';

/** How long a short import is waited for, in milliseconds. */
const PATIENCE = 2_000;

const failed = (text: string) => ({ title: 'Error', text, variant: 'destructive' }) as const;

export function loader() {
  return redirect('/settings');
}

/** Sync Now: yesterday and today, by the button in Settings. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  try {
    const started = startImport(context, { userId: user.id, ...defaultPeriod(context) });
    const result = await Promise.race([started.finished, after(PATIENCE)]);
    // A long one is followed where its tasks appear.
    if (!result) return redirect(`/pending-work-logs?import=${started.id}`, { status: 303 });
    const toast =
      result.status === 'done'
        ? { text: 'Todoist tasks synced successfully' }
        : failed(SYNC_NOW_FAILED);
    return await redirectWithToast(context, '/settings', toast);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return redirectWithToast(context, '/settings', failed(`${SYNC_NOW_FAILED} ${error.message}`));
  }
}
