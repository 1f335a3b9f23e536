import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import {
  inTurnOfToken,
  removeToken,
  SAVE_FAILED,
  tokenVersion,
} from './todoist-settings.server.ts';

export const meta = pageTitle('Remove Todoist token');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { oneTimeKey: newOneTimeKey(), version: tokenVersion(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, Nothing);
  // Waits for a token that is still being checked: it was sent before, and is not the one that the question
  // was about.
  return inTurnOfToken(context, () =>
    submit(context, form, {
      button: true,
      run: () => {
        requireAsShown(form, { version: tokenVersion(context) });
        removeToken(context);
      },
      goTo: '/settings',
      success: 'Todoist token removed',
      failure: SAVE_FAILED,
    }),
  );
}

export default function RemoveToken() {
  const { oneTimeKey, version } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Remove the Todoist token?"
      backTo="/settings"
      oneTimeKey={oneTimeKey}
      version={version}
      confirmLabel="Remove Token"
    >
      Imports stop until you save a token again. Imported tasks are kept.
    </ConfirmDialog>
  );
}
