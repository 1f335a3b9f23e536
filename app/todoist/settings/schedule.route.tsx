import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../lib/form.server.ts';
import { redirectWithToast } from '../../lib/toast.server.ts';
import { saveSchedule } from './todoist-settings.server.ts';
import { ScheduleInput } from './todoist-settings.ts';

export function loader() {
  return redirect('/settings');
}

/** How often tasks are imported by themselves. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { submission } = await parseForm(request, ScheduleInput);
  if (submission.status !== 'success') {
    throw new Response('Choose off, hourly or daily. Nothing was changed.', { status: 400 });
  }
  saveSchedule(context, submission.value.schedule);
  const text =
    submission.value.schedule === 'off'
      ? 'Automatic import is off'
      : `Tasks are imported ${submission.value.schedule === 'hourly' ? 'every hour' : 'every day'}`;
  return redirectWithToast(context, '/settings', { text });
}
