import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { workLogsAddress } from '../../work-logs/list/address.ts';
import { releaseInvoice } from './release.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page: its button is on Work Logs. */
export function loader() {
  return redirect('/work-logs');
}

/** Frees the logs of an invoice that was deleted, voided or credited in full in Xero. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'invoices', { id: params.id, what: 'The invoice' }),
  );
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      releaseInvoice(context, id);
    },
    goTo: workLogsAddress(new URL(request.url).search),
    success: 'The logs of this invoice can be invoiced again',
    failure: 'Failed to release the logs',
  });
}
