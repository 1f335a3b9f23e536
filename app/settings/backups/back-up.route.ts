import { redirect } from '@remix-run/node';
import { press } from '../../auth/press.server.ts';
import { after } from '../../lib/after.ts';
import { formatSize } from './backups-card.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** How long "Back up now" waits for the end, in milliseconds; a large backup goes on after it. */
const PATIENCE = 8_000;

export const loader = () => redirect('/settings/data');

/** Makes a backup, for the button in Settings. */
export const action = press(({ context }) => ({
  wait: () => {
    const made = context.backups.make('manual');
    // One that fails later is in the log, and on the card.
    made.catch(() => undefined);
    return Promise.race([made, after(PATIENCE)]);
  },
  goTo: '/settings/data',
  success: (made: { size: number } | null) => ({
    text: made
      ? `Backed up and checked: ${formatSize(made.size)}`
      : 'The backup is being made, and will be listed here',
  }),
  failure: 'Failed to back up',
}));
