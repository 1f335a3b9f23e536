import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { pageTitle } from '../lib/product.ts';
import { PlainPage } from '../ui/dialog/plain-page.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { getSignedIn } from './guard.server.ts';
import { redeemSignInLink } from './sign-in-links.server.ts';
import { completeSignIn, signInFailed } from './sign-in.server.ts';

export const meta: MetaFunction = () => pageTitle('Sign in');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token');
  if (token !== null && context.identityProvider === null) {
    const email = redeemSignInLink(context, token);
    if (email === null) {
      return signInFailed('This sign-in link was used already or is too old. Make a new one.');
    }
    const nameless = { firstName: null, lastName: null, profileImageUrl: null };
    return completeSignIn(request, context, { email, ...nameless });
  }
  if (getSignedIn(request, context)) return redirect('/');
  if (context.identityProvider === null) return null;
  try {
    return await context.identityProvider.begin(request);
  } catch (error) {
    if (error instanceof Response) return error;
    context.logger.error({ error }, 'The identity provider could not be reached');
    return signInFailed('The sign-in service cannot be reached. Try again in a few minutes.');
  }
}

/** Without a provider: how to get a sign-in link. */
export default function SignInHelp() {
  return (
    <PlainPage title="Sign in with a link">
      <p>
        No identity provider is set up here, so you sign in with a link that works once, for ten
        minutes. Whoever runs this service prints it on the server with this command, and sends it
        to you:
      </p>
      <pre className="code-block">
        <code>npm run login-link -- you@example.com</code>
      </pre>
      <p>Only email addresses on the approved list get a link.</p>
      <p>
        <ButtonLink to="/">Back to the start</ButtonLink>
      </p>
    </PlainPage>
  );
}
