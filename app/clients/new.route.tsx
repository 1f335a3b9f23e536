import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { send, show } from '../auth/press.server.ts';
import { backWith } from '../http/own-path.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toDecimalString } from '../lib/money.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { clientsAddress } from './back.ts';
import { ClientForm } from './client-form.tsx';
import {
  DEFAULT_PREMIUM_RATE_PENCE,
  DEFAULT_STANDARD_RATE_PENCE,
} from '../records/client-fields.ts';
import { ClientInput, createClient, listVatChoices } from './clients.server.ts';

export const meta = pageTitle('Add Client');

export const loader = show(({ context }) => ({
  oneTimeKey: newOneTimeKey(),
  vatChoices: listVatChoices(context),
  values: {
    standardRate: toDecimalString(DEFAULT_STANDARD_RATE_PENCE),
    premiumRate: toDecimalString(DEFAULT_PREMIUM_RATE_PENCE),
  },
}));

export const action = send({ schema: ClientInput }, ({ context, search }) => ({
  run: (input) => createClient(context, input),
  goTo: ({ id }) => backWith(search, 'client', id) ?? '/clients',
  success: 'Client created successfully',
  failure: 'Failed to create client',
  again: { isOnScreen: true },
}));

export default function NewClient() {
  const { values, vatChoices, oneTimeKey } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <RouteDialog title="Add Client" backTo={clientsAddress(search)}>
      <ClientForm
        oneTimeKey={oneTimeKey}
        values={values}
        vatChoices={vatChoices}
        reply={useActionData<typeof action>()}
        submitLabel="Add Client"
        anyway="Add it anyway"
        instead={(id) => backWith(search, 'client', Number(id)) ?? `/clients/${id}`}
      />
    </RouteDialog>
  );
}
