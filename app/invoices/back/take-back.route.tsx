import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useParams } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { loadTakeBack } from './take-back-screen.server.ts';
import { takeBack } from './take-back.server.ts';

export const meta = pageTitle('Take back an invoice');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const question = orPage(() => loadTakeBack(context, toId(params.id, 'The invoice')));
  return { ...question, oneTimeKey: newOneTimeKey() };
}

/** Takes an invoice back, or asks Xero what came of that; the same press again finds what is stored. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { id: userId } = await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'invoices', { id: params.id, what: 'The invoice' }),
  );
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    wait: () => takeBack(context, { userId, id }),
    goTo: `/invoices/${id}`,
    success: ({ outcome, message: text }) =>
      outcome === 'done' ? { text } : { text, variant: 'destructive' },
    failure: 'Failed to take back the invoice',
  });
}

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
