import { json, type AppLoadContext } from '@remix-run/node';
import { byToken } from '#db/history/acting.server.ts';
import { refusedLater } from '../http/form/sent-later.server.ts';
import { pageFor } from '../http/form/submit.server.ts';
import { conflict, ProductError } from '../lib/errors.ts';
import type { SignedIn } from '../http/request-context.server.ts';
import { noteUser } from '../platform/request-scope.server.ts';
import { displayName, type UserView } from '../users/users.ts';
import { arrival, ofWhomIsNamed } from './sign-in/by-proxy.server.ts';
import { returnTo } from './sign-in/return-to.server.ts';
import { findSession, noteSeen } from './sessions/sessions.server.ts';
import { limitBack } from './tokens/tokens.server.ts';
import { SAID, unsentForms, UNSENT_FORM_PATH } from './unsent-form.server.ts';
import { unauthorizedMessage } from './unauthorized.ts';

/** Who makes this request, or null. Looked up only once for each request. */
export function getSignedIn(request: Request, context: AppLoadContext): SignedIn | null {
  if (context.session === undefined) {
    const found = findSession(context, request.headers.get('Cookie'));
    context.session = ofSender(context, ofWhomIsNamed(context, found));
    const user = context.session?.user;
    if (user) noteUser({ id: user.id, name: displayName(user) });
    if (context.session) noteSeen(context, context.session, context.address);
  }
  return context.session;
}

/** A form that waited on a device is only ever sent for the person who filled it in. */
function ofSender({ sentLater }: AppLoadContext, session: SignedIn | null): SignedIn | null {
  return sentLater && session?.user.id !== sentLater.personId ? null : session;
}

/**
 * The signed-in user of a screen. Every loader and every action must call this: a layout's loader
 * does not run before an action. Throws the 401 page, which leads to sign-in and then back to the
 * screen, or to what was typed in a posted form; for whom a proxy names, the redirect that signs in.
 */
export async function requireUser(request: Request, context: AppLoadContext): Promise<UserView> {
  const signedIn = getSignedIn(request, context);
  if (signedIn) return ofPage(context, signedIn.user);
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  const arriving = await arrival(request, context, headers);
  if (arriving !== null) throw arriving;
  const kept = await unsentForms(context).keep(request, context.isDataRequest);
  for (const cookie of kept.cookies) headers.append('Set-Cookie', cookie);
  const screen = returnTo(context);
  // A screen that is asked for meanwhile, here or in another tab, does not take a kept form's place.
  const isShownAgain =
    kept.outcome === 'kept' ||
    kept.outcome === 'undo' ||
    (await screen.recall(request)) === UNSENT_FORM_PATH;
  const goTo = isShownAgain ? UNSENT_FORM_PATH : undefined;
  if (context.askedBy !== 'nobody') {
    headers.append('Set-Cookie', await screen.remember(request, goTo));
  }
  const message = unauthorizedMessage(request.method, new URL(request.url).pathname);
  const { outcome } = kept;
  throw json({ ...message, kept: outcome, said: SAID[outcome] }, { status: 401, headers });
}

/** Throws 409 for a form of somebody else's page: what they typed would be saved as this person's. */
function ofPage({ pageOf, sentLater }: AppLoadContext, user: UserView): UserView {
  if (pageOf === null || pageOf === user.id) return user;
  const refusal = conflict(OF_ANOTHER);
  throw sentLater ? refusedLater(sentLater, refusal) : pageFor(refusal);
}

const OF_ANOTHER =
  'Not saved: this page belongs to somebody else who was signed in here. Go back to copy what was typed, then open the screen again.';

/** The signed-in user of an API call, or whose token it brings. Throws 401 `Unauthorized`. */
export function requireApiUser(request: Request, context: AppLoadContext): UserView {
  const { token } = context;
  if (token !== null) {
    const { user } = token;
    const name = byToken(displayName(user), token.name);
    noteUser({ id: user.id, name, check: limitBack(context, token) });
    return user;
  }
  const signedIn = getSignedIn(request, context);
  if (signedIn) return signedIn.user;
  throw new ProductError(401, 'Unauthorized');
}
