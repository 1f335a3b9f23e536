import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { takeBackWorkLogs } from '../deletion.server.ts';
import { printLogIds } from '../log-ids.ts';
import { pressUndo } from './undo.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** This address has no page of its own: the button is in the toast. */
export function loader() {
  return redirect('/work-logs');
}

/** Takes back what was just logged. The toast about it can bring it back in turn. */
export function action(args: ActionFunctionArgs) {
  return pressUndo(args, {
    run: (ids) => takeBackWorkLogs(args.context, ids),
    success: ({ deleted, left }) => ({
      text:
        left === 0 ? sayDeleted(deleted.length) : `${sayDeleted(deleted.length)}. ${sayLeft(left)}`,
      undo: `/work-logs/${printLogIds(deleted)}/restore`,
    }),
    failure: 'Failed to delete work log',
  });
}

function sayDeleted(count: number): string {
  return count === 1 ? 'Work log deleted successfully' : `${count} work logs deleted successfully`;
}

function sayLeft(count: number): string {
  return count === 1
    ? '1 was changed or invoiced since, and was left as it is.'
    : `${count} were changed or invoiced since, and were left as they are.`;
}
