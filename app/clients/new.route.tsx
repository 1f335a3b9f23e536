import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { backWith } from '../http/own-path.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toDecimalString } from '../lib/money.ts';
import { submit } from '../http/form/submit.server.ts';
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

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return {
    oneTimeKey: newOneTimeKey(),
    vatChoices: listVatChoices(context),
    values: {
      standardRate: toDecimalString(DEFAULT_STANDARD_RATE_PENCE),
      premiumRate: toDecimalString(DEFAULT_PREMIUM_RATE_PENCE),
    },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submit(context, await parseForm(request, ClientInput), {
    run: (input) => createClient(context, input),
    goTo: ({ id }) => backWith(new URL(request.url).search, 'client', id) ?? '/clients',
    success: 'Client created successfully',
    failure: 'Failed to create client',
    again: { isOnScreen: true },
  });
}

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
