import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { setClientActive } from '../../clients/clients.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { conflict } from '../../lib/errors.ts';
import { pageTitle } from '../../lib/product.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { getPendingLog } from '../pending-list.server.ts';
import { reviewAddress } from '../review/selection.ts';

export const meta = pageTitle('Reactivate Client');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const entry = orPage(() => getPendingLog(context, toId(params.id, 'The pending work log')));
  return {
    task: entry.taskName,
    name: entry.inactiveClientName,
    oneTimeKey: newOneTimeKey(),
  };
}

/** Reactivates the client that an entry would get, which is then suggested for it. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() =>
    toIdOnceGiven(context, 'pending_work_logs', { id: params.id, what: 'The pending work log' }),
  );
  return submit(context, await parseForm(request, Nothing), {
    button: true,
    run: () => {
      const entry = getPendingLog(context, id);
      if (entry.inactiveClientId === null) throw conflict('No inactive client matches this task.');
      return setClientActive(context, entry.inactiveClientId, true);
    },
    goTo: reviewAddress(new URL(request.url).search),
    success: ({ name }) => ({ text: `${name} is active again` }),
    failure: 'Failed to update client',
  });
}

export default function BringClientBack() {
  const { task, name, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={name === null ? 'Nothing to reactivate' : 'Reactivate client?'}
      backTo={reviewAddress(useLocation().search)}
      oneTimeKey={oneTimeKey}
      confirmLabel={name === null ? null : 'Reactivate'}
    >
      {name === null
        ? 'No inactive client matches this task any more.'
        : `${name} is inactive. Reactivate this client to suggest it for “${task}” and other matching tasks.`}
    </ConfirmDialog>
  );
}
