import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../auth/guard.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { toId } from '../http/json-api.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { LISTED_AGAIN, putBackFinding } from './forgotten.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** This address has no page of its own: the button is in the toast. */
export function loader() {
  return redirect('/forgotten');
}

/** Takes "Leave it" back. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toId(params.id, 'What was left'));
  // The last of the findings that one press left as they are.
  const last = Number(new URL(request.url).searchParams.get('last') ?? id);
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      putBackFinding(context, id, last);
    },
    goTo: '/forgotten',
    success: LISTED_AGAIN,
    failure: 'Nothing was changed',
  });
}
