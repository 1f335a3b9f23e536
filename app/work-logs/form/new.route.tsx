import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { keepWrittenForm } from '../../ai/field/rewrite-fields.ts';
import { rewriteInForm } from '../../ai/rewrite.server.ts';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { dayOf, isDay } from '../../lib/calendar.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { useKeyOfPage } from '../../ui/form.tsx';
import { workLogsAddress } from '../list/address.ts';
import { NEW_ITEM } from '../hardware/item-prices.ts';
import { loadWorkLogOptions } from './log-form.server.ts';
import { WorkLogForm } from './work-log-form.tsx';
import { WorkLogFormSchema } from '../work-logs.ts';
import { logsWork } from '../logged.server.ts';

export const meta = pageTitle('Add Log');

export const shouldRevalidate = keepWrittenForm;

export const loader = show(({ context, url }) => {
  const day = url.searchParams.get('date');
  return {
    options: loadWorkLogOptions(context),
    oneTimeKey: newOneTimeKey(),
    values: {
      hardwareItems: [NEW_ITEM],
      date: day !== null && isDay(day) ? day : dayOf(context.clock(), context.config.timeZone),
      billable: 'on',
    },
  };
});

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const form = await parseForm(request, WorkLogFormSchema, { checkboxes: ['billable'] });
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  return submit(context, form, {
    ...logsWork(context, () => 'Work log created successfully'),
    goTo: addressAfter(form.payload.then, new URL(request.url)),
    success: ({ toast }) => toast,
    failure: 'Failed to create work log',
  });
}

function addressAfter(then: unknown, { pathname, search }: URL): string {
  if (then !== 'another') return workLogsAddress(search);
  const again = new URLSearchParams(search);
  again.delete('sent');
  return again.size === 0 ? pathname : `${pathname}?${again.toString()}`;
}

export default function NewWorkLog() {
  const { options, values, oneTimeKey: latest } = useLoaderData<typeof loader>();
  const oneTimeKey = useKeyOfPage(latest);
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Add Log" backTo={workLogsAddress(useLocation().search)}>
      <WorkLogForm
        key={oneTimeKey}
        kind="new"
        oneTimeKey={oneTimeKey}
        options={options}
        values={values}
        reply={reply}
      />
    </RouteDialog>
  );
}
