import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../../http/form/form.server.ts';
import { orPage, submit } from '../../../http/form/submit.server.ts';
import { toIdOnceGiven } from '../../../http/once/once-given.server.ts';
import { putBackPendingLog } from '../../entries.server.ts';
import { reviewAddress } from '../selection.ts';

export { NeverShown as default } from '../../../http/never-shown.ts';

/** This address has no page of its own: the button is in toasts and on Archived. */
export function loader() {
  return redirect('/pending-work-logs');
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'pending_work_logs', { id: params.id, what: 'The pending work log' }),
  );
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    goTo: reviewAddress(new URL(request.url).search),
    run: () => putBackPendingLog(context, id),
    success: 'Back in review',
    failure: 'Failed to update pending work log',
  });
}
