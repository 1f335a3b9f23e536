import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { errorToast, submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TokenForm } from './todoist-card.tsx';
import { hasToken, SAVE_FAILED, saveToken, TokenInput } from './todoist-settings.server.ts';

export const meta = pageTitle('Todoist API token');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { hasToken: hasToken(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submit(context, await parseForm(request, TokenInput, { secrets: ['apiToken'] }), {
    wait: ({ apiToken }) => saveToken(context, apiToken),
    goTo: '/settings#todoist',
    success: 'Todoist settings saved',
    failure: SAVE_FAILED,
    toastFor: () => errorToast(SAVE_FAILED),
  });
}

/** Without scripts, a token that cannot be saved comes back here. */
export default function TodoistToken() {
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Todoist API token" backTo="/settings">
      <TokenForm id="token-dialog" {...useLoaderData<typeof loader>()} reply={reply} />
    </RouteDialog>
  );
}
