import type { ActionFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { after } from '../../lib/after.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { continueRun } from './carry-on.server.ts';
import { freeUnknown, loadUnknown } from './run-screen.server.ts';

const PATIENCE = 3_000;

export const meta = pageTitle('Release an invoice’s logs');

const idsOf = ({ id, invoice }: ActionFunctionArgs['params']) =>
  orPage(() => ({ runId: toId(id, 'The run'), invoiceId: toId(invoice, 'The invoice') }));

export const loader = show(({ context, params }) => {
  const { runId, invoiceId } = idsOf(params);
  return { ...loadUnknown(context, runId, invoiceId), runId, oneTimeKey: newOneTimeKey() };
});

/** Frees the logs of an invoice that a person did not find in Xero, and goes on with its run. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { runId, invoiceId } = idsOf(params);
  orPage(() => loadUnknown(context, runId, invoiceId));
  const answer = await submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      freeUnknown(context, runId, invoiceId);
    },
    goTo: `/work-logs/invoice-runs/${runId}`,
    success: 'The logs of this invoice can be invoiced again',
    failure: 'Failed to release the logs',
  });
  await Promise.race([continueRun(context, runId), after(PATIENCE)]);
  return answer;
}

export default function FreeUnknown() {
  const { runId, oneTimeKey, obstacle, ...invoice } = useLoaderData<typeof loader>();
  const { client, month, total, reference, organisation } = invoice;
  return (
    <ConfirmDialog
      title="Is the invoice not in Xero?"
      backTo={`/work-logs/invoice-runs/${runId}`}
      oneTimeKey={oneTimeKey}
      confirmLabel={obstacle === null ? 'Not in Xero: release its logs' : null}
    >
      {obstacle ??
        `First look for the reference ${reference} in ${organisation} in Xero, also among deleted and voided invoices: the invoice for ${client}, ${month}, of ${total} may be there. If you find it, do not release its logs, or the same work will be invoiced twice.`}
    </ConfirmDialog>
  );
}
