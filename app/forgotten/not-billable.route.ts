import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../auth/guard.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { makeNotBillable } from './forgotten.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** This address has no page of its own: the button is in the toast. */
export function loader() {
  return redirect('/forgotten');
}

/** Takes "Make billable" back. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'work_logs', { id: params.id, what: 'The work log' }),
  );
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => makeNotBillable(context, id),
    goTo: '/forgotten',
    success: (toast) => toast,
    failure: 'Failed to update work log',
  });
}
