import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useOutletContext } from '@remix-run/react';
import { useEffect } from 'react';
import { z } from 'zod';
import { submitBatch } from '../../ai/batch/run.server.ts';
import { requireUser } from '../../auth/guard.server.ts';
import {
  Nothing,
  oncePerButton,
  ONE_TIME_KEY,
  parseFields,
  readForm,
} from '../../http/form/form.server.ts';
import { isAnswerToForm } from '../../http/form/kept-form.ts';
import { submit } from '../../http/form/submit.server.ts';
import { findAnswer } from '../../http/once/one-time-keys.server.ts';
import { wordsOf } from '../../lib/doubts.ts';
import { ProductError } from '../../lib/errors.ts';
import { idList } from '../../lib/fields.ts';
import { taskToRewrite, toastForMissing } from '../entries.server.ts';
import {
  changedAmong,
  joinErrors,
  noteSaved,
  savedMeanwhile,
  unseenIn,
  waitingOf,
} from './pressed/meanwhile.server.ts';
import { readBar, readRows } from './pressed/posted-rows.server.ts';
import {
  failureOf,
  forEach,
  press,
  select,
  TOO_MANY_SELECTED,
  type Pressed,
} from './pressed/presses.server.ts';
import { refuseRows, showRows } from './pressed/refused-rows.server.ts';
import {
  BAR,
  barTexts,
  changesIn,
  idsOfKey,
  PRESS,
  readPress,
  rowsIn,
  selectedIn,
  textIn,
  type Press,
  type RefusedRows,
} from './presses.ts';
import { readScreenFilters } from './screen/review-screen.server.ts';
import { MOST_SELECTED, reviewAddress, reviewAddressWith } from './selection.ts';

/** This address has no page of its own: it answers the form with the screen around it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  if (isAnswerToForm(request) || context.isDataRequest) return null;
  return redirect(reviewAddress(new URL(request.url).search));
}

/** Each selected task is a field, and so is what stands in each row; a group's are named by all its ids. */
const LIMITS = { mostFields: MOST_SELECTED + 2_000, longestName: 1_000 };

const Rewrite = z.object({ ids: idList(MOST_SELECTED) });

/** Handles the form of Todoist Import: the buttons of its rows and of its bar, and Enter. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const sent = await readForm(request, LIMITS);
  // An intent asks for the rows with what is in them, and saves nothing.
  if (sent.has('__intent__')) return showRows(context, sent);
  const pressed = readPress(sent.get(PRESS));
  const selected = selectedIn(sent);
  if (pressed === null) {
    throw new Response('The form could not be read. No changes were made.', { status: 400 });
  }
  const { search, searchParams } = new URL(request.url);
  const scene = { userId: user.id, selected };
  const fields = fieldsOf(pressed, sent, selected);
  const read = parseFields(request, fields, Nothing);
  // Other tasks may be selected, and the same button pressed, before the answer has come.
  const form = pressed.of === 'row' ? read : oncePerButton(read);
  const answers = {
    button: { backTo: reviewAddressWith(search, selected.slice(0, MOST_SELECTED)) },
    goTo: ({ selected: left }: Pressed) => reviewAddressWith(search, left),
    success: ({ toast }: Pressed) => toast,
  };
  if (selected.length > MOST_SELECTED) {
    return submit(context, form, {
      ...answers,
      run: (): Pressed => {
        throw new ProductError(400, TOO_MANY_SELECTED);
      },
      failure: 'No changes were made',
    });
  }
  if (pressed.of === 'selection') {
    const filters = readScreenFilters(searchParams);
    return submit(context, form, {
      ...answers,
      run: () => select(context, scene, pressed.what, filters),
      failure: 'Failed to select',
    });
  }
  if (pressed.of === 'rewrite') {
    const batch = parseFields(request, fields, Rewrite);
    const back = reviewAddressWith(search, selected);
    const find = (id: number) => taskToRewrite(context, id);
    return submitBatch(context, { user, form: batch, subject: 'pending_work_log', find, back });
  }
  const { work } = pressed;
  const failure = failureOf(work, pressed.of === 'row');
  if (pressed.of === 'bar') {
    const { change, errors } = work === 'change' ? readBar(context, sent) : NO_CHANGE;
    if (Object.keys(errors).length > 0) {
      return refuseRows(context, sent, { [BAR]: errors }, { failure });
    }
    return submit(context, form, {
      ...answers,
      run: () => {
        const unseen = changedAmong(context, sent, selected, { work, change });
        const done = press(context, scene, pressed, forEach(selected, change), unseen);
        const isSet = (id: number) => !unseen.has(id);
        if (work === 'change') noteSaved(context, sent, selected.filter(isSet));
        return done;
      },
      failure,
    });
  }
  const key = pressed.of === 'row' ? pressed.key : '';
  const keys = typedRows(pressed, sent);
  const { changes, errors } = readRows(context, sent, keys);
  // What was carried out, and comes once more, gets the answer that it got.
  const { oneTimeKey } = form;
  const isAnswered =
    oneTimeKey !== null && findAnswer(context, { userId: user.id, key: oneTimeKey }) !== null;
  const wrong = joinErrors(
    work === 'confirm' ? { [key]: unseenIn(context, sent, key) } : {},
    errors,
  );
  const all = joinErrors(wrong, isAnswered ? {} : savedMeanwhile(context, sent, keys));
  if (Object.keys(all).length > 0) {
    // 409 where all of it can be read, and overwrites what nobody has seen.
    const status = Object.keys(wrong).length > 0 ? 400 : 409;
    return refuseRows(context, sent, all, { status, failure });
  }
  const ids = idsOfKey(key) ?? [...changes.keys()];
  const version = () => waitingOf(context, ids).reduce((sum, one) => sum + one.version, 0);
  // A row's fields are saved as they are left, and may be changed again before the answer has come.
  const isEdit = pressed.of === 'row' && work === 'change';
  const edited = { ...form, madeFrom: { version: version(), values: null } };
  for (const word of wordsOf(pressed.of === 'row' ? pressed.confirm : undefined)) {
    context.confirmed.add(word);
  }
  return submit(context, isEdit ? edited : form, {
    ...answers,
    ...(isEdit && { version }),
    run: () => {
      const given = new Map(ids.map((id) => [id, changes.get(id) ?? {}]));
      const done = press(context, scene, pressed, given);
      if (work === 'change') noteSaved(context, sent, ids);
      return done;
    },
    failure,
    toastFor: toastForMissing,
    button: {
      ...answers.button,
      ask: (doubt) =>
        refuseRows(
          context,
          sent,
          { [key]: { others: `${doubt.message} Press Confirm again if this is right.` } },
          { status: 409, failure, answer: `:${doubt.confirm}` },
        ),
    },
  });
}

const NO_CHANGE = { change: {}, errors: {} };

/** The rows whose fields a press saves: its own, and all that were changed. */
function typedRows(pressed: Press, sent: FormData): string[] {
  if (pressed.of === 'all') {
    return rowsIn(sent).filter((key) => Object.keys(changesIn(sent, key)).length > 0);
  }
  const isTyped = pressed.of === 'row' && ['change', 'confirm'].includes(pressed.work);
  return isTyped ? [pressed.key] : [];
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

/** Only the fields of the pressed button, and its value in the key: each button has its effect once. */
function fieldsOf(pressed: Press, sent: FormData, selected: number[]): FormData {
  const fields = new FormData();
  const button = textIn(sent, PRESS) ?? '';
  const key = textIn(sent, ONE_TIME_KEY);
  if (key) fields.set(ONE_TIME_KEY, `${key}:${button}`);
  fields.set(PRESS, button);
  for (const row of typedRows(pressed, sent)) fields.set(row, JSON.stringify(changesIn(sent, row)));
  if (pressed.of === 'row' || pressed.of === 'all') return fields;
  for (const id of selected) fields.append('ids', String(id));
  if (pressed.of === 'bar' && pressed.work === 'change') {
    fields.set('typed', JSON.stringify(barTexts(sent)));
  }
  return fields;
}
