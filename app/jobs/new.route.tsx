import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { getClient } from '../clients/clients.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { toId } from '../http/json-api.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { JobForm } from './job-form.tsx';
import { JobFormInput } from './jobs.ts';
import { createJob } from './jobs.server.ts';

export const meta = pageTitle('Add Job');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const { id, name } = orPage(() => getClient(context, toId(params.id, 'The client')));
  return { id, name, oneTimeKey: newOneTimeKey() };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const client = { id: params.id, what: 'The client' };
  const clientId = orPage(() => toIdOnceGiven(context, 'clients', client));
  return submit(context, await parseForm(request, JobFormInput), {
    run: (input) => createJob(context, { ...input, clientId }),
    goTo: `/clients/${clientId}`,
    success: 'Job created successfully',
    failure: 'Failed to create job',
    again: { isOnScreen: true },
  });
}

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
