import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { recordHistory } from '../history/record-history.server.ts';
import { RecordHistorySection } from '../history/record-history.tsx';
import { parseForm } from '../http/form/form.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../http/form/kept-form.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { toId } from '../http/json-api.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/dialog/route-dialog.tsx';
import { whenLoaded } from '../ui/form.tsx';
import { JobForm } from './job-form.tsx';
import { JobFormInput } from './jobs.ts';
import { clientPageOf, findJob, getJob, jobFormValues, saveEditedJob } from './jobs.server.ts';

export const meta = pageTitle('Edit Job');

export const shouldRevalidate = keepFormOnRefusal;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    const id = toId(params.id, 'The job');
    // A refused form is shown again even if its job was deleted meanwhile.
    const job = isAnswerToForm(request) ? findJob(context, id) : getJob(context, id);
    return {
      id,
      madeFrom: job && { version: job.version, values: jobFormValues(job) },
      backTo: clientPageOf(job),
      history: recordHistory(context, { kind: 'job', id }),
      oneTimeKey: newOneTimeKey(),
    };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'job', params.id));
  const form = await parseForm(request, JobFormInput, { checkboxes: ['isOpen'] });
  return submit(context, form, {
    run: (input, form) => saveEditedJob(context, id, form, input),
    version: () => findJob(context, id)?.version,
    goTo: clientPageOf(findJob(context, id)),
    success: 'Job updated successfully',
    failure: 'Failed to update job',
  });
}

export default function EditJob() {
  const { id, madeFrom, backTo, history, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  return (
    <RouteDialog title="Edit Job" backTo={backTo}>
      <JobForm
        key={reply?.remade}
        values={madeFrom?.values ?? {}}
        madeFrom={madeFrom ?? undefined}
        oneTimeKey={oneTimeKey}
        reply={reply}
        submitLabel="Update Job"
        deletePath={`/clients/jobs/${id}/delete`}
      />
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}
