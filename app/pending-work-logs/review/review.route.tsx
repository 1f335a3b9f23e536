import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useOutletContext } from '@remix-run/react';
import { useEffect } from 'react';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { idList, optionalId } from '../../lib/fields.ts';
import {
  Nothing,
  ONE_TIME_KEY,
  parseFields,
  readForm,
  type PostedForm,
} from '../../http/form.server.ts';
import { isAnswerToForm } from '../../http/kept-form.ts';
import { submit } from '../../http/submit.server.ts';
import { submitBatch } from '../../ai/batch/begin-batch.server.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { reviewAddress } from './review-address.ts';
import { toastForMissing } from '../entries.server.ts';
import { CUSTOM_DURATION_RULE, RowForm } from '../pending-work-logs.ts';
import { changesIn, PRESS, readPress, rowsIn, type Press, type RefusedRows } from './presses.ts';
import {
  BAR_FAILURES,
  pressBar,
  pressRow,
  readRows,
  ROW_FAILURES,
  saveRows,
} from './presses.server.ts';
import { refuseRows, showRows } from './refused-rows.server.ts';

/**
 * The ticked rows, and what Assign gives them. The limit of rows is far above a page's, so that
 * only a form made elsewhere exceeds it.
 */
const BarForm = z.object({ ids: idList(2_000), clientId: optionalId, workTypeId: optionalId });

/** This address has no page of its own: it answers the form with the screen around it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  if (isAnswerToForm(request) || context.isDataRequest) return null;
  return redirect(reviewAddress(new URL(request.url).search));
}

/** Handles the form of Todoist Import: the buttons of its rows and of its bar, and Enter. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const sent = await readForm(request);
  // An intent asks for the rows with what is in them, and saves nothing.
  if (sent.has('__intent__')) return showRows(context, sent);
  const press = readPress(sent.get(PRESS));
  if (press === null) {
    throw new Response('The form could not be read. Nothing was changed.', { status: 400 });
  }
  const fields = fieldsOf(press, sent);
  const goTo = reviewAddress(new URL(request.url).search);
  const answers = { user, isButton: true, goTo, success: (toast: ToastMessage) => toast };
  switch (press.of) {
    case 'row': {
      const form = parseFields(request, fields, RowForm);
      const sentence = sentenceIn(form.submission);
      if (sentence) {
        return refuseRows(context, sent, { [press.id]: sentence }, ROW_FAILURES[press.what]);
      }
      return submit(context, {
        ...answers,
        form,
        run: (change) => pressRow(context, press, change),
        failure: ROW_FAILURES[press.what],
        toastFor: toastForMissing,
      });
    }
    case 'all': {
      const { changes, errors } = readRows(sent);
      if (Object.keys(errors).length > 0) {
        return refuseRows(context, sent, errors, BAR_FAILURES.assign);
      }
      return submit(context, {
        ...answers,
        form: parseFields(request, fields, Nothing),
        run: () => saveRows(context, changes),
        failure: BAR_FAILURES.assign,
      });
    }
    case 'bar': {
      const { what } = press;
      const form = parseFields(request, fields, BarForm);
      if (what === 'rewrite') {
        return submitBatch(context, { user, form, subject: 'pending_work_log', back: goTo });
      }
      return submit(context, {
        ...answers,
        form,
        run: (asked) => pressBar(context, what, asked),
        failure: BAR_FAILURES[what],
      });
    }
  }
}

/** The first sentence about a form that could not be read; null when it could. */
function sentenceIn(submission: PostedForm<unknown>['submission']): string | null {
  if (submission.status !== 'error') return null;
  return Object.values(submission.error ?? {}).flat()[0] ?? CUSTOM_DURATION_RULE;
}

/** Hands a refusal to the screen around it, which shows it in its table. */
export default function Review() {
  const reply = useActionData<typeof action>();
  const showRefused = useOutletContext<(refused: RefusedRows | null) => void>();
  useEffect(() => {
    showRefused(reply && 'errors' in reply ? reply : null);
    return () => {
      showRefused(null);
    };
  }, [reply, showRefused]);
  return null;
}

/**
 * Only the fields that belong to the pressed button. A form sent twice is then the same submission,
 * even if another row was changed in between. The button's value is added to the page's one-time
 * key, so that each button can be used once.
 */
function fieldsOf(press: Press, sent: FormData): FormData {
  const fields = new FormData();
  const button = textOf(sent.get(PRESS));
  const key = textOf(sent.get(ONE_TIME_KEY));
  if (key !== '') fields.set(ONE_TIME_KEY, `${key}:${button}`);
  switch (press.of) {
    case 'row':
      fields.set(PRESS, button);
      if (press.what === 'save' || press.what === 'confirm') {
        for (const [name, value] of Object.entries(changesIn(sent, press.id)))
          fields.set(name, value);
      }
      return fields;
    case 'all':
      for (const id of rowsIn(sent)) fields.set(String(id), JSON.stringify(changesIn(sent, id)));
      return fields;
    case 'bar':
      fields.set(PRESS, button);
      for (const id of sent.getAll('ids')) fields.append('ids', id);
      if (press.what === 'assign') {
        for (const name of ['clientId', 'workTypeId']) fields.set(name, textOf(sent.get(name)));
      }
      return fields;
  }
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
