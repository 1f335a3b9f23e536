import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { after } from '../../lib/after.ts';
import { formatSize } from './backups-card.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** How long "Back up now" waits for the end, in milliseconds; a large backup goes on after it. */
const PATIENCE = 8_000;

export function loader() {
  return redirect('/settings/data');
}

/** Makes a backup, for the button in Settings. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    wait: () => {
      const made = context.backups.make('manual');
      // One that fails later is in the log, and on the card.
      made.catch(() => undefined);
      return Promise.race([made, after(PATIENCE)]);
    },
    goTo: '/settings/data',
    success: (made) => ({
      text: made
        ? `Backed up and checked: ${formatSize(made.size)}`
        : 'The backup is being made, and will be listed here',
    }),
    failure: 'Failed to back up',
  });
}
