import { redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { TodoistImport } from '#db/schema.ts';
import { press, show } from '../../auth/press.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { endWithToast } from '../../http/toast.server.ts';
import { findImport } from '../../pending-work-logs/import/import.server.ts';
import { ProgressPanel } from '../../ui/progress/progress-panel.tsx';
import {
  defaultPeriod,
  describeProgress,
  SYNC_NOW_FAILED,
  syncForAWhile,
} from '../../pending-work-logs/import/sync.server.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';

export const meta = pageTitle('Sync Now');

/** Shows the progress of an import; once it has ended, Settings shows the result as a toast. */
export const loader = show(async ({ context, url }) => {
  const id = Number(url.searchParams.get('import'));
  const awaited = findImport(context, id);
  if (!awaited) throw redirect('/settings');
  if (awaited.status === 'running') return { progress: describeProgress(awaited) };
  throw await endWithToast(context, '/settings', endToast(awaited));
});

type Synced = Awaited<ReturnType<typeof syncForAWhile>>;

/** Imports yesterday and today, for the button in Settings. */
export const action = press(({ context, user }) => ({
  button: { backTo: '/settings' },
  wait: () => syncForAWhile(context, { userId: user.id, ...defaultPeriod(context) }),
  goTo: ({ id, ended }: Synced) => (ended ? '/settings' : `/settings/todoist/sync?import=${id}`),
  success: ({ ended }: Synced) => ended && endToast(ended),
  failure: SYNC_NOW_FAILED,
  toastFor: ({ message }) => errorToast(`${SYNC_NOW_FAILED} ${message}`),
}));

function endToast({ status }: TodoistImport) {
  return status === 'done'
    ? { text: 'Todoist tasks synced successfully' }
    : errorToast(SYNC_NOW_FAILED);
}

export default function SyncNow() {
  const { progress } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Sync Now" backTo="/settings">
      <ProgressPanel title="Importing from Todoist…" progress={progress} className="mt-4" />
    </RouteDialog>
  );
}
