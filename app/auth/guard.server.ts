import { json, type AppLoadContext } from '@remix-run/node';
import { ProductError } from '../lib/errors.ts';
import type { SignedIn } from '../context.server.ts';
import type { UserView } from '../users/users.ts';
import { returnTo } from './return-to.server.ts';
import { findSession } from './sessions.server.ts';
import { unauthorizedMessage } from './unauthorized.ts';

/** Who makes this request, or null. Looked up only once for each request. */
export function getSignedIn(request: Request, context: AppLoadContext): SignedIn | null {
  context.session ??= findSession(context, request.headers.get('Cookie'));
  return context.session;
}

/**
 * The signed-in user of a screen. Every loader and every action must call this: a layout's loader
 * does not run before an action. Throws the 401 page, which leads to sign-in and then back to the
 * screen.
 */
export async function requireUser(request: Request, context: AppLoadContext): Promise<UserView> {
  const signedIn = getSignedIn(request, context);
  if (signedIn) return signedIn.user;
  throw json(unauthorizedMessage(request.method, new URL(request.url).pathname), {
    status: 401,
    headers: { 'Set-Cookie': await returnTo(context).remember(request) },
  });
}

/** The signed-in user of an API call. Throws 401 `Unauthorized`. */
export function requireApiUser(request: Request, context: AppLoadContext): UserView {
  const signedIn = getSignedIn(request, context);
  if (signedIn) return signedIn.user;
  throw new ProductError(401, 'Unauthorized');
}
