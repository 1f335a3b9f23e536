import { redirect } from '@remix-run/node';
import { press } from '../../auth/press.server.ts';
import { endCalendar } from './calendar.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

const PAGE = '/settings/calendar';

export const loader = () => redirect(PAGE);

/** Ends the address of a person's calendar. */
export const action = press(({ context, user }) => ({
  run: () => {
    endCalendar(context, user.id);
  },
  goTo: PAGE,
  success: 'The address has ended. Calendars that read it get nothing any more.',
  failure: 'Failed to end the address',
}));
