import { json, type AppLoadContext, type TypedResponse } from '@remix-run/node';
import type { ToastMessage } from '../ui/toast.ts';
import { ProductError } from './errors.ts';
import { formAgain, formRefused, type PostedForm } from './form.server.ts';
import { EditConflict } from './made-from.server.ts';
import { newOneTimeKey, once, type KeyedAnswer } from './one-time-keys.server.ts';
import { redirectWithToast, toastHeaders } from './toast.server.ts';

type FormWork<Value, Result> = {
  user: { id: number };
  form: PostedForm<Value>;
  /** The use-case. */
  run: (input: Value) => Result;
  /** The page to go to when it is done. */
  goTo: string;
  /** The toast when it is done. */
  success: string | ((result: Result) => ToastMessage);
  /** The toast when it could not be done; what was typed stays in the form. */
  failure: string;
  /** A toast for what was typed wrongly, where the errors beside the fields are not enough. */
  invalid?: (message: string) => ToastMessage | null;
  /** The toast for what a rule forbids, where it is not the failure; the form says why. */
  refused?: (message: string) => ToastMessage;
};

/** What a form is answered when it worked; a repetition of it gets the same. */
type Done = { goTo: string; toast: ToastMessage };

const KEPT = 'Nothing was saved; what you typed is still here.';

const SAVED_ALREADY =
  'This form was saved once already, with other entries. Nothing more was saved: to save these entries as well, send the form again.';

/**
 * What every form's action does: what was typed wrongly goes back with its errors; else
 * the use-case runs, once for a one-time key, and the answer is a redirect with a toast, or
 * the form with the reason it was refused.
 */
export async function submitForm<Value, Result>(
  context: AppLoadContext,
  work: FormWork<Value, Result>,
) {
  const { submission } = work.form;
  if (submission.status !== 'success') {
    const wrong = submission.status === 'error' ? firstMessage(submission.error) : null;
    return formAgain(submission, await invalidToast(context, work, wrong));
  }
  try {
    const { value } = submission;
    const result = runOnce(context, work, () => work.run(value));
    if (result.outcome === 'done') {
      return await redirectWithToast(context, result.answer.goTo, result.answer.toast);
    }
    return formRefused(submission, {
      status: 422,
      message: SAVED_ALREADY,
      oneTimeKey: newOneTimeKey(),
    });
  } catch (error) {
    if (error instanceof ProductError) {
      const { status, message, issues } = error;
      const refused = work.refused ?? (() => errorToast(work.failure));
      const toast = (status === 400 ? work.invalid : refused)?.(message);
      const headers = toast ? await toastHeaders(context, toast) : {};
      const sentence = status === 400 ? message : `${message} ${KEPT}`;
      const values = error instanceof EditConflict ? error.values : undefined;
      return formRefused(submission, { status, message: sentence, issues, headers, values });
    }
    context.logger.error({ error }, work.failure);
    const result = submission.reply({
      formErrors: [`${work.failure}. Your entries are kept here; try again.`],
    });
    const headers = await toastHeaders(context, errorToast(work.failure));
    return json({ result }, { status: 500, headers });
  }
}

function runOnce<Value, Result>(
  context: AppLoadContext,
  work: Pick<FormWork<Value, Result>, 'user' | 'form' | 'goTo' | 'success'>,
  run: () => Result,
): KeyedAnswer<Done> {
  const { user, form, goTo, success } = work;
  const answer = (): Done => {
    const result = run();
    return { goTo, toast: typeof success === 'string' ? { text: success } : success(result) };
  };
  if (form.oneTimeKey === null) return { outcome: 'done', answer: answer(), isReplay: false };
  const { oneTimeKey: key, fingerprint } = form;
  return once(context, { userId: user.id, key, fingerprint }, answer);
}

function firstMessage(error: Record<string, string[] | null> | null): string | null {
  return (
    Object.values(error ?? {})
      .flat()
      .find(Boolean) ?? null
  );
}

async function invalidToast(
  context: AppLoadContext,
  { invalid }: { invalid?: (message: string) => ToastMessage | null },
  message: string | null,
): Promise<HeadersInit> {
  const toast = message === null ? null : invalid?.(message);
  return toast ? toastHeaders(context, toast) : {};
}

type ConfirmedWork<Result> = Pick<
  FormWork<unknown, Result>,
  'user' | 'form' | 'goTo' | 'success' | 'failure'
> & {
  run: () => Result;
  /** The toast for what was refused, where it is not the failure and the reason. */
  refusal?: (message: string) => ToastMessage | null;
};

/**
 * What a confirmation's action does: it runs the use-case, once for a one-time key, and goes
 * back to the screen with a toast that says what was done or why not.
 */
export async function submitConfirmation<Result>(
  context: AppLoadContext,
  work: ConfirmedWork<Result>,
): Promise<TypedResponse<never>> {
  try {
    const result = runOnce(context, work, () => work.run());
    if (result.outcome === 'done') {
      return await redirectWithToast(context, result.answer.goTo, result.answer.toast);
    }
    return await redirectWithToast(context, work.goTo, errorToast(SAVED_ALREADY));
  } catch (error) {
    if (error instanceof ProductError && error.status === 404) throw pageFor(error);
    if (error instanceof ProductError) {
      const toast =
        work.refusal?.(error.message) ?? errorToast(`${work.failure}. ${error.message}`);
      return redirectWithToast(context, work.goTo, toast);
    }
    context.logger.error({ error }, work.failure);
    return redirectWithToast(context, work.goTo, errorToast(work.failure));
  }
}

/** The toast that a failure in Settings is, and every confirmation that could not be done. */
export function errorToast(text: string) {
  return { title: 'Error', text, variant: 'destructive' } as const;
}

/** A ProductError as the page that says it; for loaders, and for actions without a form to go back to. */
export function pageFor(error: unknown): unknown {
  if (!(error instanceof ProductError)) return error;
  return new Response(error.message, { status: error.status });
}

/** Runs a use-case for a page: what it refuses becomes the page that says so. */
export function orPage<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw pageFor(error);
  }
}
