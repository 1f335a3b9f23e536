import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { sendOn, showOf } from '../auth/press.server.ts';
import { EditDialog } from '../history/edit-dialog.tsx';
import { loadEdited } from '../history/edited-record.server.ts';
import { keepFormOnRefusal } from '../http/form/kept-form.ts';
import { pageTitle } from '../lib/product.ts';
import { clientsAddress } from '../clients/back.ts';
import { ClientForm } from '../clients/client-form.tsx';
import {
  ClientInput,
  findClient,
  getClient,
  hasJobs,
  listVatChoices,
  saveEditedClient,
  clientFormValues,
} from '../clients/clients.server.ts';
import { offerRepricing } from '../work-logs/many/reprice.server.ts';

export const meta = pageTitle('Edit Client');

export const shouldRevalidate = keepFormOnRefusal;

const CLIENT = { find: findClient, get: getClient, valuesOf: clientFormValues };

export const loader = showOf('client', (visit) => {
  const { context, id } = visit;
  return {
    edited: loadEdited(visit, 'client', CLIENT),
    vatChoices: listVatChoices(context, findClient(context, id)?.vatTreatment),
    hasJobs: hasJobs(context, id),
  };
});

export const action = sendOn('client', { schema: ClientInput }, ({ context, id, search }) => ({
  run: (input, form) => saveEditedClient(context, id, form, input),
  version: () => findClient(context, id)?.version,
  goTo: clientsAddress(search),
  success: () => ({
    text: 'Client updated successfully',
    link: offerRepricing(context, { clientId: id }) ?? undefined,
  }),
  failure: 'Failed to update client',
}));

export default function EditClient() {
  const { edited, ...choices } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const backTo = clientsAddress(useLocation().search);
  return (
    <EditDialog title="Edit Client" backTo={backTo} edited={edited} reply={reply}>
      {(form) => (
        <ClientForm
          {...form}
          {...choices}
          submitLabel="Update Client"
          instead={(id) => `/clients/${id}`}
        />
      )}
    </EditDialog>
  );
}
