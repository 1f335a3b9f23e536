import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../auth/press.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { errorToast } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { DialogActions, RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { ApproveEmailForm } from './approve-email-form.tsx';
import { addApprovedEmail } from '../users/approved-emails.server.ts';
import { ApprovedEmailInput } from '../users/approved-emails.ts';

export const meta = pageTitle('Add Approved Email');

export const loader = show(() => ({ oneTimeKey: newOneTimeKey() }));

export const action = send({ schema: ApprovedEmailInput }, ({ context, user }) => ({
  run: (input) => addApprovedEmail(context, user, input),
  goTo: '/settings',
  success: 'Email added to approved list',
  failure: 'Failed to add approved email',
  toastFor: ({ message }) => errorToast(message),
}));

/** Shown when the card's form was refused, or when its address is opened. */
export default function ApproveEmail() {
  const { oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Add Approved Email" backTo="/settings">
      <ApproveEmailForm
        id="approve-email"
        label="Email address"
        reply={useActionData<typeof action>()}
        oneTimeKey={oneTimeKey}
        isDialog
        renderActions={(add) => <DialogActions>{add}</DialogActions>}
      />
    </RouteDialog>
  );
}
