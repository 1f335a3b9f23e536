import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../http/json-api.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { errorToast, orPage, submit } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { displayName } from './users.ts';
import { deleteUser, getDeletableUser } from './users.server.ts';

export const meta = pageTitle('Delete User');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const actor = await requireUser(request, context);
  const user = orPage(() => getDeletableUser(context, actor, toId(params.id, 'The user')));
  const { email, isApproved } = user;
  return { name: displayName(user), email, isApproved, oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  return submit(context, {
    user,
    isButton: true,
    form: await parseForm(request, Nothing),
    run: () => {
      deleteUser(context, user, toId(params.id, 'The user'));
    },
    goTo: '/settings',
    success: 'User deleted successfully',
    failure: 'Failed to delete user',
    toastFor: ({ message }) => errorToast(message),
  });
}

export default function DeleteUser() {
  const { name, email, isApproved, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Delete user?"
      backTo="/settings"
      oneTimeKey={oneTimeKey}
      confirmLabel="Delete"
    >
      Are you sure you want to delete {name === email ? email : `${name} (${email})`}? They are
      signed out at once, and no work log is lost.{' '}
      {isApproved
        ? 'Their email stays approved, so they can sign in again, as a new user. To keep them out, remove it from the approved emails as well.'
        : 'Their email is not approved, so they cannot sign in again.'}
    </ConfirmDialog>
  );
}
