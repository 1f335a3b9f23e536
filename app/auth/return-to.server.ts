import { createCookie } from '@remix-run/node';
import type { Services } from '../context.server.ts';

/** Remembers in a cookie which screen was asked for, to return to it after sign-in. */
export function returnTo(services: Pick<Services, 'config' | 'appSecret'>) {
  const { origin } = services.config;
  const cookie = createCookie('return-to', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.startsWith('https:'),
    secrets: [services.appSecret],
    maxAge: 600,
  });
  return {
    /**
     * The `Set-Cookie` header that remembers the path of a GET; for a post it clears the cookie.
     */
    remember(request: Request): Promise<string> {
      const url = new URL(request.url);
      if (request.method !== 'GET') return cookie.serialize('', { maxAge: 0 });
      return cookie.serialize(`${url.pathname}${url.search}`.slice(0, 1_000));
    },
    /** The remembered path, or `/`; never another site's address. */
    async recall(request: Request): Promise<string> {
      const path: unknown = await cookie.parse(request.headers.get('Cookie'));
      if (typeof path !== 'string' || !URL.canParse(path, origin)) return '/';
      const url = new URL(path, origin);
      return url.origin === origin ? `${url.pathname}${url.search}` : '/';
    },
    forget: () => cookie.serialize('', { maxAge: 0 }),
  };
}
