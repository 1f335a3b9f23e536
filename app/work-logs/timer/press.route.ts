import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { readForm } from '../../http/form/form.server.ts';
import { TIMER_PATH } from './clock.ts';
import { pressOf, pressStart, pressStop } from './presses.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** These addresses, `start` and `stop`, have no page of their own: their button is in the frame of every screen. */
export function loader() {
  return redirect(TIMER_PATH);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  const isStart = new URL(request.url).pathname.includes('/start');
  // The frame's form has one address, and its button for a pause has a name.
  const press = pressOf(form.get('press')) ?? (isStart ? pressStart : pressStop);
  return press({ request, context, user, form });
}
