import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { errorToast } from '../../lib/submit.server.ts';
import { redirectWithToast } from '../../lib/toast.server.ts';
import { screenAddress } from '../../work-logs/address.ts';
import { backfillInvoices } from './backfill.server.ts';
import { isLedgerError } from '../ledger.ts';

const FAILED = 'Failed to backfill invoice numbers';

/** Reached by hand, there is nothing to see: the button is on Work Logs. */
export function loader() {
  return redirect('/work-logs');
}

/** Missing invoice numbers and present statuses, from Xero. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const goTo = screenAddress(new URL(request.url).search);
  try {
    const { successCount, errorCount } = await backfillInvoices(context);
    const text = `Backfill completed: ${successCount} log(s) updated, ${errorCount} error(s)`;
    return await redirectWithToast(context, goTo, { text });
  } catch (error) {
    if (!isLedgerError(error) && !(error instanceof ProductError)) throw error;
    return redirectWithToast(context, goTo, errorToast(`${FAILED}. ${error.message}`));
  }
}
