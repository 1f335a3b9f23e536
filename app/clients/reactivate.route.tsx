import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../auth/guard.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { setClientActive } from './clients.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** This address has no page of its own: the button is on the client's card. */
export function loader() {
  return redirect('/clients');
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'clients', { id: params.id, what: 'The client' }));
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => setClientActive(context, id, true),
    goTo: '/clients',
    success: 'Client updated successfully',
    failure: 'Failed to update client',
  });
}
