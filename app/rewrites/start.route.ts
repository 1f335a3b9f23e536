import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { Subject } from '../ai/batch/batches.server.ts';
import { submitBatch } from '../ai/batch/run.server.ts';
import { requireUser } from '../auth/guard.server.ts';
import { parseForm } from '../http/form/form.server.ts';
import { isOwnPath } from '../http/own-path.ts';
import { idList } from '../lib/fields.ts';
import { findEntry } from './review.server.ts';

export { NeverShown as default } from '../http/never-shown.ts';

/** The screens that have a "Rewrite with AI" button. */
const SCREENS: Record<Subject, string> = {
  work_log: '/work-logs/create-invoices',
  pending_work_log: '/pending-work-logs',
};

const StartForm = z
  .object({
    subject: z.enum(['work_log', 'pending_work_log']),
    // More ids than one batch takes, so that too many get their own message instead of "could not
    // be read".
    ids: idList(2_000),
    back: z.string().max(2_000).optional(),
  })
  .transform(({ back, ...rest }) => ({ ...rest, back: backTo(rest.subject, back ?? '') }));

/** The address to go back to: the screen with its filters, and never any other place. */
function backTo(subject: Subject, back: string): string {
  const screen = SCREENS[subject];
  return isOwnPath(back) && back.split('?')[0] === screen ? back : screen;
}

/** This address has no page: its buttons are on other screens. */
export function loader() {
  return redirect('/');
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(request, context);
  const form = await parseForm(request, StartForm);
  if (form.submission.status !== 'success') {
    throw new Response('The form could not be read. No changes were made.', { status: 400 });
  }
  const { subject, back } = form.submission.value;
  const find = (id: number) => findEntry(context, subject, id);
  return submitBatch(context, { user, form, subject, find, back });
}
