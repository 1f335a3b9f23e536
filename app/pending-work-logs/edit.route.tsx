import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  useActionData,
  useLoaderData,
  useLocation,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { keepFormOnRewrite } from '../ai/field/rewrite-address.ts';
import { rewriteInForm } from '../ai/field/rewrite-in-form.server.ts';
import { requireUser } from '../auth/guard.server.ts';
import { getClient } from '../clients/clients.server.ts';
import { toHoursInput } from '../lib/duration.ts';
import { parseForm } from '../lib/form.server.ts';
import { toId } from '../lib/json-api.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../lib/kept-form.ts';
import { toDecimalString } from '../lib/money.ts';
import { pageTitle } from '../lib/product.ts';
import { orPage, submit } from '../lib/submit.server.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { loadWorkLogOptions, withCurrent } from '../work-logs/form-options.server.ts';
import { getWorkType } from '../work-types/work-types.server.ts';
import { screenAddress } from './address.ts';
import {
  confirmPendingLog,
  getOpenPendingLog,
  pairOf,
  toastForMissing,
  updatePendingLog,
} from './entries.server.ts';
import { getPendingLog } from './list.server.ts';
import { PendingForm } from './pending-form.tsx';
import { PendingForm as PendingFormSchema } from './pending-work-logs.ts';

export const meta: MetaFunction = () => pageTitle('Edit Pending Log');

const idOf = (id: string | undefined) => toId(id, 'The pending work log');

export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  keepFormOnRewrite(change) && keepFormOnRefusal(change);

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    // An entry is never erased: one that has left the queue is still there to be read.
    const getEntry = isAnswerToForm(request) ? getPendingLog : getOpenPendingLog;
    const entry = getEntry(context, idOf(params.id));
    const options = withCurrent(
      loadWorkLogOptions(context),
      entry.clientId === null ? null : getClient(context, entry.clientId),
      entry.workTypeId === null ? null : getWorkType(context, entry.workTypeId),
    );
    return {
      options: { ...options, workTypes: options.workTypes.filter((one) => !one.isHardware) },
      values: {
        taskName: entry.taskName,
        description: entry.description,
        duration: entry.duration === null ? '' : toHoursInput(entry.duration),
        clientId: String(entry.clientId ?? ''),
        workTypeId: String(entry.workTypeId ?? ''),
        billable: entry.billable ? 'on' : undefined,
        estimatedHourlyRate: toDecimalString(entry.estimatedHourlyRatePence),
        rateFor: pairOf(entry),
      },
    };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const { id } = orPage(() => getPendingLog(context, idOf(params.id)));
  const form = await parseForm(request, PendingFormSchema, { checkboxes: ['billable'] });
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  const { submission } = form;
  const isConfirmed = submission.status === 'success' && submission.value.then === 'confirm';
  return submit(context, {
    user,
    form,
    run: ({ change }) =>
      isConfirmed ? confirmPendingLog(context, id, change) : updatePendingLog(context, id, change),
    goTo: screenAddress(new URL(request.url).search),
    success: isConfirmed ? 'Work log confirmed and added to work logs' : 'Pending work log updated',
    failure: isConfirmed
      ? 'Failed to confirm pending work log'
      : 'Failed to update pending work log',
    toastFor: toastForMissing,
  });
}

export default function EditPendingLog() {
  const { options, values } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Edit Pending Log" backTo={screenAddress(useLocation().search)}>
      <PendingForm options={options} values={values} reply={reply} />
    </RouteDialog>
  );
}
