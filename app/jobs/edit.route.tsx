import { useActionData, useLoaderData } from '@remix-run/react';
import { sendOn, showOf } from '../auth/press.server.ts';
import { EditDialog } from '../history/edit-dialog.tsx';
import { loadEdited } from '../history/edited-record.server.ts';
import { keepFormOnRefusal } from '../http/form/kept-form.ts';
import { pageTitle } from '../lib/product.ts';
import { JobForm } from './job-form.tsx';
import { JobFormInput } from './jobs.ts';
import { clientPageOf, findJob, getJob, jobFormValues, saveEditedJob } from './jobs.server.ts';

export const meta = pageTitle('Edit Job');

export const shouldRevalidate = keepFormOnRefusal;

const JOB = { find: findJob, get: getJob, valuesOf: jobFormValues };

export const loader = showOf('job', (visit) => ({
  edited: loadEdited(visit, 'job', JOB),
  backTo: clientPageOf(findJob(visit.context, visit.id)),
}));

export const action = sendOn(
  'job',
  { schema: JobFormInput, checkboxes: ['isOpen'] },
  ({ context, id }) => ({
    run: (input, form) => saveEditedJob(context, id, form, input),
    version: () => findJob(context, id)?.version,
    goTo: clientPageOf(findJob(context, id)),
    success: 'Job updated successfully',
    failure: 'Failed to update job',
  }),
);

export default function EditJob() {
  const { edited, backTo } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const deletePath = `/clients/jobs/${edited.id}/delete`;
  return (
    <EditDialog title="Edit Job" backTo={backTo} edited={edited} reply={reply}>
      {(form) => <JobForm {...form} submitLabel="Update Job" deletePath={deletePath} />}
    </EditDialog>
  );
}
