import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form.server.ts';
import { toId } from '../../http/json-api.server.ts';
import { isOwnPath } from '../../http/own-path.ts';
import { orPage, submit } from '../../http/submit.server.ts';
import { restoreWorkLog } from '../deletion.server.ts';

/** The Undo button of a toast. The path names the log; the form says where to go afterwards. */
const UndoForm = z.object({ goTo: z.string().refine(isOwnPath).catch('/work-logs') });

/** This address has no page of its own: the button is in the toast. */
export function loader() {
  return redirect('/work-logs');
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const id = orPage(() => toId(params.id, 'The work log'));
  const form = await parseForm(request, UndoForm);
  const goTo = form.submission.status === 'success' ? form.submission.value.goTo : '/work-logs';
  return submit(context, {
    user,
    isButton: true,
    form,
    run: () => restoreWorkLog(context, id),
    goTo,
    success: 'Work log restored',
    failure: 'Failed to restore work log',
  });
}
