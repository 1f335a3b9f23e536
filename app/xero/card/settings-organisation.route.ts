import { redirect } from '@remix-run/node';
import { send } from '../../auth/press.server.ts';
import { OrganisationInput } from '../connection/choices.ts';
import { activate } from '../connection/organisations.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

export function loader() {
  return redirect('/settings');
}

/** Makes another organisation the one that invoices go to. */
export const action = send({ schema: OrganisationInput }, ({ context }) => ({
  button: true,
  wait: ({ tenantId }) => activate(context, tenantId),
  goTo: '/settings#xero',
  success: 'Active tenant updated successfully',
  failure: 'Failed to update active tenant',
}));
