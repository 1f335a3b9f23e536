import { json } from '@remix-run/node';
import { parseWithZod } from '@conform-to/zod/v4';
import type { Submission, SubmissionResult } from '@conform-to/react';
import type { z } from 'zod';
import type { Issue } from './errors.ts';

/** More fields than any form of ours has. */
const MAX_FIELDS = 2_000;
/** `items[50000].name` would have conform build fifty thousand items. */
const MAX_ARRAY_INDEX = 200;

const UNREADABLE = 'The form could not be read. Go back and send it again.';

type FormSubmission<Value> = Submission<Value, string[], Value>;

/** What an action gives a form back: the errors, and all that was typed. */
export type FormReply = { result: SubmissionResult };

/**
 * Reads a posted form with the feature's schema. `checkboxes` names the boxes the
 * form shows: a box that is not ticked is not sent, and counts as `off`.
 * Throws a 400 page for a body that no form of ours sends.
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options: { checkboxes?: string[] } = {},
): Promise<FormSubmission<z.output<Schema>>> {
  const form = await readForm(request);
  for (const name of options.checkboxes ?? []) if (!form.has(name)) form.set(name, 'off');
  try {
    return parseWithZod(form, { schema, disableAutoCoercion: true });
  } catch {
    throw malformed(UNREADABLE);
  }
}

/** The fields of a posted form. Throws a 400 page when the body is no form, or is too large a one. */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw malformed(UNREADABLE);
  });
  const names = [...form.keys()];
  const indexes = names.flatMap((name) =>
    [...name.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n)),
  );
  if (names.length > MAX_FIELDS || indexes.some((index) => index >= MAX_ARRAY_INDEX)) {
    throw malformed('This form has more fields than can be handled. Nothing was saved.');
  }
  return form;
}

function malformed(sentence: string): Response {
  return new Response(sentence, { status: 400 });
}

/**
 * The form again, with errors beside their fields: 400 for what was typed wrongly;
 * 200 for an intent such as adding a row.
 */
export function formAgain(submission: FormSubmission<unknown>) {
  const result = submission.reply();
  return json({ result }, { status: submission.status === 'error' ? 400 : 200 });
}

/** The form again, with what a use-case found wrong and the status that says so. */
export function formRefused(
  submission: FormSubmission<unknown>,
  refusal: { status: number; message: string; issues?: Issue[] },
) {
  const issues = refusal.issues ?? [];
  const fieldErrors: Record<string, string[]> = {};
  for (const issue of issues) (fieldErrors[issue.path] ??= []).push(issue.message);
  const formErrors = issues.length > 0 ? [] : [refusal.message];
  const result = submission.reply({ fieldErrors, formErrors });
  return json({ result }, { status: refusal.status });
}
