import { redirect } from '@remix-run/node';
import { pressOn } from '../../../auth/press.server.ts';
import { putBackPendingLog } from '../../entries.server.ts';
import { reviewAddress } from '../selection.ts';

export { NeverShown as default } from '../../../http/never-shown.ts';

/** This address has no page of its own: the button is in toasts and on Archived. */
export const loader = () => redirect('/pending-work-logs');

export const action = pressOn('pending-work-log', ({ context, id, search }) => ({
  run: () => putBackPendingLog(context, id),
  goTo: reviewAddress(search),
  success: 'Back in review',
  failure: 'Failed to update pending work log',
}));
