import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../http/json-api.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { findClient, getClient, setClientActive } from './clients.server.ts';

export const meta = pageTitle('Remove Client');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const { name } = orPage(() => getClient(context, toId(params.id, 'The client')));
  return { name, oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'clients', { id: params.id, what: 'The client' }));
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => setClientActive(context, id, false),
    again: { isUndone: () => findClient(context, id)?.isActive === true },
    goTo: '/clients',
    success: 'Client deactivated successfully',
    failure: 'Failed to deactivate client',
  });
}

export default function DeactivateClient() {
  const { name, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Remove client?"
      backTo="/clients"
      oneTimeKey={oneTimeKey}
      confirmLabel="Remove"
    >
      {name} will no longer be offered when you log work. Its work logs are kept, and you can
      reactivate it at any time.
    </ConfirmDialog>
  );
}
