import { redirect } from '@remix-run/node';
import { pressOn } from '../auth/press.server.ts';
import { setClientActive } from './clients.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** This address has no page of its own: the button is on the client's card. */
export const loader = () => redirect('/clients');

export const action = pressOn('client', ({ context, id }) => ({
  run: () => setClientActive(context, id, true),
  goTo: '/clients',
  success: 'Client updated successfully',
  failure: 'Failed to update client',
}));
