import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { restoreWorkLogs } from '../deletion.server.ts';
import { pressUndo } from './undo.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page of its own: the button is in the toast. */
export function loader() {
  return redirect('/work-logs');
}

/** Brings a deleted log back, or several that were deleted at once. */
export function action(args: ActionFunctionArgs) {
  return pressUndo(args, {
    run: (ids) => restoreWorkLogs(args.context, ids).length,
    success: (count) => ({
      text: count === 1 ? 'Work log restored' : `${count} work logs restored`,
    }),
    failure: 'Failed to restore work log',
  });
}
