import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { Nothing, parseForm } from '../../http/form/form.server.ts';
import { requireAsShown } from '../../http/form/made-from.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { submit } from '../../http/form/submit.server.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { findConnection } from './tokens.server.ts';
import {
  countOpenInvoices,
  disconnectOnce,
  STILL_IN_XERO,
  versionOf,
} from './disconnect.server.ts';

export const meta = pageTitle('Disconnect from Xero');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const connection = findConnection(context);
  return {
    oneTimeKey: newOneTimeKey(),
    version: connection && versionOf(connection),
    openInvoices: countOpenInvoices(context),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, Nothing);
  return submit(context, form, {
    button: true,
    wait: (_, key) =>
      disconnectOnce(context, key, (connection) => {
        requireAsShown(form, connection);
      }),
    goTo: '/settings',
    success: ({ isEndedInXero }) =>
      isEndedInXero
        ? { text: 'Disconnected from Xero successfully' }
        : { text: STILL_IN_XERO, variant: 'destructive' },
    failure: 'Failed to disconnect from Xero',
  });
}

export default function DisconnectXero() {
  const { oneTimeKey, version, openInvoices } = useLoaderData<typeof loader>();
  if (version === null) {
    return (
      <ConfirmDialog
        title="Disconnect from Xero?"
        backTo="/settings"
        oneTimeKey={oneTimeKey}
        confirmLabel={null}
      >
        Xero is not connected.
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title="Disconnect from Xero?"
      backTo="/settings"
      oneTimeKey={oneTimeKey}
      version={version}
      confirmLabel="Disconnect from Xero"
    >
      No invoices can be created until you connect again. Invoices that were created stay in Xero
      and here, and clients stay linked to their Xero contacts.
      {openInvoices > 0
        ? ` ${openInvoices === 1 ? 'One invoice is' : `${openInvoices} invoices are`} still under way: what became of ${openInvoices === 1 ? 'it' : 'them'} cannot be looked up without the connection.`
        : null}
    </ConfirmDialog>
  );
}
