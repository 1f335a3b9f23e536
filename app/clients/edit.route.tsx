import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { toId } from '../lib/json-api.server.ts';
import { parseForm } from '../lib/form.server.ts';
import { orPage, submit } from '../lib/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { ClientForm } from './client-form.tsx';
import { ClientInput, toClientView } from './clients.ts';
import { getClient, updateClient } from './clients.server.ts';

export const meta: MetaFunction = () => pageTitle('Edit Client');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => ({
    client: toClientView(getClient(context, toId(params.id, 'The client'))),
  }));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const client = orPage(() => getClient(context, toId(params.id, 'The client')));
  return submit(context, {
    user,
    form: await parseForm(request, ClientInput),
    run: (input) => updateClient(context, client.id, input),
    goTo: '/clients',
    success: 'Client updated successfully',
    failure: 'Failed to update client',
  });
}

export default function EditClient() {
  const { client } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Edit Client" backTo="/clients">
      <ClientForm
        values={client}
        reply={useActionData<typeof action>()}
        submitLabel="Update Client"
      />
    </RouteDialog>
  );
}
