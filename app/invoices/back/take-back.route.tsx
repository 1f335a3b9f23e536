import { useLoaderData, useParams } from '@remix-run/react';
import { pressOn, showOf } from '../../auth/press.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { loadTakeBack } from './take-back-screen.server.ts';
import { takeBack, type TakenBack } from './take-back.server.ts';

export const meta = pageTitle('Take back an invoice');

export const loader = showOf('invoice', ({ context, id }) => ({
  ...loadTakeBack(context, id),
  oneTimeKey: newOneTimeKey(),
}));

/** Takes an invoice back, or asks Xero what came of that; the same press again finds what is stored. */
export const action = pressOn('invoice', ({ context, user, id }) => ({
  wait: () => takeBack(context, { userId: user.id, id }),
  goTo: `/invoices/${id}`,
  success: ({ outcome, message: text }: TakenBack) =>
    outcome === 'done' ? { text } : { text, variant: 'destructive' },
  failure: 'Failed to take back the invoice',
}));

export default function TakeBack() {
  const { title, text, confirmLabel, isVoided, oneTimeKey } = useLoaderData<typeof loader>();
  const { id = '' } = useParams();
  return (
    <ConfirmDialog
      title={title}
      backTo={`/invoices/${id}`}
      oneTimeKey={oneTimeKey}
      confirmLabel={confirmLabel}
      details={isVoided ? <input type="hidden" name="confirm" value="void" /> : null}
    >
      {text}
    </ConfirmDialog>
  );
}
