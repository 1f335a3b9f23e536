import { useActionData, useLoaderData } from '@remix-run/react';
import { sendOn, showOf } from '../auth/press.server.ts';
import { getClient } from '../clients/clients.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { JobForm } from './job-form.tsx';
import { JobFormInput } from './jobs.ts';
import { createJob } from './jobs.server.ts';

export const meta = pageTitle('Add Job');

export const loader = showOf('client', ({ context, id }) => {
  return { id, name: getClient(context, id).name, oneTimeKey: newOneTimeKey() };
});

export const action = sendOn('client', { schema: JobFormInput }, ({ context, id: clientId }) => ({
  run: (input) => createJob(context, { ...input, clientId }),
  goTo: `/clients/${clientId}`,
  success: 'Job created successfully',
  failure: 'Failed to create job',
  again: { isOnScreen: true },
}));

export default function NewJob() {
  const { id, name, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={`Add Job for ${name}`} backTo={`/clients/${id}`}>
      <JobForm
        oneTimeKey={oneTimeKey}
        values={{}}
        reply={useActionData<typeof action>()}
        submitLabel="Add Job"
      />
    </RouteDialog>
  );
}
