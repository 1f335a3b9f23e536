import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { OrganisationInput } from '../connection/choices.ts';
import { activate } from '../connection/organisations.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

export function loader() {
  return redirect('/settings');
}

/** Makes another organisation the one that invoices go to. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submit(context, await parseForm(request, OrganisationInput), {
    button: true,
    wait: ({ tenantId }) => activate(context, tenantId),
    goTo: '/settings#xero',
    success: 'Active tenant updated successfully',
    failure: 'Failed to update active tenant',
  });
}
