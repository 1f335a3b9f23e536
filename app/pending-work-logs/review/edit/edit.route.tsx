import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import {
  useActionData,
  useLoaderData,
  useLocation,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { keepFormOnRewrite } from '../../../ai/field/rewrite-address.ts';
import { rewriteInForm } from '../../../ai/field/rewrite-in-form.server.ts';
import { requireUser } from '../../../auth/guard.server.ts';
import { recordHistory } from '../../../history/record-history.server.ts';
import { RecordHistorySection } from '../../../history/record-history.tsx';
import { copyOfForm, parseFields, readForm } from '../../../http/form/form.server.ts';
import { newOneTimeKey } from '../../../http/once/one-time-keys.server.ts';
import { toId } from '../../../http/json-api.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../../../http/form/kept-form.ts';
import { pageTitle } from '../../../lib/product.ts';
import { orPage, submit } from '../../../http/form/submit.server.ts';
import { whenLoaded } from '../../../ui/scripts/newest-reply.ts';
import { RouteDialog } from '../../../ui/dialog/route-dialog.tsx';
import { followChoice, rateValues } from '../../../work-logs/rates/rate-choice.ts';
import { reviewAddress } from '../review-address.ts';
import {
  entryOptions,
  entryRate,
  saveEditedEntry,
  entryFormValues,
} from './edited-entry.server.ts';
import { getOpenPendingLog, toastForMissing } from '../../entries.server.ts';
import { getPendingLog } from '../../pending-list.server.ts';
import { PendingForm } from './pending-form.tsx';
import { PendingFormSchema } from '../../pending-work-logs.ts';
import { suggestedIn } from '../suggested.ts';

export const meta = pageTitle('Edit Pending Log');

const idOf = (id: string | undefined) => toId(id, 'The pending work log');

export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  keepFormOnRewrite(change) && keepFormOnRefusal(change);

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    // A refused form is shown again even if its entry has left the queue: entries are never erased.
    const getEntry = isAnswerToForm(request) ? getPendingLog : getOpenPendingLog;
    const entry = getEntry(context, idOf(params.id));
    const ownRate = entryRate(entry);
    const values = entryFormValues(entry);
    return {
      options: entryOptions(context, entry),
      ownRate,
      values: { ...values, ...rateValues(ownRate) },
      suggested: suggestedIn(entry),
      madeFrom: { version: entry.version, values },
      history: recordHistory(context, { kind: 'pending-work-log', id: entry.id }),
      oneTimeKey: newOneTimeKey(),
    };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const entry = orPage(() => getPendingLog(context, idOf(params.id)));
  const { id } = entry;
  const sent = await readForm(request);
  const asSent = copyOfForm(sent);
  const known = { options: entryOptions(context, entry), own: entryRate(entry) };
  followChoice(sent, { rateName: 'estimatedHourlyRate', ...known });
  const form = parseFields(request, sent, PendingFormSchema, {
    checkboxes: ['billable'],
    asSent,
  });
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  const { submission } = form;
  const isConfirmed = submission.status === 'success' && submission.value.then === 'confirm';
  return submit(context, {
    user,
    form,
    run: ({ change, rateChoice }, form) =>
      saveEditedEntry(context, id, form, { change, rateChoice, isConfirmed }),
    version: () => getPendingLog(context, id).version,
    goTo: reviewAddress(new URL(request.url).search),
    success: (toast) => toast,
    failure: isConfirmed
      ? 'Failed to confirm pending work log'
      : 'Failed to update pending work log',
    toastFor: toastForMissing,
  });
}

export default function EditPendingLog() {
  const { options, values, ownRate, madeFrom, suggested, history, oneTimeKey } =
    useLoaderData<typeof loader>();
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  return (
    <RouteDialog title="Edit Pending Log" backTo={reviewAddress(useLocation().search)}>
      <PendingForm
        key={reply?.remade}
        options={options}
        values={values}
        ownRate={ownRate}
        madeFrom={madeFrom}
        oneTimeKey={oneTimeKey}
        suggested={suggested}
        reply={reply}
      />
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}
