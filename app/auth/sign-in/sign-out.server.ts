import { redirectDocument, type AppLoadContext } from '@remix-run/node';
import { write } from '#db/connection.server.ts';
import { cookieName, isSecure } from '../../http/cookie-name.ts';
import { getSignedIn } from '../guard.server.ts';
import { clearedCookies, endSession, sessionsIn } from '../sessions/sessions.server.ts';
import { refuseSessions } from '../../users/ended-sessions.server.ts';
import { noteSignIn } from './sign-in-trail.server.ts';
import { setMark } from './marks.ts';
import { unsentForms } from '../unsent-form.server.ts';

/** Tells the next page's scripts (`start.js`) to remove what was typed and kept on the device. */
const SIGNED_OUT = 'signed-out';

/**
 * Ends the browser's session, also where nothing can be written, and answers with the start page and the headers by which the browser
 * forgets what it had: cookies by name, since `"cookies"` would take other hosts' below our name, too.
 */
export async function signedOut(
  context: AppLoadContext,
  request: Request,
  clears: readonly ('cache' | 'storage')[] = ['cache', 'storage'],
): Promise<Response> {
  const headers = new Headers({ 'Clear-Site-Data': clears.map((kind) => `"${kind}"`).join(', ') });
  const cookies = request.headers.get('Cookie');
  const signedIn = getSignedIn(request, context);
  refuseSessions(context.db, sessionsIn(context, cookies));
  try {
    write(context.db, () => {
      endSession(context, cookies);
      if (signedIn !== null) noteSignIn(context, 'signed out', {});
    });
  } catch (error) {
    context.logger.error({ error }, 'A sign-out could not be written; the session is refused');
  }
  for (const cookie of clearedCookies(context)) headers.append('Set-Cookie', cookie);
  if (context.namedByProxy !== null) {
    headers.append('Set-Cookie', setMark(context.config, 'stay-signed-out', true));
  }
  const secure = isSecure(context.config) ? '; Secure' : '';
  const name = cookieName(context.config, SIGNED_OUT);
  headers.append('Set-Cookie', `${name}=1; Max-Age=31536000; Path=/; SameSite=Lax${secure}`);
  for (const cookie of await unsentForms(context).forget()) headers.append('Set-Cookie', cookie);
  return redirectDocument('/', { headers });
}
