import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { errorToast, orPage, submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { requireUser } from '../guard.server.ts';
import { getOwnPasskey, removePasskey } from './own-passkeys.server.ts';

const WHAT = 'The passkey';

export const meta = pageTitle('Remove Passkey');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, context);
  const { name } = orPage(() => getOwnPasskey(context, user.id, toId(params.id, WHAT)));
  return { name, oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'passkeys', { id: params.id, what: WHAT }));
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      removePasskey(context, user.id, id);
    },
    goTo: '/settings/account',
    success: 'Passkey removed',
    failure: 'Failed to remove the passkey',
    toastFor: ({ message }) => errorToast(message),
  });
}

export default function RemovePasskey() {
  const { name, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Remove passkey?"
      backTo="/settings/account"
      oneTimeKey={oneTimeKey}
      confirmLabel="Remove"
    >
      “{name}” can no longer be used to sign in. Devices signed in with it stay signed in until you
      sign them out under “Where You Are Signed In”. Delete the passkey on your device as well.
    </ConfirmDialog>
  );
}
