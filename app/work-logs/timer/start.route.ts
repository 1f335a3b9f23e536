import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { readForm } from '../../http/form/form.server.ts';
import { pressStart } from './presses.server.ts';
import { TIMER_PATH } from './clock.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page of its own: the button is in the frame of every screen. */
export function loader() {
  return redirect(TIMER_PATH);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  return pressStart({ request, context, user, form: await readForm(request) });
}
