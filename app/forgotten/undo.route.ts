import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../auth/guard.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { toId } from '../http/json-api.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { LISTED_AGAIN, putBackFinding, setBillable } from './forgotten.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** These addresses have no page of their own: their button is in a toast. */
export function loader() {
  return redirect('/forgotten');
}

/** Takes "Make billable" back, or "Leave it" (`put-back`). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { pathname, searchParams } = new URL(request.url);
  const isLeft = pathname.includes('/put-back');
  const id = orPage(() =>
    isLeft ? toId(params.id, 'What was left') : toIdOnceGiven(context, 'work-log', params.id),
  );
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      if (!isLeft) return setBillable(context, id, false);
      // The last of the findings that one press left as they are.
      putBackFinding(context, id, Number(searchParams.get('last') ?? id));
      return { text: LISTED_AGAIN };
    },
    goTo: '/forgotten',
    success: (toast) => toast,
    failure: isLeft ? 'No changes were made' : 'Failed to update work log',
  });
}
