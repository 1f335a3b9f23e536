import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../lib/form.server.ts';
import { OrganisationInput } from '../connection/inputs.ts';
import { activate } from '../connection/organisations.server.ts';
import { saveInSettings } from './settings-form.server.ts';

export function loader() {
  return redirect('/settings');
}

/** Switch: another organisation becomes the one that invoices go to. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return saveInSettings(context, {
    submission: (await parseForm(request, OrganisationInput)).submission,
    run: ({ tenantId }) => activate(context, tenantId),
    success: 'Active tenant updated successfully',
    failure: 'Failed to update active tenant',
  });
}
