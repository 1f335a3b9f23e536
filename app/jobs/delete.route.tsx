import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { Nothing, parseForm } from '../http/form/form.server.ts';
import { requireAsShown } from '../http/form/made-from.server.ts';
import { orPage, submit } from '../http/form/submit.server.ts';
import { toId } from '../http/json-api.server.ts';
import { newOneTimeKey } from '../http/once/one-time-keys.server.ts';
import { toIdOnceGiven } from '../http/once/once-given.server.ts';
import { pageTitle } from '../lib/product.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { clientPageOf, deleteJob, findJob, getJob, isJobUsed, JOB_IS_USED } from './jobs.server.ts';

export const meta = pageTitle('Delete Job');

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const job = orPage(() => getJob(context, toId(params.id, 'The job')));
  return {
    text: isJobUsed(context, job.id) ? JOB_IS_USED : null,
    name: job.name,
    version: job.version,
    backTo: clientPageOf(job),
    oneTimeKey: newOneTimeKey(),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'jobs', { id: params.id, what: 'The job' }));
  const form = await parseForm(request, Nothing);
  return submit(context, form, {
    button: true,
    run: () => {
      requireAsShown(form, getJob(context, id));
      deleteJob(context, id);
    },
    goTo: clientPageOf(findJob(context, id)),
    success: 'Job deleted successfully',
    failure: 'Failed to delete job',
  });
}

export default function DeleteJob() {
  const { text, name, version, backTo, oneTimeKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="Delete job?"
      backTo={backTo}
      oneTimeKey={oneTimeKey}
      version={version}
      confirmLabel={text === null ? 'Delete' : null}
    >
      {text ?? (
        <>Are you sure you want to delete &quot;{name}&quot;? This action cannot be undone.</>
      )}
    </ConfirmDialog>
  );
}
