import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { requireUser } from '../guard.server.ts';
import { endOwnSession } from './own-sessions.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

export const loader = () => redirect('/settings/account');

/** Ends one of the person's own sessions, for its button in Settings. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      endOwnSession(context, user.id, params.name ?? '');
    },
    goTo: '/settings/account',
    success: 'That device is signed out',
    failure: 'Failed to sign out that device',
  });
}
