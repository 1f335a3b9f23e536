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
import { parseForm } from '../lib/form.server.ts';
import { toId } from '../lib/json-api.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../lib/kept-form.ts';
import { pageTitle } from '../lib/product.ts';
import { orPage, submit } from '../lib/submit.server.ts';
import { whenLoaded } from '../ui/form.tsx';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { loadWorkLogOptions, withCurrent } from '../work-logs/form-options.server.ts';
import { getWorkType } from '../work-types/work-types.server.ts';
import { screenAddress } from './address.ts';
import { saveEditedEntry, toFormValues } from './edited-entry.server.ts';
import { getOpenPendingLog, pairOf, toastForMissing } from './entries.server.ts';
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
    const values = toFormValues(entry);
    return {
      options: { ...options, workTypes: options.workTypes.filter((one) => !one.isHardware) },
      values: { ...values, rateFor: pairOf(entry) },
      madeFrom: { version: entry.version, values },
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
    run: ({ change }) => saveEditedEntry(context, id, form, { change, isConfirmed }),
    goTo: screenAddress(new URL(request.url).search),
    success: isConfirmed ? 'Work log confirmed and added to work logs' : 'Pending work log updated',
    failure: isConfirmed
      ? 'Failed to confirm pending work log'
      : 'Failed to update pending work log',
    toastFor: toastForMissing,
  });
}

export default function EditPendingLog() {
  const { options, values, madeFrom } = useLoaderData<typeof loader>();
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  return (
    <RouteDialog title="Edit Pending Log" backTo={screenAddress(useLocation().search)}>
      <PendingForm
        key={reply?.remade}
        options={options}
        values={values}
        madeFrom={madeFrom}
        reply={reply}
      />
    </RouteDialog>
  );
}
