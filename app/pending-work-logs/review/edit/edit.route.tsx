import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { keepWrittenForm } from '../../../ai/field/rewrite-fields.ts';
import { rewriteInForm } from '../../../ai/rewrite.server.ts';
import { requireUser } from '../../../auth/guard.server.ts';
import { recordHistory } from '../../../history/record-history.server.ts';
import { RecordHistorySection } from '../../../history/record-history.tsx';
import { copyOfForm, parseFields, parseForm, readForm } from '../../../http/form/form.server.ts';
import { isAnswerToForm } from '../../../http/form/kept-form.ts';
import { orPage, submit } from '../../../http/form/submit.server.ts';
import { toId } from '../../../http/json-api.server.ts';
import { pageTitle } from '../../../lib/product.ts';
import { RouteDialog } from '../../../ui/dialog/route-dialog.tsx';
import { whenLoaded } from '../../../ui/form.tsx';
import { followChoice } from '../../../work-logs/rates/rate-choice.ts';
import { taskOptions } from '../../chosen.server.ts';
import { getOpenPendingLog, toastForMissing } from '../../entries.server.ts';
import { getPendingLog, stillInReview } from '../../pending-list.server.ts';
import { PendingFormSchema } from '../../pending-work-logs.ts';
import { failureOf } from '../pressed/presses.server.ts';
import { idsOfKey } from '../presses.ts';
import { reviewAddress } from '../selection.ts';
import {
  entryRate,
  GroupFormSchema,
  loadEntry,
  loadGroup,
  saveEditedEntry,
  saveGroup,
} from './edited-entry.server.ts';
import { GroupForm, PendingForm } from './pending-form.tsx';

export const meta = pageTitle('Edit Pending Log');

function idsOfGroup(key: string | undefined): number[] | null {
  const ids = idsOfKey(key ?? '') ?? [];
  return ids.length > 1 ? ids : null;
}

const idOf = (id: string | undefined) => toId(id, 'The pending work log');

export const shouldRevalidate = keepWrittenForm;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const ids = idsOfGroup(params.id);
  if (ids) {
    return orPage(() => {
      if (!isAnswerToForm(request))
        getOpenPendingLog(context, stillInReview(context, ids)[0] ?? ids[0] ?? 0);
      return { group: loadGroup(context, ids) };
    });
  }
  return orPage(() => {
    // A refused form is shown again even if its entry has left the queue: entries are never erased.
    const getEntry = isAnswerToForm(request) ? getPendingLog : getOpenPendingLog;
    const entry = getEntry(context, idOf(params.id));
    const history = recordHistory(context, { kind: 'pending-work-log', id: entry.id });
    return { entry: loadEntry(context, entry), history };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const backTo = reviewAddress(new URL(request.url).search);
  const ids = idsOfGroup(params.id);
  if (ids) {
    return submit(context, await parseForm(request, GroupFormSchema), {
      run: (typed, form) => saveGroup(context, { userId: user.id, ids }, form, typed),
      version: () => loadGroup(context, ids).madeFrom.version,
      goTo: backTo,
      success: ({ toast }) => toast,
      failure: failureOf('change', false),
    });
  }
  const entry = orPage(() => getPendingLog(context, idOf(params.id)));
  const { id } = entry;
  const sent = await readForm(request);
  const asSent = copyOfForm(sent);
  const options = taskOptions(context, entry);
  const known = { options, own: entryRate(entry, options) };
  followChoice(sent, { rateName: 'estimatedHourlyRate', ...known });
  const form = parseFields(request, sent, PendingFormSchema, {
    checkboxes: ['billable'],
    asSent,
  });
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  const { submission } = form;
  const isConfirmed = submission.status === 'success' && submission.value.then === 'confirm';
  return submit(context, form, {
    run: ({ change, rateChoice }, form) =>
      saveEditedEntry(context, id, form, { change, rateChoice, isConfirmed }),
    version: () => getPendingLog(context, id).version,
    goTo: backTo,
    success: (toast) => toast,
    failure: failureOf(isConfirmed ? 'confirm' : 'change', true),
    toastFor: toastForMissing,
  });
}

export default function EditPendingLog() {
  const data = useLoaderData<typeof loader>();
  const { madeFrom } = 'group' in data ? data.group : data.entry;
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  const backTo = reviewAddress(useLocation().search);
  if ('group' in data) {
    return (
      <RouteDialog title={`Edit ${data.group.count} Pending Logs`} backTo={backTo}>
        <GroupForm key={reply?.remade} {...data.group} lastResult={reply?.result} />
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title="Edit Pending Log" backTo={backTo}>
      <PendingForm key={reply?.remade} {...data.entry} reply={reply} />
      <RecordHistorySection history={data.history} />
    </RouteDialog>
  );
}
