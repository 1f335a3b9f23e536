import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../auth/guard.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { restoreWorkType } from './work-types.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** This address has no page of its own: the button is on the Work Types card. */
export function loader() {
  return redirect('/settings');
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'work_types', { id: params.id, what: 'The work type' }),
  );
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => restoreWorkType(context, id),
    goTo: '/settings',
    success: 'Work type updated successfully',
    failure: 'Failed to update work type',
  });
}
