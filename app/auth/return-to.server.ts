import { createCookie } from '@remix-run/node';
import type { Services } from '../context.server.ts';

/** Remembers, across a sign-in, which screen was asked for. */
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
    /** The header that remembers the path of a request for a screen; a post forgets it. */
    remember(request: Request): Promise<string> {
      const url = new URL(request.url);
      if (request.method !== 'GET') return cookie.serialize('', { maxAge: 0 });
      return cookie.serialize(`${url.pathname}${url.search}`.slice(0, 1_000));
    },
    /** The remembered path, `/` when there is none; never another site's address. */
    async recall(request: Request): Promise<string> {
      const path: unknown = await cookie.parse(request.headers.get('Cookie'));
      if (typeof path !== 'string' || !URL.canParse(path, origin)) return '/';
      const url = new URL(path, origin);
      return url.origin === origin ? `${url.pathname}${url.search}` : '/';
    },
    forget: () => cookie.serialize('', { maxAge: 0 }),
  };
}
