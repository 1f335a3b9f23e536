import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { send } from '../../auth/press.server.ts';
import { orPage } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { sayManyUndone, type Undone } from './many.ts';
import { undoMany } from './undo-many.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page of its own: the button is in toasts. */
export function loader() {
  return redirect('/work-logs');
}

const goTo = z.string().refine(isOwnPath).catch('/work-logs');

/** Undoes what was done to many logs at once. */
export const action = send({ schema: z.object({ goTo }) }, ({ context, user, params, form }) => {
  const undo = orPage(() => toId(params.id, 'This action'));
  return {
    button: true,
    run: () => undoMany(context, { userId: user.id, undo }),
    goTo: goTo.parse(form.payload.goTo),
    success: (undone: Undone) => ({ text: sayManyUndone(undone) }),
    failure: 'Failed to undo',
  };
});
