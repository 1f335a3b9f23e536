import { redirect, type AppLoadContext } from '@remix-run/node';
import { write } from '#db/connection.server.ts';
import { cookieName, isSecure } from '../http/cookie-name.ts';
import type { User } from '#db/schema.ts';
import { isApproved } from '../users/approved-emails.server.ts';
import { OtherIdentity, recordSignIn } from '../users/users.server.ts';
import { STATE_COOKIE, type IdentityProfile } from './identity-provider.server.ts';
import { returnTo } from './return-to.server.ts';
import { describeDevice } from './device.ts';
import { noteRefusal, noteSignIn } from './sign-in-trail.server.ts';
import { unsentForms } from './unsent-form.server.ts';
import { startSession } from './sessions.server.ts';

/** Worded so that nobody learns who is on the approved list. */
const REFUSED =
  'You could not be signed in with that account. Ask whoever runs this service to approve your email address.';

/** Said of a link that signs nobody in. */
export const USED_LINK = 'This sign-in link was used already or is too old. Make a new one.';

type Refusal = { reason: string; email?: string };

/** Tells the log and the history that somebody was refused; the log without whom. */
export function noteRefused(context: AppLoadContext, { reason, email }: Refusal): void {
  context.logger.warn({ event: 'refused', reason }, 'A sign-in was refused');
  const { address } = context;
  noteRefusal(context, { reason, address, ...(email === undefined ? {} : { email }) });
}

/** Redirects to the landing page, which shows the message. */
export function signInFailed(message: string, headers?: Headers): Response {
  return redirect(`/?error=${encodeURIComponent(message)}`, { headers });
}

/**
 * Starts the session of an approved person and redirects to the screen that was asked for. `sessionId` is that of
 * a session which may have been started already, by a press whose answer was lost.
 */
export async function completeSignIn(
  request: Request,
  context: AppLoadContext,
  profile: IdentityProfile,
  sessionId?: string,
): Promise<Response> {
  const headers = forgetStates(context, request);
  const { email } = profile;
  if (email === null || !isApproved(context, email)) {
    const reason = email === null ? 'no verified email' : 'not approved';
    noteRefused(context, email === null ? { reason } : { reason, email });
    return signInFailed(REFUSED, headers);
  }
  const cookies = request.headers.get('Cookie');
  const from = {
    device: describeDevice(request.headers.get('User-Agent')),
    address: context.address,
  };
  let user: User;
  let session: string;
  try {
    [user, session] = write(context.db, () => {
      const known = recordSignIn(context, { ...profile, email });
      noteSignIn(context, 'signed in', { ...from, with: profile.identity ? 'provider' : 'link' });
      return [known, startSession(context, known.id, from, cookies, sessionId)];
    });
  } catch (error) {
    if (!(error instanceof OtherIdentity)) throw error;
    noteRefused(context, { reason: 'the email belongs to another identity', email });
    return signInFailed(REFUSED, headers);
  }
  context.logger.info({ event: 'signed in', userId: user.id }, 'Signed in');
  const destination = returnTo(context);
  headers.append('Set-Cookie', session);
  headers.append('Set-Cookie', await unsentForms(context).notePerson(user.id));
  headers.append('Set-Cookie', await destination.forget());
  return redirect(await destination.recall(request), { headers });
}

/**
 * Clears the cookies of all started sign-ins: the OAuth library sets one for each and clears none.
 */
function forgetStates({ config }: AppLoadContext, request: Request): Headers {
  const headers = new Headers();
  const secure = isSecure(config) ? ' Secure;' : '';
  const prefix = cookieName(config, STATE_COOKIE);
  const cookies = request.headers.get('Cookie') ?? '';
  for (const [, name] of cookies.matchAll(new RegExp(`(${prefix}[^=; ]*)=`, 'g'))) {
    headers.append('Set-Cookie', `${name}=; Path=/; Max-Age=0; HttpOnly;${secure} SameSite=Lax`);
  }
  return headers;
}
