import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { withNewKey } from '../../http/once/one-time-keys.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import type { Schedule } from './schedules.ts';
import { ScheduleForm } from './todoist-card.tsx';
import {
  hasToken,
  SAVE_FAILED,
  saveEditedSchedule,
  ScheduleInput,
  scheduleMadeFrom,
} from './todoist-settings.server.ts';

const SAVED: Record<Schedule, string> = {
  off: 'Automatic import is off',
  hourly: 'Tasks are imported every hour',
  daily: 'Tasks are imported every day',
};

export const meta = pageTitle('Automatic import');

export const loader = show(({ context }) => ({
  hasToken: hasToken(context),
  madeFrom: withNewKey(scheduleMadeFrom(context)),
}));

export const action = send({ schema: ScheduleInput, checkboxes: ['everyone'] }, ({ context }) => ({
  run: (input, form) => saveEditedSchedule(context, form, input),
  version: () => scheduleMadeFrom(context).version,
  goTo: '/settings',
  success: (schedule) => ({ text: SAVED[schedule] }),
  failure: SAVE_FAILED,
  toastFor: () => errorToast(SAVE_FAILED),
}));

/** Without scripts, a schedule that cannot be saved comes back here. */
export default function TodoistSchedule() {
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Automatic import" backTo="/settings">
      <ScheduleForm id="schedule-dialog" {...useLoaderData<typeof loader>()} reply={reply} />
    </RouteDialog>
  );
}
