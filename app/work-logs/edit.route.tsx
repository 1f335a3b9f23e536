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
import { toId } from '../lib/json-api.server.ts';
import { toIdOnceGiven } from '../lib/once-given.server.ts';
import { parseForm } from '../lib/form.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../lib/kept-form.ts';
import { orPage, submit } from '../lib/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { whenLoaded } from '../ui/form.tsx';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { screenAddress } from './address.ts';
import { getWorkType } from '../work-types/work-types.server.ts';
import { saveEditedLog, toFormValues } from './edited-log.server.ts';
import { loadWorkLogOptions, ofKind, withCurrent } from './form-options.server.ts';
import { WorkLogForm } from './work-log-form.tsx';
import { WorkLogForm as WorkLogFormSchema } from './work-logs.ts';
import { findWorkLog, getOpenWorkLog } from './work-logs.server.ts';

export const meta: MetaFunction = () => pageTitle('Edit Log');

export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  keepFormOnRewrite(change) && keepFormOnRefusal(change);

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    const id = toId(params.id, 'The work log');
    const log = isAnswerToForm(request) ? findWorkLog(context, id) : getOpenWorkLog(context, id);
    const options = loadWorkLogOptions(context);
    if (log === null) return { kind: null, options, values: {}, madeFrom: null };
    const client = getClient(context, log.clientId);
    const workType = getWorkType(context, log.workTypeId);
    const values = toFormValues(log, context.config.timeZone);
    return {
      kind: log.isHardware ? ('hardware' as const) : ('time' as const),
      options: withCurrent(ofKind(options, log), client, workType),
      values: { ...values, rateFor: `${log.clientId}:${log.workTypeId}` },
      madeFrom: { version: log.version, values },
    };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const log = { id: params.id, what: 'The work log' };
  const id = orPage(() => toIdOnceGiven(context, 'work_logs', log));
  const form = await parseForm(request, WorkLogFormSchema, { checkboxes: ['billable'] });
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  return submit(context, {
    user,
    form,
    run: (input) => saveEditedLog(context, id, form, input),
    goTo: screenAddress(new URL(request.url).search),
    success: 'Work log updated successfully',
    failure: 'Failed to update work log',
  });
}

export default function EditWorkLog() {
  const { kind, options, values, madeFrom } = useLoaderData<typeof loader>();
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  return (
    <RouteDialog title="Edit Log" backTo={screenAddress(useLocation().search)}>
      <WorkLogForm
        key={reply?.remade}
        kind="edit"
        logKind={kind ?? undefined}
        options={options}
        values={values}
        madeFrom={madeFrom ?? undefined}
        reply={reply}
      />
    </RouteDialog>
  );
}
