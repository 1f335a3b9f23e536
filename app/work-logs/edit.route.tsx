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
import { toId } from '../lib/json-api.server.ts';
import { dayOf } from '../lib/calendar.ts';
import { toHoursInput } from '../lib/duration.ts';
import { toIdOnceGiven } from '../lib/once-given.server.ts';
import { parseFields, readForm } from '../lib/form.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../lib/kept-form.ts';
import { toDecimalString } from '../lib/money.ts';
import { orPage, submit } from '../lib/submit.server.ts';
import { pageTitle } from '../lib/product.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { screenAddress } from './address.ts';
import { getWorkType } from '../work-types/work-types.server.ts';
import { loadWorkLogOptions, withCurrent, type WorkLogOptions } from './form-options.server.ts';
import { NEW_ITEM, toItemValues } from './form-values.ts';
import { followChoice, rateValues, type OwnRate } from './rate-choice.ts';
import { WorkLogForm } from './work-log-form.tsx';
import { WorkLogForm as WorkLogFormSchema, type NamedWorkLog } from './work-logs.ts';
import { findWorkLog, getOpenWorkLog, updateWorkLog } from './work-logs.server.ts';

export const meta: MetaFunction = () => pageTitle('Edit Log');

function toValues(log: NamedWorkLog, timeZone: string) {
  return {
    clientId: String(log.clientId),
    workTypeId: String(log.workTypeId),
    duration: log.isHardware ? '' : toHoursInput(log.duration),
    description: log.description,
    hourlyRate: log.isHardware ? '' : toDecimalString(log.hourlyRatePence),
    ...rateValues(ownRateOf(log)),
    date: dayOf(log.date, timeZone),
    hardwareItems: log.isHardware ? log.hardwareItems.map(toItemValues) : [NEW_ITEM],
    billable: log.billable ? 'on' : 'off',
  };
}

function ownRateOf(log: NamedWorkLog): OwnRate {
  return {
    choice: { clientId: String(log.clientId), workTypeId: String(log.workTypeId) },
    ratePence: log.isHardware ? null : log.hourlyRatePence,
    name: "this log's rate",
  };
}

function optionsFor(services: Pick<AppLoadContext, 'db'>, log: NamedWorkLog): WorkLogOptions {
  const client = getClient(services, log.clientId);
  const workType = getWorkType(services, log.workTypeId);
  return withCurrent(loadWorkLogOptions(services), client, workType);
}

export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  keepFormOnRewrite(change) && keepFormOnRefusal(change);

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return orPage(() => {
    const id = toId(params.id, 'The work log');
    const log = isAnswerToForm(request) ? findWorkLog(context, id) : getOpenWorkLog(context, id);
    if (log === null) return { options: loadWorkLogOptions(context), values: {}, ownRate: null };
    return {
      options: optionsFor(context, log),
      values: toValues(log, context.config.timeZone),
      ownRate: ownRateOf(log),
    };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const named = { id: params.id, what: 'The work log' };
  const id = orPage(() => toIdOnceGiven(context, 'work_logs', named));
  const sent = await readForm(request);
  const log = findWorkLog(context, id);
  if (log) {
    const known = { options: optionsFor(context, log), own: ownRateOf(log) };
    followChoice(sent, { rateName: 'hourlyRate', ...known });
  }
  const form = parseFields(request, sent, WorkLogFormSchema, { checkboxes: ['billable'] });
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  return submit(context, {
    user,
    form,
    run: (input) => updateWorkLog(context, id, input),
    goTo: screenAddress(new URL(request.url).search),
    success: 'Work log updated successfully',
    failure: 'Failed to update work log',
  });
}

export default function EditWorkLog() {
  const { options, values, ownRate } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Edit Log" backTo={screenAddress(useLocation().search)}>
      <WorkLogForm kind="edit" options={options} values={values} ownRate={ownRate} reply={reply} />
    </RouteDialog>
  );
}
