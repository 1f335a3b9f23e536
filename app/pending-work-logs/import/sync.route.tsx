import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { loadSyncForm } from '../review/screen/review-screen.server.ts';
import { SyncForm } from './sync-form.tsx';
import {
  periodOf,
  SYNC_FAILED,
  SYNC_FALLBACK,
  syncForAWhile,
  SyncRange,
  syncToast,
} from './sync.server.ts';

export const meta = pageTitle('Sync with Todoist');

export const loader = show(({ context }) => loadSyncForm(context));

export const action = send({ schema: SyncRange }, ({ context, user }) => ({
  wait: (range) => syncForAWhile(context, { userId: user.id, ...periodOf(context, range) }),
  goTo: ({ id, ended }) => (ended ? '/pending-work-logs' : `/pending-work-logs?import=${id}`),
  success: ({ ended }) => ended && syncToast(ended),
  failure: { title: SYNC_FAILED, text: SYNC_FALLBACK },
  toastFor: ({ status, message }) => (status === 400 ? null : errorToast(message, SYNC_FAILED)),
}));

export default function Sync() {
  const form = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Sync with Todoist" backTo="/pending-work-logs">
      <SyncForm
        id="sync-dialog"
        {...form}
        reply={reply?.result}
        renderActions={(sync) => <DialogActions>{sync}</DialogActions>}
      />
    </RouteDialog>
  );
}
