import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { idList, optionalId } from '../../lib/fields.ts';
import { Nothing, ONE_TIME_KEY, parseFields, readForm } from '../../http/form.server.ts';
import { submit } from '../../http/submit.server.ts';
import { submitBatch } from '../../ai/batch/begin-batch.server.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { reviewAddress } from './review-address.ts';
import { toastForMissing } from '../entries.server.ts';
import { RowForm } from '../pending-work-logs.ts';
import { changesIn, PRESS, readPress, rowsIn, type Press } from './presses.ts';
import { BAR_FAILURES, pressBar, pressRow, ROW_FAILURES, saveRows } from './presses.server.ts';

/** The ticked rows, and what "Assign" gives them; more than a page has are told apart from a wrong form. */
const BarForm = z.object({ ids: idList(2_000), clientId: optionalId, workTypeId: optionalId });

/** Reached by hand, there is nothing to see: the buttons are on the screen. */
export function loader() {
  return redirect('/pending-work-logs');
}

/** The one form of Todoist Import: every button of its rows and of its bar. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const sent = await readForm(request);
  const press = readPress(sent.get(PRESS));
  if (press === null) {
    throw new Response('The form could not be read. Nothing was changed.', { status: 400 });
  }
  const said = saidWith(press, sent);
  const goTo = reviewAddress(new URL(request.url).search);
  const answers = { user, isButton: true, goTo, success: (toast: ToastMessage) => toast };
  switch (press.of) {
    case 'row':
      return submit(context, {
        ...answers,
        form: parseFields(request, said, RowForm),
        run: (change) => pressRow(context, press, change),
        failure: ROW_FAILURES[press.what],
        toastFor: toastForMissing,
      });
    case 'all':
      return submit(context, {
        ...answers,
        form: parseFields(request, said, Nothing),
        run: () =>
          saveRows(
            context,
            rowsIn(sent).map((id) => [id, changesIn(sent, id)] as const),
          ),
        failure: BAR_FAILURES.assign,
      });
    case 'bar': {
      const { what } = press;
      const form = parseFields(request, said, BarForm);
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

/**
 * What the pressed button says, without the rest of the table: a page that is sent again with
 * another row changed meanwhile still is the same press. Each button has a one-time key of its own.
 */
function saidWith(press: Press, sent: FormData): FormData {
  const said = new FormData();
  const button = textOf(sent.get(PRESS));
  const key = textOf(sent.get(ONE_TIME_KEY));
  if (key !== '') said.set(ONE_TIME_KEY, `${key}:${button}`);
  switch (press.of) {
    case 'row':
      said.set(PRESS, button);
      if (press.what === 'save' || press.what === 'confirm') {
        for (const [name, value] of Object.entries(changesIn(sent, press.id)))
          said.set(name, value);
      }
      return said;
    case 'all':
      for (const id of rowsIn(sent)) said.set(String(id), JSON.stringify(changesIn(sent, id)));
      return said;
    case 'bar':
      said.set(PRESS, button);
      for (const id of sent.getAll('ids')) said.append('ids', id);
      if (press.what === 'assign') {
        for (const name of ['clientId', 'workTypeId']) said.set(name, textOf(sent.get(name)));
      }
      return said;
  }
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
