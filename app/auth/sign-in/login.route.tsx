import {
  json,
  redirect,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type TypedResponse,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { openedElsewhere } from '../../http/opened-elsewhere.ts';
import { asCalled } from '../../platform/command.ts';
import { pageTitle } from '../../lib/product.ts';
import { PlainPage } from '../../ui/dialog/plain-page.tsx';
import { FormToken } from '../../ui/form.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink, PlainButtonLink } from '../../ui/button.tsx';
import { getSignedIn } from '../guard.server.ts';
import { offersPasskeys } from '../passkeys/offered.ts';
import { hasPasskeys } from '../passkeys/own-passkeys.server.ts';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { emailNamed, isBidden } from './by-proxy.server.ts';
import { returnTo } from './return-to.server.ts';
import { LINK_FORM } from '../../http/form/link-form.ts';
import { emailOfSignInLink } from './sign-in-links.server.ts';
import {
  completeSignIn,
  noteRefused,
  problemOf,
  signInFailed,
  USED_LINK,
} from './sign-in.server.ts';
import { SignInProblem } from './sign-in-problem.ts';

export const meta = pageTitle('Sign in');

/** `oneTimeKey` is the page's own: who has the link alone does not know it. */
type SignInData = {
  token: string | null;
  email?: string;
  oneTimeKey?: string;
  hasPasskeys: boolean;
  /** What to say where the page was opened by another address than ours. */
  elsewhere?: string | null;
  /** How a link is made here. */
  command?: string;
  /** Whom the proxy names, who has to press first. */
  named?: string;
  /** Set where a proxy should have named who comes, and did not. */
  isUnnamed?: boolean;
};

export async function loader({
  request,
  context,
}: LoaderFunctionArgs): Promise<TypedResponse<SignInData>> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token');
  if (token !== null) {
    const email = emailOfSignInLink(context, token);
    if (email !== null) {
      return json({ token, email, oneTimeKey: newOneTimeKey(), hasPasskeys: false });
    }
    noteRefused(context, { reason: 'link used or too old' });
    return signInFailed(USED_LINK);
  }
  const isAgain = searchParams.has('again') && context.identityProvider === null;
  if (getSignedIn(request, context) && !isAgain) return redirect('/');
  if (context.namedByProxy !== null && !isAgain) {
    return signInByProxy(request, context, context.namedByProxy);
  }
  if (context.identityProvider === null) {
    const headers = new Headers();
    // Back to the dialog that asked for it; the link may take a while.
    if (isAgain)
      headers.append(
        'Set-Cookie',
        await returnTo(context).remember(request, '/settings/passkeys/new'),
      );
    const some = offersPasskeys(context.config) && hasPasskeys(context);
    const isUnnamed = context.config.authHeader !== null;
    const command = asCalled('login-link', 'you@example.com');
    return json(
      { token: null, hasPasskeys: some, isUnnamed, command, elsewhere: openedElsewhere(context) },
      { headers },
    );
  }
  try {
    return await context.identityProvider.begin(request);
  } catch (error) {
    if (error instanceof Response) return error;
    if (error instanceof SignInProblem) return problemOf(context, error);
    context.logger.error({ error }, 'The identity provider could not be reached');
    return signInFailed('The sign-in service cannot be reached. Try again in a few minutes.');
  }
}

async function signInByProxy(
  request: Request,
  context: AppLoadContext,
  namedByProxy: string,
): Promise<TypedResponse<SignInData>> {
  const email = emailNamed(namedByProxy);
  if (email === null) return problemOf(context, NO_EMAIL_NAMED);
  if (!isBidden(request, context)) return json({ token: null, named: email, hasPasskeys: false });
  return completeSignIn(request, context, { email }, { with: 'proxy' });
}

const NO_EMAIL_NAMED = new SignInProblem('the proxy names no email address', {
  help: 'Set AUTH_HEADER to the header in which your proxy gives the email address, such as Remote-Email or X-Forwarded-Email, and start again.',
});

/**
 * Without a provider: a link's button, or how to get a link. The token stands in a field, so that
 * the address that signs in is the same for all and no log tells one.
 */
export default function SignInByLink() {
  const data = useLoaderData<typeof loader>();
  const { token, email, oneTimeKey } = data;
  if (data.named !== undefined) return <ContinueAs email={data.named} />;
  if (token === null) return <SignInHelp {...data} />;
  return (
    <PlainPage title="Sign in">
      <p>Sign in as {email}</p>
      <form method="post" action={LINK_FORM}>
        <FormToken />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="oneTimeKey" value={oneTimeKey} />
        <Button>Sign in</Button>
      </form>
    </PlainPage>
  );
}

function ContinueAs({ email }: { email: string }) {
  return (
    <PlainPage title="Sign in">
      <p>
        You are not signed in here. The proxy in front of this service says that you are {email}; to
        be somebody else, sign out there first.
      </p>
      <p className="flex flex-wrap gap-2">
        <PlainButtonLink href="/api/login?continue">Continue as {email}</PlainButtonLink>
        <ButtonLink to="/" variant="secondary">
          Back to the start
        </ButtonLink>
      </p>
    </PlainPage>
  );
}

function SignInHelp({ hasPasskeys, isUnnamed, command, elsewhere }: SignInData) {
  return (
    <PlainPage title={hasPasskeys ? 'Sign in' : 'Sign in with a link'}>
      {elsewhere ? <Alert variant="destructive">{elsewhere}</Alert> : null}
      {hasPasskeys ? (
        <>
          <PasskeySignIn />
          <h2 className="text-xl font-semibold">Without a passkey</h2>
        </>
      ) : null}
      {isUnnamed ? (
        <p>
          People are signed in by the proxy in front of this service, which said nothing of you:
          open it at its usual address. Otherwise there is this:
        </p>
      ) : null}
      <p>
        You sign in with a link that works once, for ten minutes. Whoever runs this service makes it
        on the server with this command, and sends it to you:
      </p>
      <pre className="code-block">
        <code>{command}</code>
      </pre>
      <p>Only email addresses on the approved list get a link.</p>
      <p>
        <ButtonLink to="/">Back to the start</ButtonLink>
      </p>
    </PlainPage>
  );
}
