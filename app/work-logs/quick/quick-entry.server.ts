import type { AppLoadContext } from '@remix-run/node';
import { rewriteInForm } from '../../ai/rewrite.server.ts';
import { requireUser } from '../../auth/guard.server.ts';
import { parseForm } from '../../http/form/form.server.ts';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { submit } from '../../http/form/submit.server.ts';
import { loadWorkLogOptions } from '../form/log-form.server.ts';
import { logsWork } from '../logged.server.ts';
import { type WorkLogInput, SELECT_BOTH, rateChoiceField } from '../work-logs.ts';
import { z } from 'zod';
import type { BareUnit } from '../../lib/duration.ts';
import {
  descriptionField,
  idField,
  optionalId,
  optionalPounds,
  optionalHours,
} from '../../lib/fields.ts';
import { readHoursAndMinutes, RULES } from './hours-and-minutes.ts';

/** The data of the quick entry, for the loader of the screen it is on. */
export function loadQuickEntry(context: AppLoadContext) {
  return { options: loadWorkLogOptions(context), oneTimeKey: newOneTimeKey() };
}

/** Handles the posted quick entry, for the action of the screen it is on; then goes to `goTo`. */
export async function submitQuickEntry(request: Request, context: AppLoadContext, goTo: string) {
  await requireUser(request, context);
  const form = await parseForm(request, QuickEntryForm);
  const rewritten = await rewriteInForm(context, form);
  if (rewritten) return rewritten;
  return submit(context, form, {
    ...logsWork(context),
    goTo,
    success: ({ toast }) => ({ ...toast, continueIn: 'line' }),
    failure: 'Failed to log work',
    toastFor: ({ message }) => ({ text: message, variant: 'destructive' }),
  });
}

const text = z.string(RULES.hours).max(100, RULES.hours).default('');

function total(
  context: z.RefinementCtx,
  [hours, minutes]: readonly [text: string, text: string],
  names: Record<BareUnit, string>,
): number {
  const read = readHoursAndMinutes(hours, minutes);
  if ('minutes' in read) return read.minutes;
  context.addIssue({ code: 'custom', path: [names[read.field]], message: read.message });
  return 0;
}

const chosen = { clientId: idField(SELECT_BOTH), workTypeId: idField(SELECT_BOTH) };
const others = {
  jobId: optionalId,
  description: descriptionField,
  rateChoice: rateChoiceField,
  hourlyRate: optionalPounds,
  hardwareItems: z.array(z.unknown()).default([]),
};

/** The log of a quick form is dated now. */
const now = { billable: true, date: null };

const QuickEntryForm = z
  .object({
    ...chosen,
    hours: text,
    minutes: text,
    travelHours: text,
    travelMinutes: text,
    ...others,
  })
  .transform(({ hours, minutes, travelHours, travelMinutes, ...form }, context): WorkLogInput => ({
    ...form,
    ...now,
    duration: total(context, [hours, minutes], { hours: 'hours', minutes: 'minutes' }),
    travelTime: total(context, [travelHours, travelMinutes], {
      hours: 'travelHours',
      minutes: 'travelMinutes',
    }),
  }));

/** The phone's quick log: duration in a field of hours. */
export const QuickLogInput = z
  .object({ ...chosen, duration: optionalHours, ...others })
  .transform((form): WorkLogInput => ({ ...form, ...now, travelTime: null }));
