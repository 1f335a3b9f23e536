import type { AppLoadContext } from '@remix-run/node';
import { rewriteInForm } from '../../ai/field/rewrite-in-form.server.ts';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form.server.ts';
import { newOneTimeKey } from '../../http/one-time-keys.server.ts';
import { submit } from '../../http/submit.server.ts';
import { loadWorkLogOptions } from '../form/form-options.server.ts';
import { QuickEntryForm } from './quick-entry.ts';
import type { NamedWorkLog } from '../work-logs.ts';
import { logWork } from '../work-logs.server.ts';

/** What the quick entry shows, for the loader of the screen that carries it. */
export function loadQuickEntry(context: AppLoadContext) {
  return { options: loadWorkLogOptions(context), oneTimeKey: newOneTimeKey() };
}

/** The toast of a quick form: it says what kind of work was logged. */
export function loggedToast(log: NamedWorkLog) {
  return {
    text: log.isHardware ? 'Hardware work logged successfully' : 'Work logged successfully',
  };
}

/** The action of the screen that carries the quick entry; goes back to `goTo`. */
export async function submitQuickEntry(request: Request, context: AppLoadContext, goTo: string) {
  const user = await requireUser(request, context);
  const form = await parseForm(request, QuickEntryForm);
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  return submit(context, {
    user,
    form,
    run: (input) => logWork(context, input),
    goTo,
    success: loggedToast,
    failure: 'Failed to log work',
    toastFor: ({ message }) => ({ text: message, variant: 'destructive' }),
  });
}
