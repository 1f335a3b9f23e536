import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import { requireUser } from '../auth/guard.server.ts';
import { Nothing, parseForm, type PostedForm } from '../lib/form.server.ts';
import { toId } from '../lib/json-api.server.ts';
import { orPage, submit } from '../lib/submit.server.ts';
import type { ToastMessage } from '../ui/toast.ts';
import { screenAddress } from './address.ts';
import {
  archivePendingLog,
  confirmPendingLog,
  putBackPendingLog,
  rejectPendingLog,
  toastForMissing,
  updatePendingLog,
} from './entries.server.ts';
import { RowForm } from './pending-work-logs.ts';

/** Reached by hand, there is nothing to see: the buttons are in the rows. */
export function loader() {
  return redirect('/pending-work-logs');
}

type Work = { run: () => unknown; success: ToastMessage; failure: string };

/** What a button of a row asks for. `set` saves what was chosen in the row. */
const ACTIONS: Record<string, (context: AppLoadContext, id: number, change: object) => Work> = {
  set: (context, id, change) => ({
    run: () => updatePendingLog(context, id, change),
    success: { text: 'Pending work log updated' },
    failure: 'Failed to update pending work log',
  }),
  confirm: (context, id, change) => ({
    run: () => confirmPendingLog(context, id, change),
    success: { text: 'Work log confirmed and added to work logs' },
    failure: 'Failed to confirm pending work log',
  }),
  archive: (context, id) => ({
    run: () => archivePendingLog(context, id),
    success: {
      text: 'Pending work log archived successfully',
      undo: `/pending-work-logs/${id}/put-back`,
    },
    failure: 'Failed to archive pending work log',
  }),
  reject: (context, id) => ({
    run: () => rejectPendingLog(context, id),
    success: {
      text: 'Pending work log rejected and deleted',
      undo: `/pending-work-logs/${id}/put-back`,
    },
    failure: 'Failed to delete pending work log',
  }),
  'put-back': (context, id) => ({
    run: () => putBackPendingLog(context, id),
    success: { text: 'Back in review' },
    failure: 'Failed to update pending work log',
  }),
};

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const id = orPage(() => toId(params.id, 'The pending work log'));
  const prepare = ACTIONS[params.action ?? ''];
  if (!prepare) throw new Response('Not Found', { status: 404 });
  const isEdited = params.action === 'set' || params.action === 'confirm';
  const form: PostedForm<object> = await parseForm(request, isEdited ? RowForm : Nothing);
  const { submission } = form;
  const work = prepare(context, id, submission.status === 'success' ? submission.value : {});
  return submit(context, {
    user,
    isButton: true,
    form,
    goTo: screenAddress(new URL(request.url).search),
    run: work.run,
    success: () => work.success,
    failure: work.failure,
    toastFor: toastForMissing,
  });
}
