import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../http/json-api.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { errorToast, orPage, submit } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { getRemovableEmail, removeApprovedEmail } from '../users/approved-emails.server.ts';

export const meta = pageTitle('Remove Approved Email');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const actor = await requireUser(request, context);
  const { email, hasUser } = orPage(() =>
    getRemovableEmail(context, actor, toId(params.id, 'The approved email')),
  );
  return { email, hasUser, oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'approved_emails', { id: params.id, what: 'The approved email' }),
  );
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      removeApprovedEmail(context, user, id);
    },
    goTo: '/settings',
    success: 'Email removed from approved list',
    failure: 'Failed to remove approved email',
    toastFor: ({ message }) => errorToast(message),
  });
}

export default function RemoveApprovedEmail() {
  const { email, hasUser, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Remove approved email?"
      backTo="/settings"
      oneTimeKey={oneTimeKey}
      confirmLabel="Remove"
    >
      Are you sure you want to remove {email} from the approved list?{' '}
      {hasUser
        ? 'Whoever is signed in with it is signed out at once, and cannot sign in until it is approved again. The user stays in the list.'
        : 'Nobody has signed in with it yet; nobody can until it is approved again.'}
    </ConfirmDialog>
  );
}
