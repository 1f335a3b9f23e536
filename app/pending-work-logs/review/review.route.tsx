import {
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
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
import { toastForMissing } from '../entries.server.ts';
import { taskToRewrite } from '../rewritten.server.ts';
import {
  joinErrors,
  noteSaved,
  savedMeanwhile,
  setMeanwhileAmong,
  unseenAmong,
  unseenIn,
  waitingOf,
} from './pressed/meanwhile.server.ts';
import { readBar, readRow, readRows } from './pressed/posted-rows.server.ts';
import {
  BAR_FAILURES,
  pressBar,
  pressRow,
  pressSelection,
  ROW_FAILURES,
  saveRows,
  TOO_MANY_SELECTED,
  type Pressed,
} from './pressed/presses.server.ts';
import { refuseRows, showRows } from './pressed/refused-rows.server.ts';
import {
  BAR,
  barTexts,
  changesIn,
  PRESS,
  readPress,
  rowsIn,
  selectedIn,
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
  const press = readPress(sent.get(PRESS));
  const selected = selectedIn(sent);
  if (press === null) {
    throw new Response('The form could not be read. No changes were made.', { status: 400 });
  }
  const { search, searchParams } = new URL(request.url);
  const scene = { userId: user.id, selected };
  const read = parseFields(request, fieldsOf(press, sent, selected), Nothing);
  // Other tasks may be selected, and the same button pressed, before the answer has come.
  const form = press.of === 'row' ? read : oncePerButton(read);
  const { oneTimeKey } = form;
  // What was carried out, and comes once more, gets the answer that it got.
  const isAnswered =
    oneTimeKey !== null && findAnswer(context, { userId: user.id, key: oneTimeKey }) !== null;
  const meanwhileIn = (keys: string[]) => (isAnswered ? {} : savedMeanwhile(context, sent, keys));
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
  switch (press.of) {
    case 'row': {
      const { what, ids, key, confirm } = press;
      for (const word of wordsOf(confirm)) context.confirmed.add(word);
      if (what === 'alike') {
        const filters = readScreenFilters(searchParams);
        const alike = { alike: ids[0] ?? 0 };
        return submit(context, form, {
          ...answers,
          run: () => pressSelection(context, scene, alike, filters),
          failure: 'Failed to select',
        });
      }
      const isTyped = what === 'save' || what === 'confirm';
      const { change, errors: unread } = isTyped ? readRow(context, sent, key) : NO_CHANGE;
      const unseen = what === 'confirm' ? unseenIn(context, sent, key) : {};
      const errors = { [key]: { ...unseen, ...unread } };
      const meanwhile = isTyped ? meanwhileIn([key]) : {};
      const refusal = refusalOf(errors, meanwhile, ROW_FAILURES[what]);
      if (refusal) return refuseRows(context, sent, refusal.errors, refusal);
      const version = () => sumOfVersions(context, ids);
      // Its fields are saved as they are left, and may be changed again before the answer has come.
      const edited = { ...form, madeFrom: { version: version(), values: null } };
      return submit(context, what === 'save' ? edited : form, {
        ...answers,
        ...(what === 'save' && { version }),
        run: () => {
          const pressed = pressRow(context, scene, { what, ids }, change);
          if (what === 'save') noteSaved(context, sent, ids);
          return pressed;
        },
        failure: ROW_FAILURES[what],
        toastFor: toastForMissing,
        button: {
          ...answers.button,
          ask: (doubt) =>
            refuseRows(
              context,
              sent,
              { [key]: { others: `${doubt.message} Press Confirm again if this is right.` } },
              { status: 409, failure: ROW_FAILURES[what], answer: `:${doubt.confirm}` },
            ),
        },
      });
    }
    case 'all': {
      const { changes, errors } = readRows(context, sent);
      const refusal = refusalOf(errors, meanwhileIn(rowsIn(sent)), BAR_FAILURES.assign);
      if (refusal) return refuseRows(context, sent, refusal.errors, refusal);
      return submit(context, form, {
        ...answers,
        run: () => {
          const pressed = saveRows(context, scene, changes);
          noteSaved(context, sent, [...changes.keys()]);
          return pressed;
        },
        failure: BAR_FAILURES.assign,
      });
    }
    case 'selection': {
      const { what } = press;
      const filters = readScreenFilters(searchParams);
      return submit(context, form, {
        ...answers,
        run: () => pressSelection(context, scene, what, filters),
        failure: 'Failed to select',
      });
    }
    case 'bar': {
      const { what } = press;
      if (what === 'rewrite') {
        const batch = parseFields(request, fieldsOf(press, sent, selected), Rewrite);
        const back = reviewAddressWith(search, selected);
        const find = (id: number) => taskToRewrite(context, id);
        return submitBatch(context, { user, form: batch, subject: 'pending_work_log', find, back });
      }
      const { change, errors } = what === 'assign' ? readBar(context, sent) : NO_CHANGE;
      if (Object.keys(errors).length > 0) {
        return refuseRows(context, sent, { [BAR]: errors }, { failure: BAR_FAILURES.assign });
      }
      return submit(context, form, {
        ...answers,
        run: () => {
          if (what !== 'assign') {
            const unseen = what === 'confirm' ? unseenAmong(context, sent, selected) : undefined;
            return pressBar(context, scene, what, { change, unseen });
          }
          const unseen = setMeanwhileAmong(context, sent, selected, change);
          const pressed = pressBar(context, scene, what, { change, unseen });
          const isSet = (id: number) => !unseen.has(id);
          noteSaved(context, sent, selected.filter(isSet));
          return pressed;
        },
        failure: BAR_FAILURES[what],
      });
    }
  }
}

/** What a form is refused with: 409 where all of it can be read, and overwrites what nobody has seen. */
function refusalOf(
  errors: RefusedRows['errors'],
  meanwhile: RefusedRows['errors'],
  failure: string,
) {
  const all = joinErrors(errors, meanwhile);
  if (Object.keys(all).length === 0) return null;
  const isWrong = Object.values(errors).some((row) => Object.keys(row).length > 0);
  return { errors: all, status: isWrong ? 400 : 409, failure };
}

const NO_CHANGE = { change: {}, errors: {} };

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
function fieldsOf(press: Press, sent: FormData, selected: number[]): FormData {
  const fields = new FormData();
  const button = textOf(sent.get(PRESS));
  const key = textOf(sent.get(ONE_TIME_KEY));
  if (key !== '') fields.set(ONE_TIME_KEY, `${key}:${button}`);
  fields.set(PRESS, button);
  switch (press.of) {
    case 'row':
      if (press.what === 'save' || press.what === 'confirm') {
        fields.set('typed', JSON.stringify(changesIn(sent, press.key)));
      }
      return fields;
    case 'all':
      for (const row of rowsIn(sent)) fields.set(row, JSON.stringify(changesIn(sent, row)));
      return fields;
    case 'selection':
    case 'bar':
      for (const id of selected) fields.append('ids', String(id));
      if (press.of === 'bar' && press.what === 'assign') {
        fields.set('typed', JSON.stringify(barTexts(sent)));
      }
      return fields;
  }
}

/** Another one whenever one of these tasks changed. */
function sumOfVersions(context: Pick<AppLoadContext, 'db'>, ids: number[]): number {
  return waitingOf(context, ids).reduce((sum, { version }) => sum + version, 0);
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
