import type { AppLoadContext, TypedResponse } from '@remix-run/node';
import { ProductError } from '../../lib/errors.ts';
import { errorToast } from '../../lib/submit.server.ts';
import { redirectWithToast } from '../../lib/toast.server.ts';
import type { PostedForm } from '../../lib/form.server.ts';
import { sayingLedgerErrors } from '../../invoices/ledger.ts';

type Work<Value> = {
  submission: PostedForm<Value>['submission'];
  run: (value: Value) => Promise<unknown> | undefined;
  success: string;
  /** How the toast begins when it could not be done; the reason follows. */
  failure: string;
};

/**
 * What the small forms of the Xero card do, whose fields offer nothing that could be typed
 * wrongly: they run and go back to Settings, with a toast that says what was done or why not.
 */
export async function saveInSettings<Value>(
  context: AppLoadContext,
  { submission, run, success, failure }: Work<Value>,
): Promise<TypedResponse<never>> {
  if (submission.status !== 'success') {
    const reason = Object.values(submission.error ?? {})
      .flat()
      .find(Boolean);
    return redirectWithToast(context, '/settings', errorToast(sentence(failure, reason)));
  }
  try {
    await sayingLedgerErrors(async () => {
      await run(submission.value);
    });
    return await redirectWithToast(context, '/settings', { text: success });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return redirectWithToast(context, '/settings', errorToast(sentence(failure, error.message)));
  }
}

function sentence(failure: string, reason: string | null | undefined): string {
  return reason ? `${failure}. ${reason}` : failure;
}
