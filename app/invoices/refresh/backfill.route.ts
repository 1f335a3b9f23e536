import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { workLogsAddress } from '../../work-logs/list/address.ts';
import { backfillInvoices } from './backfill.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page: its button is on Work Logs. */
export function loader() {
  return redirect('/work-logs');
}

/** Fetches missing invoice numbers and present statuses from the ledger. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    wait: () => backfillInvoices(context),
    goTo: workLogsAddress(new URL(request.url).search),
    success: ({ successCount, errorCount }) => ({
      text: `Backfill completed: ${successCount} log(s) updated, ${errorCount} error(s)`,
    }),
    failure: 'Failed to backfill invoice numbers',
  });
}
