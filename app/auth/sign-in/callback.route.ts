import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { getSignedIn } from '../guard.server.ts';
import { completeSignIn, noteRefused, problemOf, signInFailed } from './sign-in.server.ts';
import { SignInProblem } from './sign-in-problem.ts';

const FAILED = 'The sign-in did not work. Please try again.';

/** Where the identity provider sends people back to. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.identityProvider === null) return redirect('/api/login');
  const answer = new URL(request.url).searchParams;
  if (answer.has('error')) {
    const reason = answer.get('error') ?? '';
    // Anybody can write anything into an address.
    const known = /^[a-z_]{1,40}$/.test(reason) ? reason : 'unknown';
    noteRefused(context, { reason: `the identity provider says ${known}` });
    return signInFailed('The sign-in was cancelled or refused. Please try again.');
  }
  try {
    const profile = await context.identityProvider.finish(request);
    return await completeSignIn(request, context, profile, { with: 'provider' });
  } catch (error) {
    if (error instanceof SignInProblem) return problemOf(context, error);
    context.logger.warn({ error }, 'A sign-in could not be completed');
    noteRefused(context, { reason: 'no valid answer of the identity provider' });
    // Another tab of this browser has signed in meanwhile, which ended what this one began.
    return getSignedIn(request, context) ? redirect('/') : signInFailed(FAILED);
  }
}
