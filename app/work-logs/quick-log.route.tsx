import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../auth/guard.server.ts';
import { parseForm } from '../lib/form.server.ts';
import { isOwnPath } from '../lib/own-path.ts';
import { pageTitle } from '../lib/product.ts';
import { submitForm } from '../lib/submit.server.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { loadQuickEntry, loggedToast } from './quick-entry.server.ts';
import { QuickLogForm } from './quick-log-form.tsx';
import { QuickLogInput } from './quick-log.ts';
import { ADD_AN_ITEM, ENTER_DURATION, SELECT_BOTH } from './work-logs.ts';
import { logWork } from './work-logs.server.ts';

/** What is said of a field that was left empty. */
const REQUIRED = [SELECT_BOTH, ENTER_DURATION, ADD_AN_ITEM];

export const meta: MetaFunction = () => pageTitle('Quick Work Log');

/** The screen that the button was pressed on. */
function backFrom(request: Request): string {
  const back = new URL(request.url).searchParams.get('back') ?? '';
  return isOwnPath(back) ? back : '/work-logs';
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return { ...loadQuickEntry(context), backTo: backFrom(request) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  return submitForm(context, {
    user,
    form: await parseForm(request, QuickLogInput),
    run: (input) => logWork(context, input),
    goTo: backFrom(request),
    success: loggedToast,
    failure: 'Failed to log work',
    invalid: (message) => ({
      title: 'Validation Error',
      text: REQUIRED.includes(message) ? 'Please fill in all required fields' : message,
      variant: 'destructive',
    }),
  });
}

export default function QuickLog() {
  const { options, oneTimeKey, backTo } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Quick Work Log" backTo={backTo}>
      <QuickLogForm options={options} oneTimeKey={oneTimeKey} reply={reply} backTo={backTo} />
    </RouteDialog>
  );
}
