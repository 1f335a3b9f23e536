import type { ActionFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { keepWrittenForm } from '../../ai/field/rewrite-fields.ts';
import { rewriteInForm } from '../../ai/rewrite.server.ts';
import { requireUser } from '../../auth/guard.server.ts';
import { showOf } from '../../auth/press.server.ts';
import { recordHistory } from '../../history/record-history.server.ts';
import { RecordHistorySection } from '../../history/record-history.tsx';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { copyOfForm, parseFields, readForm } from '../../http/form/form.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { isAnswerToForm } from '../../http/form/kept-form.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { whenLoaded } from '../../ui/form.tsx';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { GoOnButton, RepeatButton, RepeatForm } from '../again/repeat-form.tsx';
import { describeMeasure } from '../logged.server.ts';
import { workLogsAddress } from '../list/address.ts';
import {
  logOptions,
  logRate,
  saveEditedLog,
  logFormValues,
  loadWorkLogOptions,
} from './log-form.server.ts';
import { followChoice, rateValues } from '../rates/rate-choice.ts';
import { useGiven } from './pickers.tsx';
import { WorkLogForm } from './work-log-form.tsx';
import { formatTimes, WorkLogFormSchema } from '../work-logs.ts';
import { findWorkLog, getOpenWorkLog } from '../work-logs.server.ts';

export const meta = pageTitle('Edit Log');

export const shouldRevalidate = keepWrittenForm;

export const loader = showOf('work-log', ({ request, context, id }) => {
  const { timeZone } = context.config;
  const log = isAnswerToForm(request) ? findWorkLog(context, id) : getOpenWorkLog(context, id);
  const options = log ? logOptions(context, log) : loadWorkLogOptions(context);
  const ownRate = log && logRate(log, options);
  const values = log && logFormValues(log, timeZone);
  return {
    logKind: log && (log.isHardware ? ('hardware' as const) : ('time' as const)),
    options,
    ownRate,
    values: { ...values, ...(ownRate && rateValues(ownRate)) },
    madeFrom: log && values && { version: log.version, values },
    again: log && {
      ...{ id, oneTimeKey: newOneTimeKey() },
      ...{ what: describeMeasure(log), times: formatTimes(log, timeZone) },
    },
    history: recordHistory(context, { kind: 'work-log', id }),
    oneTimeKey: newOneTimeKey(),
  };
});

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'work-log', params.id));
  const sent = await readForm(request);
  const asSent = copyOfForm(sent);
  const log = findWorkLog(context, id);
  if (log) {
    const options = logOptions(context, log);
    followChoice(sent, { rateName: 'hourlyRate', options, own: logRate(log, options) });
  }
  const form = parseFields(request, sent, WorkLogFormSchema, {
    checkboxes: ['billable'],
    asSent,
  });
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  return submit(context, form, {
    run: (input, form) => saveEditedLog(context, id, form, input),
    version: () => findWorkLog(context, id)?.version,
    goTo: workLogsAddress(new URL(request.url).search),
    success: (toast) => toast,
    failure: 'Failed to update work log',
  });
}

export default function EditWorkLog() {
  const { logKind, options, values, ownRate, madeFrom, again, history, oneTimeKey } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const backTo = workLogsAddress(search);
  const reply = whenLoaded(useActionData<typeof action>(), madeFrom);
  return (
    <RouteDialog title="Edit Log" backTo={backTo}>
      <WorkLogForm
        key={reply?.remade}
        kind="edit"
        logKind={logKind ?? undefined}
        options={options}
        values={{ ...values, ...useGiven() }}
        ownRate={ownRate}
        madeFrom={madeFrom ?? undefined}
        oneTimeKey={oneTimeKey}
        reply={reply}
        deletePath={again ? `/work-logs/${again.id}/delete${search}` : undefined}
      />
      {again ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3">
          {again.times ? <p className="text-sm text-muted">Done {again.times}.</p> : null}
          <Link to={`/work-logs/${again.id}/invoiced${search}`} className="link" preventScrollReset>
            Already on an invoice…
          </Link>
          <RepeatForm id="repeat-edited" oneTimeKey={again.oneTimeKey} back={backTo}>
            <RepeatButton id={again.id} what={again.what} />
            {logKind === 'time' ? <GoOnButton id={again.id} what={again.what} /> : null}
          </RepeatForm>
        </div>
      ) : null}
      <RecordHistorySection history={history} />
    </RouteDialog>
  );
}
