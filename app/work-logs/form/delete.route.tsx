import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { formatListDate } from '../../lib/calendar.ts';
import { formatPounds } from '../../lib/money.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { deleteWorkLog } from '../deletion.server.ts';
import { workLogsAddress } from '../list/address.ts';
import { sayMeasure } from '../work-logs.ts';
import { findWorkLog, getOpenWorkLog } from '../work-logs.server.ts';

export const meta = pageTitle('Delete Log');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const log = orPage(() => getOpenWorkLog(context, toId(params.id, 'The work log')));
  return {
    oneTimeKey: newOneTimeKey(),
    version: log.version,
    client: log.clientName,
    workType: log.workTypeName,
    date: formatListDate(log.date, context.config.timeZone),
    durationOrItems: sayMeasure(log),
    amount: formatPounds(log.totalPence),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'work_logs', { id: params.id, what: 'The work log' }),
  );
  const form = await parseForm(request, Nothing);
  const { search } = new URL(request.url);
  return submit(context, form, {
    button: true,
    run: () => {
      requireAsShown(form, getOpenWorkLog(context, id));
      deleteWorkLog(context, id);
    },
    again: { isUndone: () => findWorkLog(context, id) !== null },
    goTo: workLogsAddress(search),
    success: () => ({
      text: 'Work log deleted successfully',
      undo: `/work-logs/${params.id ?? ''}/restore`,
    }),
    failure: 'Failed to delete work log',
  });
}

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
