import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { pageTitle } from '../../lib/product.ts';
import { asOfSending } from '../../http/form/sent-later.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { UsualWork } from '../again/usual-work.tsx';
import { listAgain } from '../again/usual.server.ts';
import { leavesLog } from '../rates/charged.server.ts';
import { loadQuickEntry, logQuickly } from './quick-entry.server.ts';
import { useUnreadFields } from '../../ui/scripts/unread-fields.ts';
import { QuickLogForm } from './quick-log-form.tsx';
import { QuickLogInput } from './quick-log.ts';

export const meta = pageTitle('Quick Work Log');

/** The screen on which the quick log was opened. */
function backFrom(request: Request): string {
  const back = new URL(request.url).searchParams.get('back') ?? '';
  return isOwnPath(back) ? back : '/work-logs';
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  const again = { usual: listAgain(context), oneTimeKey: newOneTimeKey() };
  return { ...loadQuickEntry(context), again, backTo: backFrom(request) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  return submit(context, await parseForm(request, QuickLogInput), {
    run: (input) => logQuickly(asOfSending(context), input),
    goTo: backFrom(request),
    success: ({ toast }) => toast,
    again: { leaves: leavesLog(context), isOnScreen: true },
    failure: 'Failed to log work',
    toastFor: ({ message, issues }, typed) => ({
      title: 'Validation Error',
      text: issues.some(({ path }) => isLeftEmpty(typed[path]))
        ? 'Please fill in all required fields'
        : message,
      variant: 'destructive',
    }),
  });
}

function isLeftEmpty(value: unknown): boolean {
  return value === undefined || value === '' || Number(value) === 0;
}

export default function QuickLog() {
  const { options, oneTimeKey, again, backTo } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  useUnreadFields();
  return (
    <RouteDialog title="Quick Work Log" backTo={backTo}>
      {again.usual.length > 0 ? (
        <section aria-label="Again" className="mb-4 border-b border-line pb-4">
          <UsualWork id="usual-work" {...again} back={backTo} />
        </section>
      ) : null}
      <QuickLogForm options={options} oneTimeKey={oneTimeKey} reply={reply} backTo={backTo} />
    </RouteDialog>
  );
}
