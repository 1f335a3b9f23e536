import { redirect } from '@remix-run/node';
import { press } from '../../auth/press.server.ts';
import { workLogsAddress } from '../../work-logs/list/address.ts';
import { backfillInvoices, type BackfillResult } from './backfill.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page: its button is on Work Logs. */
export const loader = () => redirect('/work-logs');

/** Fetches missing invoice numbers and present statuses from the ledger. */
export const action = press(({ context, search }) => ({
  wait: () => backfillInvoices(context),
  goTo: workLogsAddress(search),
  success: ({ successCount, errorCount }: BackfillResult) => ({
    text: `Backfill completed: ${successCount} log(s) updated, ${errorCount} error(s)`,
  }),
  failure: 'Failed to backfill invoice numbers',
}));
