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

/** The data of the quick entry, for the loader of the screen it is on. */
export function loadQuickEntry(context: AppLoadContext) {
  return { options: loadWorkLogOptions(context), oneTimeKey: newOneTimeKey() };
}

/** The toast of a quick form, which names the kind of work that was logged. */
export function loggedToast(log: NamedWorkLog) {
  return {
    text: log.isHardware ? 'Hardware work logged successfully' : 'Work logged successfully',
  };
}

/** Handles the posted quick entry, for the action of the screen it is on; then goes to `goTo`. */
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
