import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from '@remix-run/node';
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
import { parseFields, readForm } from '../lib/form.server.ts';
import { toId } from '../lib/json-api.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../lib/kept-form.ts';
import { toDecimalString } from '../lib/money.ts';
import { pageTitle } from '../lib/product.ts';
import { orPage, submit } from '../lib/submit.server.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import {
  loadWorkLogOptions,
  withCurrent,
  type WorkLogOptions,
} from '../work-logs/form-options.server.ts';
import { followChoice, rateValues, type OwnRate } from '../work-logs/rate-choice.ts';
import { getWorkType } from '../work-types/work-types.server.ts';
import { screenAddress } from './address.ts';
import {
  confirmPendingLog,
  getOpenPendingLog,
  toastForMissing,
  updatePendingLog,
} from './entries.server.ts';
import { getPendingLog } from './list.server.ts';
import { PendingForm } from './pending-form.tsx';
import { PendingForm as PendingFormSchema, type NamedPendingLog } from './pending-work-logs.ts';

export const meta: MetaFunction = () => pageTitle('Edit Pending Log');

const idOf = (id: string | undefined) => toId(id, 'The pending work log');

export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  keepFormOnRewrite(change) && keepFormOnRefusal(change);

function ownRateOf(entry: NamedPendingLog): OwnRate {
  return {
    choice: { clientId: String(entry.clientId ?? ''), workTypeId: String(entry.workTypeId ?? '') },
    ratePence: entry.estimatedHourlyRatePence,
    name: "this task's rate",
  };
}

/** A task is time: hardware is not offered. */
function optionsFor(services: Pick<AppLoadContext, 'db'>, entry: NamedPendingLog): WorkLogOptions {
  const options = withCurrent(
    loadWorkLogOptions(services),
    entry.clientId === null ? null : getClient(services, entry.clientId),
    entry.workTypeId === null ? null : getWorkType(services, entry.workTypeId),
  );
  return { ...options, workTypes: options.workTypes.filter((one) => !one.isHardware) };
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    // An entry is never erased: one that has left the queue is still there to be read.
    const getEntry = isAnswerToForm(request) ? getPendingLog : getOpenPendingLog;
    const entry = getEntry(context, idOf(params.id));
    const ownRate = ownRateOf(entry);
    return {
      options: optionsFor(context, entry),
      ownRate,
      values: {
        taskName: entry.taskName,
        description: entry.description,
        duration: entry.duration === null ? '' : toHoursInput(entry.duration),
        clientId: String(entry.clientId ?? ''),
        workTypeId: String(entry.workTypeId ?? ''),
        billable: entry.billable ? 'on' : undefined,
        estimatedHourlyRate: toDecimalString(entry.estimatedHourlyRatePence),
        ...rateValues(ownRate),
      },
    };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const entry = orPage(() => getPendingLog(context, idOf(params.id)));
  const { id } = entry;
  const sent = await readForm(request);
  const known = { options: optionsFor(context, entry), own: ownRateOf(entry) };
  followChoice(sent, { rateName: 'estimatedHourlyRate', ...known });
  const form = parseFields(request, sent, PendingFormSchema, { checkboxes: ['billable'] });
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
  const { options, values, ownRate } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Edit Pending Log" backTo={screenAddress(useLocation().search)}>
      <PendingForm options={options} values={values} ownRate={ownRate} reply={reply} />
    </RouteDialog>
  );
}
