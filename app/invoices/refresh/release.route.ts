import { redirect } from '@remix-run/node';
import { pressOn } from '../../auth/press.server.ts';
import { workLogsAddress } from '../../work-logs/list/address.ts';
import { releaseInvoice } from './release.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page: its button is on Work Logs. */
export const loader = () => redirect('/work-logs');

/** Frees the logs of an invoice that was deleted, voided or credited in full in Xero. */
export const action = pressOn('invoice', ({ context, id, search }) => ({
  run: () => {
    releaseInvoice(context, id);
  },
  goTo: workLogsAddress(search),
  success: 'The logs of this invoice can be invoiced again',
  failure: 'Failed to release the logs',
}));
