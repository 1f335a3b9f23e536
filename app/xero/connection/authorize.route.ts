import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { getSignedIn } from '../../auth/guard.server.ts';
import { returnTo } from '../../auth/sign-in/return-to.server.ts';
import { ProductError } from '../../lib/errors.ts';
import { errorToast } from '../../http/form/submit.server.ts';
import { redirectWithToast } from '../../http/toast.server.ts';
import { beginAuthorisation } from './authorisation.server.ts';

/** "Connect to Xero" leads here, and on to the page where Xero asks for consent. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedIn = getSignedIn(request, context);
  if (!signedIn) {
    const cookie = await returnTo(context).remember(request);
    return redirect('/api/login', { headers: { 'Set-Cookie': cookie } });
  }
  try {
    const { url, cookie } = await beginAuthorisation(context, signedIn, request);
    return redirect(url, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return redirectWithToast(context, '/settings', errorToast(error.message));
  }
}
