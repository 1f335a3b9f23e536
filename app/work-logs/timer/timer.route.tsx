import type { ActionFunctionArgs } from '@remix-run/node';
import { Outlet, useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import { readForm } from '../../http/form/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { whenLoaded } from '../../ui/form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { pressOf } from './presses.server.ts';
import { Drafts, RunningTimer } from './timer-screen.tsx';
import { loadTimerScreen } from './timer-screen.server.ts';

export const meta = pageTitle('Timer');

export const loader = show(({ context, user }) => loadTimerScreen(context, user));

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await readForm(request);
  // An intent asks for the form with what is in it, and saves nothing.
  const press = pressOf(form.has('__intent__') ? 'save' : form.get('press'));
  if (!press)
    throw new Response('The form could not be read. Go back and send it again.', { status: 400 });
  return press({ request, context, user, form });
}

export default function TimerScreen() {
  const { timer, drafts } = useLoaderData<typeof loader>();
  const { id, version } = timer;
  const answer = useActionData<typeof action>();
  const reply = version === null ? answer : whenLoaded(answer, { version });
  return (
    <>
      <Outlet />
      <div className="behind-dialog parts">
        <PageHeader title="Timer" />
        {/* Anew where a press put the start earlier: its field would hold the start before. */}
        <RunningTimer
          key={`${id} ${timer.values.startedAt} ${reply?.remade ?? ''}`}
          timer={timer}
          reply={reply}
        />
        <Drafts drafts={drafts} />
      </div>
    </>
  );
}
