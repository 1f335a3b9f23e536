import { createCookie, type AppLoadContext } from '@remix-run/node';
import { cookieName, isSecure } from '../http/cookie-name.ts';
import { secretsOf } from '../platform/secrets/app-secret.server.ts';

const MAX_ERROR_LENGTH = 200;

type LandingError = { error: string | null; goTo: string | null; headers: HeadersInit };

/**
 * The error that the landing page shows. It comes in the address; a cookie carries it to the page `goTo`, without
 * scripts.
 */
export async function takeLandingError(
  request: Request,
  context: AppLoadContext,
): Promise<LandingError> {
  const cookie = createCookie(cookieName(context.config, 'landing-error'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(context.config),
    secrets: secretsOf(context),
    maxAge: 60,
  });
  const url = new URL(request.url);
  const given = url.searchParams.get('error');
  if (given !== null) {
    url.searchParams.delete('error');
    const text = Array.from(given).slice(0, MAX_ERROR_LENGTH).join('');
    const headers = { 'Set-Cookie': await cookie.serialize(text) };
    return { error: null, goTo: `/${url.search}`, headers };
  }
  const stored: unknown =
    context.askedBy === 'person' && (await cookie.parse(request.headers.get('Cookie')));
  if (typeof stored !== 'string' || stored === '') return { error: null, goTo: null, headers: {} };
  const headers = { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) };
  return { error: stored, goTo: null, headers };
}

/**
 * What to say of a first start that is opened by another address; null where all is well. One that the operator has
 * set is not doubted: a proxy need not pass on the host.
 */
export function openedElsewhere({
  config,
  host,
}: Pick<AppLoadContext, 'config' | 'host'>): string | null {
  const own = new URL(config.origin);
  if (own.hostname !== 'localhost' || host === '' || host.toLowerCase() === own.host) return null;
  return `This page was opened at ${host}, but the address of this server is ${config.origin}, so that signing in may not work. Open it there; or set APP_ORIGIN where the server gets its settings, and start it again.`;
}
