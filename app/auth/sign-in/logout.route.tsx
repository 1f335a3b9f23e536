import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { pageTitle } from '../../lib/product.ts';
import { PlainPage } from '../../ui/dialog/plain-page.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormToken } from '../../ui/form.tsx';
import { getSignedIn } from '../guard.server.ts';
import { signedOut } from './sign-out.server.ts';

export const meta = pageTitle('Sign out');

/**
 * The address of sign-out. Another site's link or image must not be able to sign people out: a link is
 * followed only where the browser says that it is ours; one that does not say is shown a button.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = request.headers.get('Sec-Fetch-Site');
  const signedIn = getSignedIn(request, context);
  if (request.method === 'GET' && (site === 'same-origin' || site === 'none')) {
    // What another person on the device has not sent is theirs (offline/worker/).
    const isKept = new URL(request.url).searchParams.get('now') === 'keep';
    return signedOut(context, request, isKept ? ['cache'] : undefined);
  }
  return signedIn === null || site !== null ? redirect('/') : json(null);
}

/** The press of the button; a foreign one never arrives here (http/server/origin-check.ts). */
export function action({ request, context }: ActionFunctionArgs) {
  return signedOut(context, request);
}

export default function SignOut() {
  return (
    <PlainPage title="Sign out?">
      <p>You will be signed out on this device.</p>
      <form method="post" action="/api/logout" className="flex flex-wrap gap-2">
        <FormToken />
        <Button>Sign Out</Button>
        <ButtonLink to="/" variant="secondary">
          Cancel
        </ButtonLink>
      </form>
    </PlainPage>
  );
}
