import { redirect } from '@remix-run/node';
import { pressOn } from '../auth/press.server.ts';
import { restoreWorkType } from './work-types.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** This address has no page of its own: the button is on the Work Types card. */
export const loader = () => redirect('/settings');

export const action = pressOn('work-type', ({ context, id }) => ({
  run: () => restoreWorkType(context, id),
  goTo: '/settings',
  success: 'Work type updated successfully',
  failure: 'Failed to update work type',
}));
