import type { ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { ask } from '../../auth/press.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { after } from '../../lib/after.ts';
import { pageTitle } from '../../lib/product.ts';
import { continueRun } from './carry-on.server.ts';
import { freeUnknown, loadUnknown } from './run-screen.server.ts';

export { QuestionScreen as default } from '../../ui/dialog/question.tsx';

const PATIENCE = 3_000;

export const meta = pageTitle('Release an invoice’s logs');

const idsOf = ({ id, invoice }: ActionFunctionArgs['params']) =>
  orPage(() => ({ runId: toId(id, 'The run'), invoiceId: toId(invoice, 'The invoice') }));

export const loader = ask(({ context, params }) => {
  const { runId, invoiceId } = idsOf(params);
  return loadUnknown(context, runId, invoiceId);
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
