import type { AppLoadContext } from '@remix-run/node';
import { rewriteInForm } from '../../ai/field/rewrite-in-form.server.ts';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { asOfSending } from '../../http/form/sent-later.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { loadWorkLogOptions } from '../form/form-options.server.ts';
import { QuickEntryForm } from './quick-entry.ts';
import { logAndSay, leavesLog } from '../rates/charged.server.ts';
import type { WorkLogInput } from '../work-logs.ts';

/** The data of the quick entry, for the loader of the screen it is on. */
export function loadQuickEntry(context: AppLoadContext) {
  return { options: loadWorkLogOptions(context), oneTimeKey: newOneTimeKey() };
}

/** Logs the work of a quick form; the toast names its kind and what it came to. */
export function logQuickly(context: AppLoadContext, input: WorkLogInput) {
  return logAndSay(context, input, ({ isHardware }) =>
    isHardware ? 'Hardware work logged successfully' : 'Work logged successfully',
  );
}

/** Handles the posted quick entry, for the action of the screen it is on; then goes to `goTo`. */
export async function submitQuickEntry(request: Request, context: AppLoadContext, goTo: string) {
  await requireUser(request, context);
  const form = await parseForm(request, QuickEntryForm);
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  return submit(context, form, {
    run: (input) => logQuickly(asOfSending(context), input),
    goTo,
    success: ({ toast }) => ({ ...toast, continueIn: 'line' }),
    again: { leaves: leavesLog(context), isOnScreen: true },
    failure: 'Failed to log work',
    toastFor: ({ message }) => ({ text: message, variant: 'destructive' }),
  });
}
