import type { AppLoadContext } from '@remix-run/node';
import { signedCookie } from '../http/signed-cookie.server.ts';

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
  const cookie = signedCookie(context, 'landing-error', 60);
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
