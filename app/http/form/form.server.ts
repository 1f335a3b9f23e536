import { json } from '@remix-run/node';
import { parseWithZod } from '@conform-to/zod/v4';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { z } from 'zod';
import { wordsOf, type DoubtfulError } from '../../lib/doubts.ts';
import type { Issue } from '../../lib/errors.ts';
import { TOO_MANY_FIELDS } from '../server/uploads.ts';
import { MADE_FROM, readMadeFrom, VERSION, type SentMadeFrom } from './made-from.server.ts';
import { answeredIn } from '../once/saved-already.server.ts';
import { fingerprintOf } from '../once/one-time-keys.server.ts';

/** The schema of a form without fields, such as a confirmation. */
export const Nothing = z.object({});

/** Above what a form of ours usually has: fields in one form, characters in a field's name. */
const MAX_FIELDS = 2_000;
const MAX_NAME_LENGTH = 200;
/** Conform takes far longer for fields of one name than for as many others. */
const MAX_OF_ONE_NAME = 4_000;
/** For a field named `items[50000].name`, conform would build fifty thousand items. */
const MAX_ARRAY_INDEX = 200;

const isFieldName = (name: string, longest = MAX_NAME_LENGTH) =>
  name.length <= longest &&
  [...name.matchAll(/\[(\d+)\]/g)].every(([, n]) => Number(n) < MAX_ARRAY_INDEX);
const FieldName = z.string().refine((name) => isFieldName(name));
const RowIndex = z.int().min(0).max(MAX_ARRAY_INDEX).optional();
const RowValue = z.union([z.string(), z.record(z.string(), z.string())]).optional();

/**
 * What conform's own two fields may hold. Conform does not check them: an index of 99,999,999 in
 * an intent would fill the memory, as it would in a field's name.
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

/** The hidden fields that a form has beside its own. */
export const ONE_TIME_KEY = 'oneTimeKey';
const FORM_TOKEN = 'formToken';
/** The button of a question says what it confirms and, behind a slash, which button had been pressed. */
const CONFIRM = 'confirm';
const PRESSED = 'then';
/** What a question has to say of a record that can be used instead. It is no field. */
const EXISTING = 'existing';
const HIDDEN_FIELDS = new Set([
  ONE_TIME_KEY,
  FORM_TOKEN,
  VERSION,
  MADE_FROM,
  CONFIRM,
  '__state__',
  '__intent__',
]);

type FormSubmission<Value> = Submission<Value, string[], Value>;

/** A posted form: its fields, and what shows that it is the same form when it arrives twice. */
export type PostedForm<Value> = {
  submission: FormSubmission<Value>;
  /** Null when the form has no key. */
  oneTimeKey: string | null;
  fingerprint: string;
  /** The record that an edit form was made from; null when the form does not say. */
  madeFrom: SentMadeFrom | null;
  /** The forms whose answers the browser has (once/saved-already.server.ts). */
  answered: string[];
  /** All fields as they were typed. */
  payload: Record<string, unknown>;
  /** What is confirmed of what was asked about (lib/doubts.ts). */
  confirmed: string[];
  /** The fields whose contents are never sent back. */
  secrets: string[];
};

/**
 * For the form around a list, whose buttons do different things with one key: each may be pressed once with it, also
 * before the answer to another one has brought a new key.
 */
export function oncePerButton<Value>(form: PostedForm<Value>): PostedForm<Value> {
  const { oneTimeKey, fingerprint } = form;
  return oneTimeKey === null
    ? form
    : { ...form, oneTimeKey: fingerprintOf(oneTimeKey, fingerprint) };
}

/** What an action sends back to a form: the errors, and everything that was typed. */
export type FormReply = {
  result: SubmissionResult;
  /** The record's version, when the server filled the form anew and not with what was typed. */
  remade?: string;
};

/**
 * Reads a posted form with the feature's schema. `checkboxes` names the boxes that the form
 * shows: a browser does not send an unticked box, so a missing one counts as `off`. What is typed into the fields
 * in `secrets` is never sent back.
 * Throws a 400 page for a body that no form of ours sends.
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options: ParseOptions = {},
): Promise<PostedForm<z.output<Schema>>> {
  return parseFields(request, await readForm(request), schema, options);
}

export type ParseOptions = {
  checkboxes?: string[];
  secrets?: string[];
  /** The form as it was sent, where its fields were changed since: by it the same form is known again. */
  asSent?: FormData;
};

/** A copy of a form, to be kept before its fields are changed. */
export function copyOfForm(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}

/**
 * Does what {@link parseForm} does, for fields that {@link readForm} has read and the caller may
 * have changed.
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
  const entered = [...(options.asSent ?? form)].filter(([name]) => !HIDDEN_FIELDS.has(name));
  // Scripts send the ends of lines as they are in a field, a document sends others for the same text.
  const text = JSON.stringify(entered).replaceAll('\\r\\n', '\\n');
  form.delete(FORM_TOKEN);
  try {
    const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
    return {
      submission,
      oneTimeKey: typeof key === 'string' && key !== '' ? key.slice(0, 255) : null,
      fingerprint: fingerprintOf(pathname, text),
      madeFrom: readMadeFrom(form),
      answered: answeredIn(request),
      payload: submission.payload,
      confirmed: wordsOf(form.get(CONFIRM)),
      secrets: options.secrets ?? [],
    };
  } catch {
    throw malformed(UNREADABLE);
  }
}

/**
 * The fields of a posted form, at most `mostFields`, whose names have at most `longestName` characters.
 * Throws a 400 page for a body that no form of ours sends, and 413 for one that would take too long.
 */
export async function readForm(
  request: Request,
  { mostFields = MAX_FIELDS, longestName = MAX_NAME_LENGTH } = {},
): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw malformed(UNREADABLE);
  });
  const names = [...form.keys()];
  if (names.length > mostFields || !names.every((name) => isFieldName(name, longestName))) {
    throw malformed(TOO_MANY_FIELDS);
  }
  if (names.length - new Set(names).size > MAX_OF_ONE_NAME) throw malformed(TOO_MANY_FIELDS, 413);
  if (
    !isEmptyOrJson(form.get('__intent__'), Intent) ||
    !isEmptyOrJson(form.get('__state__'), FormState)
  ) {
    throw malformed(UNREADABLE);
  }
  const confirm = form.get(CONFIRM);
  const [words = '', pressed] = typeof confirm === 'string' ? confirm.split('/') : [];
  if (pressed) {
    form.set(CONFIRM, words);
    form.set(PRESSED, pressed);
  }
  return form;
}

function isEmptyOrJson(field: FormDataEntryValue | null, schema: z.ZodType): boolean {
  if (field === null || field === '') return true;
  try {
    return typeof field === 'string' && schema.safeParse(JSON.parse(field)).success;
  } catch {
    return false;
  }
}

function malformed(sentence: string, status = 400): Response {
  return new Response(sentence, { status });
}

/**
 * Answers with the form again, errors beside their fields: status 400 for invalid input, 200 for
 * an intent such as adding a row.
 */
export function formAgain({ submission, secrets }: Answered, headers: HeadersInit = {}) {
  const result = submission.reply({ hideFields: secrets });
  delete result.initialValue?.[CONFIRM];
  return json<FormReply>(
    { result },
    { status: submission.status === 'error' ? 400 : 200, headers },
  );
}

type Answered = Pick<PostedForm<unknown>, 'submission' | 'secrets'>;

type Refusal = {
  status: number;
  message: string;
  issues?: Issue[];
  headers?: HeadersInit;
  /** A new one-time key, when the old one was used up. */
  oneTimeKey?: string;
  /** The question, where it is one. */
  doubt?: Pick<DoubtfulError, 'confirm' | 'existing'>;
  /** What some fields are to show instead of what was typed. */
  values?: Record<string, unknown>;
};

/** Answers with the form again, with a use-case's reason for the refusal and its status. */
export function formRefused({ submission, secrets }: Answered, refusal: Refusal) {
  const { status, message, issues = [], headers, oneTimeKey, values } = refusal;
  const { [PRESSED]: pressed } = submission.payload;
  const fieldErrors: Record<string, string[]> = {};
  for (const issue of issues) (fieldErrors[toFieldName(issue.path)] ??= []).push(issue.message);
  const formErrors = issues.length > 0 && !values ? [] : [message];
  const result = submission.reply({ fieldErrors, formErrors, hideFields: secrets });
  if (oneTimeKey && result.initialValue) result.initialValue[ONE_TIME_KEY] = oneTimeKey;
  delete result.initialValue?.[CONFIRM];
  if (refusal.doubt && result.initialValue) {
    const { confirm, existing } = refusal.doubt;
    const then = typeof pressed === 'string' && pressed !== '' ? `/${pressed}` : '';
    result.initialValue[CONFIRM] = confirm + then;
    if (existing?.isActive) result.initialValue[EXISTING] = String(existing.id);
  }
  if (!values) return json<FormReply>({ result }, { status, headers });
  Object.assign((result.initialValue ??= {}), values);
  return json<FormReply>({ result, remade: String(values[VERSION]) }, { status, headers });
}

/** `hardwareItems.0.itemName` → `hardwareItems[0].itemName`, as conform names its fields. */
function toFieldName(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
}
