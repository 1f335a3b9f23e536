import { redirect, type AppLoadContext } from '@remix-run/node';
import { normaliseEmail } from '../../users/approved-emails.ts';
import { isApproved } from '../../users/approved-emails.server.ts';
import type { SignedIn } from '../../http/request-context.server.ts';
import { hasMark } from './marks.ts';
import { returnTo } from './return-to.server.ts';

/** The address of sign-in for somebody who has pressed nothing yet. */
const ON_ARRIVAL = '/api/login?arrived';

/**
 * The redirect that signs in whom a proxy names, and leads back to the screen that was asked for; null where a press
 * must come first, or no proxy names anybody.
 */
export async function arrival(
  request: Request,
  context: AppLoadContext,
  headers = new Headers(),
): Promise<Response | null> {
  const { namedByProxy, config, askedBy, isDataRequest } = context;
  const isDocument = request.method === 'GET' && !isDataRequest && askedBy === 'person';
  if (namedByProxy === null || !isDocument) return null;
  if (hasMark(config, 'stay-signed-out', request)) return null;
  headers.append('Set-Cookie', await returnTo(context).remember(request));
  return redirect(ON_ARRIVAL, { headers });
}

/**
 * Whether a request of the sign-in's address signs in whom a proxy names. Whoever signed out is asked first; so is a
 * browser that keeps no cookies, or it would be sent to and fro.
 */
export function isBidden(request: Request, { config, cookies, askedBy }: AppLoadContext): boolean {
  const { searchParams } = new URL(request.url);
  if (askedBy !== 'person') return false;
  if (searchParams.has('continue')) return true;
  const isSentToAndFro = searchParams.has('arrived') && cookies === '';
  return !isSentToAndFro && !hasMark(config, 'stay-signed-out', request);
}

/** The email by which a proxy names somebody; null where what it says is none. */
export function emailNamed(namedByProxy: string): string | null {
  const email = normaliseEmail(namedByProxy);
  return /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(email) ? email : null;
}

/**
 * A session, unless a proxy names somebody else of this installation: what another person left in this browser is not
 * theirs. A name that nobody here has leaves the session of a link alone, which is the way in while a proxy names wrongly.
 */
export function ofWhomIsNamed(context: AppLoadContext, session: SignedIn | null): SignedIn | null {
  const { namedByProxy } = context;
  if (session === null || namedByProxy === null) return session;
  const email = normaliseEmail(namedByProxy);
  return email === session.user.email || !isApproved(context, email) ? session : null;
}
