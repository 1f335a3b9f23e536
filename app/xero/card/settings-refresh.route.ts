import { redirect } from '@remix-run/node';
import { press } from '../../auth/press.server.ts';
import { refreshAll } from '../connection/organisations.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

export const loader = () => redirect('/settings');

/** Reads from Xero again: the list of organisations, and the data of the active one. */
export const action = press(({ context }) => ({
  wait: () => refreshAll(context),
  goTo: '/settings',
  success: 'Refreshed from Xero',
  failure: 'Failed to refresh from Xero',
}));
