import { redirect } from '@remix-run/node';
import { press } from '../press.server.ts';
import { endOwnSession } from './own-sessions.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

export const loader = () => redirect('/settings/account');

/** Ends one of the person's own sessions, for its button in Settings. */
export const action = press(({ context, user, params }) => ({
  run: () => {
    endOwnSession(context, user.id, params.name ?? '');
  },
  goTo: '/settings/account',
  success: 'That device is signed out',
  failure: 'Failed to sign out that device',
}));
