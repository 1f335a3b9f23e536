import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { pressUndo } from '../form/undo.server.ts';
import { unmarkInvoiced } from './invoiced.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page of its own: its button is in the toast and in the dialog. */
export function loader() {
  return redirect('/work-logs');
}

/** Takes back that a log was invoiced elsewhere. */
export function action(args: ActionFunctionArgs) {
  return pressUndo(args, {
    run: (ids) => {
      for (const id of ids) unmarkInvoiced(args.context, id);
    },
    success: () => ({ text: 'The work log is on no invoice, and can be billed' }),
    failure: 'Failed to take it off its invoice',
  });
}
