import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { submit } from '../http/form/submit.server.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { beginWithNewKey } from './roll-key.server.ts';

export const meta = pageTitle('Begin with the new key');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      beginWithNewKey(context);
    },
    goTo: '/settings',
    success: 'The new key is in use. Connect again what you need.',
    failure: 'Failed to begin with the new key',
  });
}

export default function BeginWithNewKey() {
  const { oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Begin with the new key?"
      backTo="/settings"
      oneTimeKey={oneTimeKey}
      confirmLabel="Delete and Begin"
    >
      The Todoist token, the AI key and the connection to Xero are deleted for good, and you have to
      connect them again. Work logs, clients and invoices are kept.
    </ConfirmDialog>
  );
}
