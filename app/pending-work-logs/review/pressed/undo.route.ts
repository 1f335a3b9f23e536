import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../../auth/guard.server.ts';
import { parseForm } from '../../../http/form/form.server.ts';
import { orPage, submit } from '../../../http/form/submit.server.ts';
import { toId } from '../../../http/json-api.server.ts';
import { reviewAddress } from '../selection.ts';
import { describeUndone, undoReview } from './undo.server.ts';

export { NeverShown as default } from '../../../http/never-shown.ts';

/** The Undo of a toast says on which address it was pressed. */
const UndoForm = z.object({ goTo: z.string().max(8_000).catch('') });

/** This address has no page of its own: the button is in toasts. */
export function loader() {
  return redirect('/pending-work-logs');
}

/** Undoes an action of the review as a whole. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const undo = orPage(() => toId(params.id, 'This action'));
  const form = await parseForm(request, UndoForm);
  const { submission } = form;
  const from = submission.status === 'success' ? submission.value.goTo : '';
  return submit(context, form, {
    button: true,
    goTo: reviewAddress(from.includes('?') ? from.slice(from.indexOf('?')) : ''),
    run: () => undoReview(context, { userId: user.id, undo }),
    success: (undone) => ({ text: describeUndone(undone) }),
    failure: 'Failed to update pending work logs',
  });
}
