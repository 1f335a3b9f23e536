import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { show } from '../../auth/press.server.ts';
import {
  formRefused,
  oncePerButton,
  parseFields,
  readForm,
  type PostedForm,
} from '../../http/form/form.server.ts';
import { isAnswerToForm } from '../../http/form/kept-form.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { asOfSending } from '../../http/form/sent-later.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { isUsedOtherwise } from '../../http/once/one-time-keys.server.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import { optionalId } from '../../lib/fields.ts';
import { pageTitle } from '../../lib/product.ts';
import { DialogActions, RouteDialog } from '../../ui/dialog/route-dialog.tsx';
import { PostForm } from '../../ui/form.tsx';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { pressMany } from '../many/many-screen.server.ts';
import { PRESS } from '../list/address.ts';
import { getWorkLog } from '../work-logs.server.ts';
import { leavesLogs, loggedWithUndo } from '../logged.server.ts';
import { leavesTimer, waitedOf } from '../timer/presses.server.ts';
import { STOPPED_WITH_START } from '../timer/timer.ts';
import { repeatWorkLog, timeAgain } from './repeat.server.ts';

export const meta = pageTitle('Log this again?');

const back = z.string().refine(isOwnPath).catch('/work-logs');

const AgainForm = z.object({
  repeat: optionalId,
  bare: optionalId,
  time: optionalId,
  /** Whether the timer has the description, too. */
  whole: z.literal('yes').optional(),
  back,
});

type Repeated = { toast: ToastMessage; timerId?: number; logId?: number };

/** This address has no page of its own but a question: the buttons are beside the logs. */
export const loader = show(({ request, context }) =>
  isAnswerToForm(request) || context.isDataRequest ? null : redirect('/work-logs'),
);

/** A second timer from the same list needs another key, since a waiting start is named by the key of its form. */
function takesKeyItself(
  context: Pick<AppLoadContext, 'db'>,
  userId: number,
  { payload, oneTimeKey, fingerprint }: PostedForm<unknown>,
): boolean {
  if (payload.time === undefined || oneTimeKey === null) return false;
  return !isUsedOtherwise(context, { userId, key: oneTimeKey, fingerprint });
}

/** Throws 409 for a press that waited on a device when the log was changed since the page showed it. */
function requireAsPressed(context: AppLoadContext, id: number | null): void {
  const { sentLater } = context;
  if (id === null || !sentLater?.sentAt) return;
  if (getWorkLog(context, id).updatedAt > sentLater.sentAt)
    throw conflict(
      'Not logged yet: the work log was changed after you pressed Repeat. Open the form to log it as it is now, or remove this.',
    );
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const sent = await readForm(request);
  // The list is one form, and so is its address: browsers that show text only know no other for a button.
  if (sent.has(PRESS)) return pressMany({ request, context }, sent);
  const form = parseFields(request, sent, AgainForm);
  const timerOf = ({ timerId }: Repeated) => timerId ?? STOPPED_WITH_START;
  return submit(context, takesKeyItself(context, user.id, form) ? form : oncePerButton(form), {
    button: {
      ask: (doubt) => formRefused(form, { status: 409, message: doubt.message, doubt }),
    },
    run: ({ repeat, bare, time, whole }): Repeated => {
      const services = asOfSending(context);
      requireAsPressed(context, repeat ?? bare);
      if (time !== null) {
        const waited = waitedOf(context, request);
        return timeAgain(services, user, time, { ...waited, isWhole: whole !== undefined });
      }
      const id = repeat ?? bare;
      if (id === null) throw invalid('repeat', 'Choose the work log to repeat.');
      const log = repeatWorkLog(services, id, { isBare: repeat === null });
      return { toast: loggedWithUndo(log), logId: log.id };
    },
    goTo: back.parse(form.payload.back),
    success: ({ toast }) => toast,
    again: {
      ...leavesLogs(context, ({ logId }: Repeated) => (logId === undefined ? [] : [logId])),
      ...(form.payload.time !== undefined && { leaves: leavesTimer(context, user, timerOf) }),
    },
    failure: 'Failed to log work',
  });
}

/** The question about a log that is not logged again by one press. */
export default function RepeatQuestion() {
  const reply = useActionData<typeof action>();
  const { oneTimeKey = '', ...sent } = textsIn(reply?.result.initialValue);
  const backTo = sent.back ?? '/work-logs';
  return reply === undefined ? null : (
    <RouteDialog title="Log this again?" backTo={backTo}>
      <PostForm
        form={{ id: 'repeat', errors: reply.result.error?.[''] ?? undefined, value: sent }}
        oneTimeKey={oneTimeKey}
        className="grid gap-4"
      >
        {Object.entries(sent).map(([name, value]) =>
          name === 'confirm' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <DialogActions />
      </PostForm>
    </RouteDialog>
  );
}

function textsIn(values: object | null | undefined): Record<string, string> {
  const texts = Object.entries(values ?? {}).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts);
}
