import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { refreshAll } from '../connection/organisations.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

export function loader() {
  return redirect('/settings');
}

/** Reads from Xero again: the list of organisations, and the data of the active one. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    wait: () => refreshAll(context),
    goTo: '/settings',
    success: 'Refreshed from Xero',
    failure: 'Failed to refresh from Xero',
  });
}
