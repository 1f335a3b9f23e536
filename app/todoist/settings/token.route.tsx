import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TokenForm } from './todoist-card.tsx';
import { hasToken, SAVE_FAILED, saveToken, TokenInput } from './todoist-settings.server.ts';

export const meta = pageTitle('Todoist API token');

export const loader = show(({ context }) => ({ hasToken: hasToken(context) }));

export const action = send({ schema: TokenInput, secrets: ['apiToken'] }, ({ context }) => ({
  wait: ({ apiToken }) => saveToken(context, apiToken),
  goTo: '/settings#todoist',
  success: 'Todoist settings saved',
  failure: SAVE_FAILED,
  toastFor: () => errorToast(SAVE_FAILED),
}));

/** Without scripts, a token that cannot be saved comes back here. */
export default function TodoistToken() {
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Todoist API token" backTo="/settings">
      <TokenForm id="token-dialog" {...useLoaderData<typeof loader>()} reply={reply} />
    </RouteDialog>
  );
}
