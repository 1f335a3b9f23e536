import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { send } from '../../../auth/press.server.ts';
import { orPage } from '../../../http/form/submit.server.ts';
import { toId } from '../../../http/json-api.server.ts';
import { reviewAddress } from '../selection.ts';
import { describeUndone, undoReview, type Undone } from './undo.server.ts';

export { NeverShown as default } from '../../../http/never-shown.ts';

/** The Undo of a toast says on which address it was pressed. */
const UndoForm = z.object({ goTo: z.string().max(8_000).catch('') });

/** This address has no page of its own: the button is in toasts. */
export const loader = () => redirect('/pending-work-logs');

export const action = send({ schema: UndoForm }, ({ context, user, params, form }) => {
  const undo = orPage(() => toId(params.id, 'This action'));
  const { submission } = form;
  const from = submission.status === 'success' ? submission.value.goTo : '';
  return {
    button: true,
    goTo: reviewAddress(from.includes('?') ? from.slice(from.indexOf('?')) : ''),
    run: () => undoReview(context, { userId: user.id, undo }),
    success: (undone: Undone) => ({ text: describeUndone(undone) }),
    failure: 'Failed to update pending work logs',
  };
});
