import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { submit } from '../../http/form/submit.server.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { aiKeyVersion, inTurnOfKey, removeAiKey } from './ai-settings.server.ts';

export const meta = pageTitle('Remove OpenAI API key');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { oneTimeKey: newOneTimeKey(), version: aiKeyVersion(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, Nothing);
  // Waits for a key that is still being checked: it was sent before, and is not the one that the question was
  // about.
  return inTurnOfKey(context, () =>
    submit(context, form, {
      button: true,
      run: () => {
        requireAsShown(form, { version: aiKeyVersion(context) });
        removeAiKey(context);
      },
      goTo: '/settings',
      success: 'OpenAI API key removed',
      failure: 'Failed to save AI settings',
    }),
  );
}

export default function RemoveKey() {
  const { oneTimeKey, version } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Remove the OpenAI API key?"
      backTo="/settings"
      oneTimeKey={oneTimeKey}
      version={version}
      confirmLabel="Remove Key"
    >
      You cannot regenerate descriptions until you save a key again. Your prompt is kept.
    </ConfirmDialog>
  );
}
