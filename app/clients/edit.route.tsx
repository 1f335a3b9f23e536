import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { recordHistory } from '../history/record-history.server.ts';
import { RecordHistorySection } from '../history/record-history.tsx';
import { toId } from '../http/json-api.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../http/form/kept-form.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { whenLoaded } from '../ui/form.tsx';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { clientsAddress } from './back.ts';
import { ClientForm } from './client-form.tsx';
import {
  ClientInput,
  findClient,
  getClient,
  hasJobs,
  listVatChoices,
  saveEditedClient,
  clientFormValues,
} from './clients.server.ts';

export const meta = pageTitle('Edit Client');

export const shouldRevalidate = keepFormOnRefusal;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    const id = toId(params.id, 'The client');
    // A refused form is shown again even if its client was taken back with an import meanwhile.
    const client = isAnswerToForm(request) ? findClient(context, id) : getClient(context, id);
    const madeFrom = client && { version: client.version, values: clientFormValues(client) };
    const history = recordHistory(context, { kind: 'client', id });
    const vatChoices = listVatChoices(context, client?.vatTreatment);
    const jobs = hasJobs(context, id);
    return { madeFrom, history, vatChoices, hasJobs: jobs, oneTimeKey: newOneTimeKey() };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'client', params.id));
  const form = await parseForm(request, ClientInput);
  return submit(context, form, {
    run: (input, form) => saveEditedClient(context, id, form, input),
    version: () => findClient(context, id)?.version,
    goTo: clientsAddress(new URL(request.url).search),
    success: 'Client updated successfully',
    failure: 'Failed to update client',
  });
}

export default function EditClient() {
  const { madeFrom, history, oneTimeKey, ...choices } = useLoaderData<typeof loader>();
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  const backTo = clientsAddress(useLocation().search);
  return (
    <RouteDialog title="Edit Client" backTo={backTo}>
      <ClientForm
        key={reply?.remade}
        values={madeFrom?.values ?? {}}
        madeFrom={madeFrom ?? undefined}
        {...choices}
        oneTimeKey={oneTimeKey}
        reply={reply}
        submitLabel="Update Client"
        instead={(id) => `/clients/${id}`}
      />
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}
