import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../http/json-api.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { errorToast, orPage, submit } from '../http/form/submit.server.ts';
import { redirectWithToast } from '../http/toast.server.ts';
import { optionalText } from '../lib/fields.ts';
import { pageTitle } from '../lib/product.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { unloggedTime } from '../work-logs/timer/timer-screen.server.ts';
import { displayName } from '../users/users.ts';
import { deleteUser, getDeletableUser } from '../users/users.server.ts';

/** The ids of the timers that the page named, since all of them go with the user. */
const Confirmation = z.object({ named: optionalText(10_000) });

const NOT_NAMED = 'They have more time to log than this page showed. Check it, then delete again.';

export const meta = pageTitle('Delete User');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const actor = await requireUser(request, context);
  const user = orPage(() => getDeletableUser(context, actor, toId(params.id, 'The user')));
  const { email, isApproved } = user;
  const unlogged = unloggedTime(context, user);
  return { name: displayName(user), email, isApproved, unlogged, oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await parseForm(request, Confirmation);
  const id = orPage(() => toIdOnceGiven(context, 'user', params.id));
  const named = form.submission.status === 'success' ? form.submission.value.named : null;
  const isNamed = (timer: { id: number }) => (named ?? '').split(',').includes(String(timer.id));
  if (id !== user.id && !unloggedTime(context, { id }).every(isNamed)) {
    return redirectWithToast(context, `/settings/users/${id}/delete`, errorToast(NOT_NAMED));
  }
  return submit(context, form, {
    button: true,
    run: () => {
      deleteUser(context, user, id);
    },
    goTo: '/settings',
    success: 'User deleted successfully',
    failure: 'Failed to delete user',
    toastFor: ({ message }) => errorToast(message),
  });
}

export default function DeleteUser() {
  const { name, email, isApproved, unlogged, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Delete user?"
      backTo="/settings"
      oneTimeKey={oneTimeKey}
      confirmLabel="Delete"
      details={<UnloggedTime unlogged={unlogged} />}
    >
      Are you sure you want to delete {name === email ? email : `${name} (${email})`}? They are
      signed out at once. No work log that is saved here is lost. What still waits to be sent on
      their devices is lost for good, so first have them open Tallyhour there with a connection.{' '}
      {isApproved
        ? 'Their email stays approved, so they can sign in again, as a new user. To keep them out, remove it from the approved emails as well.'
        : 'Their email is not approved, so they cannot sign in again.'}
    </ConfirmDialog>
  );
}

/** What nobody can log any more, since it goes with its person. */
function UnloggedTime({ unlogged }: { unlogged: { id: number; text: string }[] }) {
  if (unlogged.length === 0) return null;
  return (
    <div className="grid gap-2 text-sm">
      <input type="hidden" name="named" value={unlogged.map(({ id }) => id).join(',')} />
      <p>Their time that is not logged yet is deleted as well. To keep it, log it first:</p>
      <ul className="grid gap-1">
        {unlogged.map(({ id, text }) => (
          <li key={id} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
