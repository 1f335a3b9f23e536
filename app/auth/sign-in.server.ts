import { redirect, type AppLoadContext } from '@remix-run/node';
import { isApproved } from '../users/approved-emails.server.ts';
import { recordSignIn } from '../users/users.server.ts';
import { STATE_COOKIE, type IdentityProfile } from './identity-provider.server.ts';
import { returnTo } from './return-to.server.ts';
import { unsentForms } from './unsent-form.server.ts';
import { startSession } from './sessions.server.ts';

/** Worded so that nobody learns who is on the approved list. */
const REFUSED =
  'You could not be signed in with that account. Ask whoever runs this service to approve your email address.';

/** Said of a link that signs nobody in. */
export const USED_LINK = 'This sign-in link was used already or is too old. Make a new one.';

/** Redirects to the landing page, which shows the message. */
export function signInFailed(message: string, headers?: Headers): Response {
  return redirect(`/?error=${encodeURIComponent(message)}`, { headers });
}

/** Starts the session of an approved person and redirects to the screen that was asked for. */
export async function completeSignIn(
  request: Request,
  context: AppLoadContext,
  profile: IdentityProfile,
): Promise<Response> {
  const headers = forgetStates(request);
  const { email } = profile;
  if (email === null || !isApproved(context, email)) {
    context.logger.warn(
      { event: 'refused', reason: email === null ? 'no verified email' : 'not approved' },
      'A sign-in was refused',
    );
    return signInFailed(REFUSED, headers);
  }
  const user = recordSignIn(context, { ...profile, email });
  context.logger.info({ event: 'signed in', userId: user.id }, 'Signed in');
  const destination = returnTo(context);
  headers.append('Set-Cookie', startSession(context, user.id));
  headers.append('Set-Cookie', await unsentForms(context).notePerson(user.id));
  headers.append('Set-Cookie', await destination.forget());
  return redirect(await destination.recall(request), { headers });
}

/**
 * Clears the cookies of all started sign-ins: the OAuth library sets one for each and clears none.
 */
function forgetStates(request: Request): Headers {
  const headers = new Headers();
  const cookies = request.headers.get('Cookie') ?? '';
  for (const [, name] of cookies.matchAll(new RegExp(`(${STATE_COOKIE}[^=; ]*)=`, 'g'))) {
    headers.append('Set-Cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
  }
  return headers;
}
