import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { pressOn, showOf } from '../../auth/press.server.ts';
import { formatListDate } from '../../lib/calendar.ts';
import { formatPounds } from '../../lib/money.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { deleteWorkLog } from '../deletion.server.ts';
import { workLogsAddress } from '../list/address.ts';
import { sayMeasure } from '../work-logs.ts';
import { findWorkLog, getOpenWorkLog } from '../work-logs.server.ts';

export const meta = pageTitle('Delete Log');

export const loader = showOf('work-log', ({ context, id }) => {
  const log = getOpenWorkLog(context, id);
  return {
    oneTimeKey: newOneTimeKey(),
    version: log.version,
    client: log.clientName,
    workType: log.workTypeName,
    date: formatListDate(log.date, context.config.timeZone),
    durationOrItems: sayMeasure(log),
    amount: formatPounds(log.totalPence),
  };
});

export const action = pressOn('work-log', ({ context, form, id, search }) => ({
  run: () => {
    requireAsShown(form, getOpenWorkLog(context, id));
    deleteWorkLog(context, id);
  },
  again: { isUndone: () => findWorkLog(context, id) !== null },
  goTo: workLogsAddress(search),
  success: () => ({
    text: 'Work log deleted successfully',
    undo: `/work-logs/${id}/restore`,
  }),
  failure: 'Failed to delete work log',
}));

export default function DeleteWorkLog() {
  const { client, workType, date, durationOrItems, amount, oneTimeKey, version } =
    useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Delete work log?"
      backTo={workLogsAddress(useLocation().search)}
      oneTimeKey={oneTimeKey}
      version={version}
      confirmLabel="Delete"
    >
      {workType} for {client} on {date}: {durationOrItems}, {amount}. You can restore it for an
      hour, in{' '}
      <Link to="/history" className="link">
        History
      </Link>
      .
    </ConfirmDialog>
  );
}
