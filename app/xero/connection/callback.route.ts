import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { getSignedIn } from '../../auth/guard.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { redirectWithToast } from '../../http/toast.server.ts';
import { wakeRuns } from '../../invoices/runs/carry-on.server.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';
import { finishAuthorisation, forgetState } from './authorisation.server.ts';
import { readXeroState } from './state.server.ts';

/** The address that Xero sends people back to. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedIn = getSignedIn(request, context);
  if (!signedIn) return redirect('/api/login');
  const response = await redirectWithToast(
    context,
    '/settings#xero',
    await finish({ request, context }, signedIn),
  );
  response.headers.append('Set-Cookie', await forgetState(context, signedIn, request));
  return response;
}

async function finish(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  session: { sessionId: string },
): Promise<ToastMessage> {
  try {
    const trouble = await finishAuthorisation(context, session, request);
    if (trouble !== null) return errorToast(trouble);
    wakeRuns(context);
    const isChosen = readXeroState(context).kind === 'connected';
    return {
      text: isChosen
        ? 'Connected to Xero successfully'
        : 'Connected to Xero. Choose the organisation that invoices go to.',
    };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    context.logger.warn({ reason: error.message }, 'Xero was not connected');
    return errorToast(error.message);
  }
}
