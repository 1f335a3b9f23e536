import { redirect, type AppLoadContext } from '@remix-run/node';
import { write } from '#db/connection.server.ts';
import { cookieName, plainCookie } from '../../http/cookie-name.ts';
import type { User } from '#db/schema.ts';
import { isApproved, listApprovedEmails } from '../../users/approved-emails.server.ts';
import { nobodyApproved } from '../../users/approved-emails.ts';
import { keepPicture } from '../../users/pictures.server.ts';
import { emailOfIdentity, OtherIdentity, recordSignIn } from '../../users/users.server.ts';
import type { IdentityProfile } from '../../ports.ts';
import { hasMark, setMark } from './marks.ts';
import { STATE_COOKIE } from './identity-provider.server.ts';
import type { SignInProblem } from './sign-in-problem.ts';
import { returnTo } from './return-to.server.ts';
import { describeDevice } from '../sessions/device.ts';
import { noteRefusal, noteSignIn } from './sign-in-trail.server.ts';
import { offerPasskey } from '../passkeys/offer.server.ts';
import { unsentForms } from '../unsent-form.server.ts';
import { startSession } from '../sessions/sessions.server.ts';

/** Worded so that nobody learns who is on the approved list. */
const REFUSED =
  'You could not be signed in with that account. Ask whoever runs this service to approve your email address.';

const NOT_VERIFIED =
  'You could not be signed in: your sign-in service says that your email address is not verified. Verify it there, or ask whoever runs this service to trust it (OAUTH2_TRUST_EMAIL).';
const NO_EMAIL =
  'You could not be signed in: your sign-in service gives no email address of yours. Add one there, or ask whoever runs this service.';

/** For the log: what the operator can do about an email that is not verified. */
const TO_TRUST =
  'Mark the email as verified at the identity provider; or, if you run it yourself, set OAUTH2_TRUST_EMAIL=yes and start again. Until then, `login-link --despite-provider` signs in.';

/** Said of a link that signs nobody in. */
export const USED_LINK = 'This sign-in link was already used or has expired. Ask for a new one.';

type Refusal = {
  reason: string;
  email?: string | undefined;
  /** What the operator can do about it. */
  help?: string | undefined;
};

/** Tells the log and the history that somebody was refused; the log without whom. */
export function noteRefused(context: AppLoadContext, { reason, email, help }: Refusal): void {
  context.logger.warn({ event: 'refused', reason, help }, 'A sign-in was refused');
  const { address } = context;
  noteRefusal(context, { reason, address, ...(email === undefined ? {} : { email }) });
}

/** Tells the log what the operator can change, and the person that they can do nothing else. */
export function problemOf(
  context: AppLoadContext,
  { message, help, sentence }: SignInProblem,
): Response {
  noteRefused(context, { reason: message, help });
  return signInFailed(sentence);
}

/** Redirects to the landing page, which shows the message. */
export function signInFailed(message: string, headers?: Headers): Response {
  return redirect(`/?error=${encodeURIComponent(message)}`, { headers });
}

type Proved = {
  with: 'provider' | 'proxy' | 'link' | 'passkey';
  /** Asked in the transaction that signs in, when what proved it may be gone or used by then. */
  stillHolds?: () => boolean;
};

class NoLongerHolds extends Error {}

/** Starts the session of an approved person and redirects to the screen that was asked for. */
export async function completeSignIn(
  request: Request,
  context: AppLoadContext,
  given: Pick<IdentityProfile, 'email'> & Partial<IdentityProfile>,
  proved: Proved,
): Promise<Response> {
  const profile = { firstName: null, lastName: null, identity: null, ...given };
  const headers = forgetStates(context, request);
  // Whom the provider knows by its own name is no stranger, whatever it says of the email.
  const email = profile.email ?? emailOfIdentity(context, profile.identity);
  const refuse = (message: string) => {
    if (proved.with === 'provider') {
      headers.append('Set-Cookie', setMark(context.config, 'choose-account', true));
    }
    return signInFailed(message, headers);
  };
  if (email === null) return refuse(sayWithoutEmail(context, profile));
  if (!isApproved(context, email)) {
    const help = listApprovedEmails(context).length === 0 ? nobodyApproved() : undefined;
    noteRefused(context, { reason: 'not approved', email, help });
    return refuse(REFUSED);
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
      if (proved.stillHolds?.() === false) throw new NoLongerHolds();
      const known = recordSignIn(context, { ...profile, email });
      noteSignIn(context, 'signed in', { ...from, with: proved.with });
      return [known, startSession(context, known.id, from, cookies)];
    });
  } catch (error) {
    const reason = whyNot(error);
    if (reason === null) throw error;
    noteRefused(context, { reason, email });
    return refuse(REFUSED);
  }
  context.logger.info({ event: 'signed in', userId: user.id }, 'Signed in');
  if (proved.with === 'provider') void renewPicture(context, user.id, profile.pictureUrl ?? null);
  const destination = returnTo(context);
  headers.append('Set-Cookie', session);
  const unsent = unsentForms(context);
  headers.append('Set-Cookie', await unsent.notePerson(user.id));
  headers.append('Set-Cookie', unsent.beginAnew());
  headers.append('Set-Cookie', await destination.forget());
  if (proved.with === 'link') {
    for (const cookie of await offerPasskey(request, context, user.id)) {
      headers.append('Set-Cookie', cookie);
    }
  }
  return redirect(await destination.recall(request), { headers });
}

/**
 * Keeps the picture that the provider has of a person, in the background: nobody waits for it to sign in. One that cannot
 * be had now leaves the one that was there.
 */
function renewPicture(context: AppLoadContext, userId: number, url: string | null): Promise<void> {
  const { background, identityProvider, logger } = context;
  return background.run('pictures', async (closing) => {
    try {
      const picture = url === null ? null : await identityProvider?.picture(url, closing);
      if (picture !== undefined) keepPicture(context, userId, picture);
    } catch (error) {
      logger.info({ error, userId }, 'A picture could not be had');
    }
  });
}

/** Notes that a stranger is refused of whom the provider gives no email that counts; approved or not, the sentence is the same. */
function sayWithoutEmail(
  context: AppLoadContext,
  { unverifiedEmail: email }: IdentityProfile,
): string {
  if (email === undefined) {
    noteRefused(context, { reason: 'no email' });
    return NO_EMAIL;
  }
  noteRefused(context, { reason: 'email not verified', email, help: TO_TRUST });
  return NOT_VERIFIED;
}

/** Why a sign-in that went wrong is a refusal; null where it is a fault. */
function whyNot(error: unknown): string | null {
  if (error instanceof OtherIdentity) return 'the email belongs to another identity';
  return error instanceof NoLongerHolds ? 'passkey removed or used meanwhile' : null;
}

/**
 * Clears the cookies of all started sign-ins, and what was marked for this one: the OAuth library sets a cookie for each
 * and clears none.
 */
function forgetStates({ config }: AppLoadContext, request: Request): Headers {
  const headers = new Headers();
  const prefix = cookieName(config, STATE_COOKIE);
  const cookies = request.headers.get('Cookie') ?? '';
  for (const [, name = ''] of cookies.matchAll(new RegExp(`(${prefix}[^=; ]*)=`, 'g'))) {
    headers.append('Set-Cookie', plainCookie(config, name, '', 0));
  }
  for (const mark of ['choose-account', 'stay-signed-out'] as const) {
    if (hasMark(config, mark, request)) headers.append('Set-Cookie', setMark(config, mark, false));
  }
  return headers;
}
