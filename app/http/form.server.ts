import { json } from '@remix-run/node';
import { parseWithZod } from '@conform-to/zod/v4';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { z } from 'zod';
import type { Issue } from '../lib/errors.ts';
import { MADE_FROM, readMadeFrom, VERSION, type SentMadeFrom } from './made-from.server.ts';
import { fingerprintOf } from './one-time-keys.server.ts';

/** The schema of a form that only confirms. */
export const Nothing = z.object({});

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

/** The names of the fields that every form has beside its own. */
export const ONE_TIME_KEY = 'oneTimeKey';
const FORM_TOKEN = 'formToken';
/** What a form carries beside what the person says with it. */
const UNSAID = new Set([ONE_TIME_KEY, FORM_TOKEN, VERSION, MADE_FROM, '__state__', '__intent__']);

type FormSubmission<Value> = Submission<Value, string[], Value>;

/** A posted form: what it says, and what makes it the same form when it arrives again. */
export type PostedForm<Value> = {
  submission: FormSubmission<Value>;
  /** Null: the form carried none. */
  oneTimeKey: string | null;
  fingerprint: string;
  /** What an edit form was made from; null: it does not say so. */
  madeFrom: SentMadeFrom | null;
  /** All that it holds, as it was typed. */
  payload: Record<string, unknown>;
};

/** What an action gives a form back: the errors, and all that was typed. */
export type FormReply = {
  result: SubmissionResult;
  /** The version that the form is made from anew, where it has other contents than were typed. */
  remade?: string;
};

/**
 * Reads a posted form with the feature's schema. `checkboxes` names the boxes the
 * form shows: a box that is not ticked is not sent, and counts as `off`.
 * Throws a 400 page for a body that no form of ours sends.
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options: ParseOptions = {},
): Promise<PostedForm<z.output<Schema>>> {
  return parseFields(request, await readForm(request), schema, options);
}

type ParseOptions = { checkboxes?: string[] };

/**
 * What {@link parseForm} does, for a form whose fields were read by {@link readForm} and worked on
 * before the schema sees them.
 */
export function parseFields<Schema extends z.ZodType>(
  request: Request,
  form: FormData,
  schema: Schema,
  options: ParseOptions = {},
): PostedForm<z.output<Schema>> {
  for (const name of options.checkboxes ?? []) if (!form.has(name)) form.set(name, 'off');
  const { pathname } = new URL(request.url);
  const key = form.get(ONE_TIME_KEY);
  const said = [...form].filter(([name]) => !UNSAID.has(name));
  form.delete(FORM_TOKEN);
  try {
    const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
    return {
      submission,
      oneTimeKey: typeof key === 'string' && key !== '' ? key.slice(0, 255) : null,
      fingerprint: fingerprintOf(pathname, JSON.stringify(said)),
      madeFrom: readMadeFrom(form),
      payload: submission.payload,
    };
  } catch {
    throw malformed(UNREADABLE);
  }
}

/** The fields of a posted form. Throws a 400 page for a body that no form of ours sends. */
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
 * 200 for an intent such as adding a row. The fields named as secrets come back empty.
 */
export function formAgain(
  submission: FormSubmission<unknown>,
  headers: HeadersInit = {},
  secrets: string[] = [],
) {
  const result = submission.reply({ hideFields: secrets });
  return json<FormReply>(
    { result },
    { status: submission.status === 'error' ? 400 : 200, headers },
  );
}

type Refusal = {
  status: number;
  message: string;
  issues?: Issue[];
  headers?: HeadersInit;
  /** A new key, where the old one is used up. */
  oneTimeKey?: string;
  /** The fields that hold a secret: what was typed there is not sent back. */
  secrets?: string[];
  /** What the form is to hold next, where that is not what was typed. */
  values?: Record<string, unknown>;
};

/** The form again, with what a use-case found wrong and the status that says so. */
export function formRefused(submission: FormSubmission<unknown>, refusal: Refusal) {
  const { status, message, issues = [], headers, oneTimeKey, secrets = [], values } = refusal;
  const fieldErrors: Record<string, string[]> = {};
  for (const issue of issues) (fieldErrors[toFieldName(issue.path)] ??= []).push(issue.message);
  const formErrors = issues.length > 0 && !values ? [] : [message];
  const result = submission.reply({ fieldErrors, formErrors, hideFields: secrets });
  if (oneTimeKey && result.initialValue) result.initialValue[ONE_TIME_KEY] = oneTimeKey;
  if (!values) return json<FormReply>({ result }, { status, headers });
  Object.assign((result.initialValue ??= {}), values);
  return json<FormReply>({ result, remade: String(values[VERSION]) }, { status, headers });
}

/** `hardwareItems.0.itemName` → `hardwareItems[0].itemName`, as conform names its fields. */
function toFieldName(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
}
