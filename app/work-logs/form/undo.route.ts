import { redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { oneOrSeveral } from '../../lib/count.ts';
import { notFound } from '../../lib/errors.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { restoreWorkLogs, takeBackWorkLogs } from '../deletion.server.ts';
import { markInvoiced } from '../invoiced/invoiced.server.ts';
import { MAX_LINES } from '../line/line.server.ts';
import { printLogIds, readLogIds } from '../log-ids.ts';
import { undoMany } from '../many/undo-many.server.ts';

export { NeverShown as default } from '../../http/never-shown.ts';

/** These addresses have no page of their own: their button is in a toast, or in a dialog. */
export function loader() {
  return redirect('/work-logs');
}

type Run = (context: AppLoadContext, ids: number[]) => ToastMessage;

const PRESSES: Record<string, { run: Run; failure: string }> = {
  many: {
    run: (context, [undo = 0]) => ({ text: undoMany(context, undo) }),
    failure: 'Failed to undo',
  },
  /** Takes back what was just logged. The toast about it can bring it back in turn. */
  undo: {
    run: (context, ids) => {
      const { deleted, left } = takeBackWorkLogs(context, ids);
      const text = `${oneOrSeveral(deleted.length, 'Work log', '# work logs')} deleted successfully`;
      const rest = 'changed or invoiced since and not deleted.';
      return {
        text: left === 0 ? text : `${text}. ${oneOrSeveral(left, '1 was', '# were')} ${rest}`,
        undo: `/work-logs/${printLogIds(deleted)}/restore`,
      };
    },
    failure: 'Failed to delete work log',
  },
  restore: {
    run: (context, ids) => {
      const { length } = restoreWorkLogs(context, ids);
      return { text: `${oneOrSeveral(length, 'Work log', '# work logs')} restored` };
    },
    failure: 'Failed to restore work log',
  },
  /** Takes back that a log was invoiced elsewhere. */
  'not-invoiced': {
    run: (context, ids) => {
      for (const id of ids) markInvoiced(context, id, null);
      return { text: 'The work log is no longer on an invoice, and can be billed' };
    },
    failure: 'Failed to remove the work log from its invoice',
  },
};

const UndoForm = z.object({ goTo: z.string().refine(isOwnPath).catch('/work-logs') });

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireUser(request, context);
  const { ids, press } = orPage(() => pressOf(params.id ?? '', new URL(request.url)));
  const form = await parseForm(request, UndoForm);
  return submit(context, form, {
    button: true,
    run: () => press.run(context, ids),
    goTo: form.submission.status === 'success' ? form.submission.value.goTo : '/work-logs',
    success: (toast) => toast,
    failure: press.failure,
  });
}

function pressOf(text: string, { pathname }: URL) {
  const ids = readLogIds(text, MAX_LINES);
  const press = Object.entries(PRESSES).find(([name]) => pathname.includes(`/${name}`))?.[1];
  if (!ids || !press) throw notFound('The work log');
  return { ids, press };
}
