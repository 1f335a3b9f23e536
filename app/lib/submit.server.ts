import { json, type AppLoadContext, type TypedResponse } from '@remix-run/node';
import type { Submission } from '@conform-to/react';
import { ProductError } from './errors.ts';
import { formAgain, formRefused } from './form.server.ts';
import { redirectWithToast, toastHeaders } from './toast.server.ts';

type FormWork<Value> = {
  submission: Submission<Value, string[], Value>;
  /** The use-case. */
  run: (input: Value) => unknown;
  /** The page to go to when it is done. */
  goTo: string;
  /** The toast when it is done. */
  success: string;
  /** The toast when it could not be done; what was typed stays in the form. */
  failure: string;
};

/**
 * What every form's action does: what was typed wrongly goes back with its errors; else
 * the use-case runs, and the answer is a redirect with a toast, or the form with the
 * reason it was refused.
 */
export async function submitForm<Value>(context: AppLoadContext, work: FormWork<Value>) {
  const { submission } = work;
  if (submission.status !== 'success') return formAgain(submission);
  try {
    await work.run(submission.value);
  } catch (error) {
    if (error instanceof ProductError) return formRefused(submission, error);
    context.logger.error({ error }, work.failure);
    const result = submission.reply({
      formErrors: [`${work.failure}. Your entries are kept here; try again.`],
    });
    const headers = await toastHeaders(context, errorToast(work.failure));
    return json({ result }, { status: 500, headers });
  }
  return redirectWithToast(context, work.goTo, { text: work.success });
}

/**
 * What a confirmation's action does: it runs the use-case and goes back to the screen,
 * with a toast that says what was done or why not.
 */
export async function submitConfirmation(
  context: AppLoadContext,
  work: { run: () => unknown; goTo: string; success: string; failure: string },
): Promise<TypedResponse<never>> {
  try {
    await work.run();
  } catch (error) {
    if (error instanceof ProductError && error.status === 404) throw pageFor(error);
    if (error instanceof ProductError) {
      return redirectWithToast(context, work.goTo, errorToast(error.message));
    }
    context.logger.error({ error }, work.failure);
    return redirectWithToast(context, work.goTo, errorToast(work.failure));
  }
  return redirectWithToast(context, work.goTo, { text: work.success });
}

function errorToast(text: string) {
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
