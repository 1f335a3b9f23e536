import { useForm } from '@conform-to/react';
import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '../../auth/guard.server.ts';
import { showOf } from '../../auth/press.server.ts';
import { Nothing, parseFields, readForm } from '../../http/form/form.server.ts';
import { isAnswerToForm, keepFormOnRefusal } from '../../http/form/kept-form.ts';
import { toIdOnceGiven } from '../../http/once/once-given.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { toLocalText } from '../../lib/calendar.ts';
import { pageTitle } from '../../lib/product.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { EnterButton, PostForm } from '../../ui/form.tsx';
import { loggedWithUndo } from '../logged.server.ts';
import { TIMER_PATH } from './clock.ts';
import { DraftForm, formatStart, readMoment, whyForgotten } from './timer.ts';
import { TimerFields, type TimerValues } from './timer-screen.tsx';
import { timerValues, timerOptions } from './timer-screen.server.ts';
import { discardDraft, findDraft, getDraft, logDraft } from './timer.server.ts';

export const meta = pageTitle('Time to be logged');

export const shouldRevalidate = keepFormOnRefusal;

export const loader = showOf('timer', ({ request, context, user, id }) => {
  const { timeZone } = context.config;
  const getTime = isAnswerToForm(request) ? findDraft : getDraft;
  // Null: a refused form is shown again even if its time was logged or discarded meanwhile.
  const draft = getTime(context.db, user, id);
  const why = draft?.stoppedAt ? whyForgotten(draft, draft.stoppedAt, timeZone) : null;
  return {
    oneTimeKey: newOneTimeKey(),
    started: draft && formatStart(draft, timeZone),
    why,
    options: timerOptions(context, draft),
    values: {
      ...timerValues(draft),
      ended: draft?.stoppedAt && why === null ? toLocalText(draft.stoppedAt, timeZone) : '',
    },
  };
});

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const id = orPage(() => toIdOnceGiven(context, 'timer', params.id));
  const form = await readForm(request);
  if (form.get('press') === 'discard') {
    return submit(context, parseFields(request, form, Nothing), {
      button: true,
      run: () => {
        discardDraft(context, user, id);
      },
      goTo: TIMER_PATH,
      success: 'Time discarded',
      failure: 'Failed to discard the time',
    });
  }
  return submit(context, parseFields(request, form, DraftForm), {
    run: ({ ended, ...choice }) => {
      const draft = getDraft(context.db, user, id);
      const endedAt = readMoment(ended, draft, context.config.timeZone, 'ended');
      return logDraft(context, user, id, { ...choice, endedAt });
    },
    goTo: TIMER_PATH,
    success: loggedWithUndo,
    failure: 'Failed to log work',
  });
}

export default function DraftDialog() {
  const { started, why, options, values, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<TimerValues & { ended?: string }>({
    id: 'draft',
    lastResult: reply?.result,
    defaultValue: values,
  });
  return (
    <RouteDialog title="Time to be logged" backTo={TIMER_PATH}>
      <PostForm form={form} oneTimeKey={oneTimeKey} className="grid gap-4">
        <EnterButton name="press" value="log">
          Log
        </EnterButton>
        {started ? <p className="text-sm text-muted">The timer was started on {started}.</p> : null}
        {why === null ? null : <Alert>{why}</Alert>}
        <TextField field={fields.ended} label="Ended" isRequired type="datetime-local" />
        <TimerFields
          formId="draft"
          fields={fields}
          options={options}
          isLogged
          // Else the end is what is missing.
          autoFocus={why === null}
        />
        <DialogActions>
          <Button name="press" value="log">
            Log
          </Button>
          {/* At the left, but the last for a keyboard. */}
          <Button
            name="press"
            value="discard"
            variant="quiet-danger"
            className="order-first mr-auto"
          >
            Discard
          </Button>
        </DialogActions>
      </PostForm>
    </RouteDialog>
  );
}
