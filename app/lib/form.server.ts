import { json } from '@remix-run/node';
import { parseWithZod } from '@conform-to/zod/v4';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { z } from 'zod';
import type { Issue } from './errors.ts';

/** More fields than any form of ours has, and a longer name than any of them. */
const MAX_FIELDS = 2_000;
const MAX_NAME_LENGTH = 200;
/** `items[50000].name` would have conform build fifty thousand items. */
const MAX_ARRAY_INDEX = 200;

const FieldName = z
  .string()
  .max(MAX_NAME_LENGTH)
  .refine((name) => [...name.matchAll(/\[(\d+)\]/g)].every(([, n]) => Number(n) < MAX_ARRAY_INDEX));
const RowIndex = z.int().min(0).max(MAX_ARRAY_INDEX).optional();
const RowValue = z.union([z.string(), z.record(z.string(), z.string())]).optional();

/**
 * What conform's own two fields may hold. It trusts them blindly: an index of 99,999,999
 * in an intent fills the memory, just as it would in a name.
 */
const Intent = z.object({
  type: z.enum(['validate', 'reset', 'update', 'insert', 'remove', 'reorder']),
  payload: z.object({
    name: FieldName.optional(),
    index: RowIndex,
    from: RowIndex,
    to: RowIndex,
    value: RowValue,
    defaultValue: RowValue,
  }),
});
const FormState = z.object({ validated: z.record(FieldName, z.boolean()) });

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
  if (names.length > MAX_FIELDS || !names.every((name) => FieldName.safeParse(name).success)) {
    throw malformed('This form has more fields than can be handled. Nothing was saved.');
  }
  if (!holds(form.get('__intent__'), Intent) || !holds(form.get('__state__'), FormState)) {
    throw malformed(UNREADABLE);
  }
  return form;
}

/** Whether a field is left out, or is JSON of this shape. */
function holds(field: FormDataEntryValue | null, schema: z.ZodType): boolean {
  if (field === null || field === '') return true;
  try {
    return typeof field === 'string' && schema.safeParse(JSON.parse(field)).success;
  } catch {
    return false;
  }
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
