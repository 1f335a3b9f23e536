import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { orPage, submit } from '../../http/form/submit.server.ts';
import { notFound } from '../../lib/errors.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { MAX_LINES } from '../line/line.server.ts';
import { readLogIds } from '../log-ids.ts';

/** The Undo button of a toast. The path names the logs; the form says where to go afterwards. */
const UndoForm = z.object({ goTo: z.string().refine(isOwnPath).catch('/work-logs') });

/** The action behind the Undo button of a toast about a work log, or several that were logged at once. */
export async function pressUndo<Result>(
  { request, context, params }: ActionFunctionArgs,
  {
    run,
    success,
    failure,
  }: {
    run: (ids: number[]) => Result;
    success: (result: Result) => ToastMessage;
    failure: string;
  },
) {
  await requireUser(request, context);
  const ids = orPage(() => idsOf(params.id ?? ''));
  const form = await parseForm(request, UndoForm);
  const goTo = form.submission.status === 'success' ? form.submission.value.goTo : '/work-logs';
  return submit(context, form, {
    button: true,
    run: () => run(ids),
    goTo,
    success,
    failure,
  });
}

/** Throws 404. */
function idsOf(text: string): number[] {
  const ids = readLogIds(text, MAX_LINES);
  if (!ids) throw notFound('The work log');
  return ids;
}
