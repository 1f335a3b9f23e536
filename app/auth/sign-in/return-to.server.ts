import type { Services } from '../../context.server.ts';
import { signedCookie } from '../../http/signed-cookie.server.ts';

/** Remembers in a cookie which screen was asked for, to return to it after sign-in. */
export function returnTo(services: Pick<Services, 'config' | 'appSecret'>) {
  const { origin } = services.config;
  const cookie = signedCookie(services, 'return-to', 600);
  return {
    /**
     * The `Set-Cookie` header that remembers a path: the one given, that of a GET, or that of the
     * page which posted a form. It clears the cookie when none is known.
     */
    remember(request: Request, path?: string): Promise<string> {
      const page = path ?? pathOf(request, origin);
      return page === null
        ? cookie.serialize('', { maxAge: 0 })
        : cookie.serialize(shortEnough(page));
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

/** The longest path that is remembered, in characters: it is sent with every request. */
const LONGEST = 1_000;

/** A path that is too long loses its query: half of one would filter or select something else. */
function shortEnough(page: string): string {
  if (page.length <= LONGEST) return page;
  const [path = ''] = page.split('?');
  return path.length <= LONGEST ? path : '/';
}

function pathOf(request: Request, origin: string): string | null {
  const referrer = request.headers.get('Referer') ?? '';
  if (request.method !== 'GET' && !URL.canParse(referrer)) return null;
  const url = new URL(request.method === 'GET' ? request.url : referrer);
  if (request.method !== 'GET' && url.origin !== origin) return null;
  return `${url.pathname}${url.search}`;
}
