import { randomBytes } from 'node:crypto';
import type { Services } from '../context.server.ts';
import { cookieName, isSecure } from '../http/cookie-name.ts';

/**
 * A secret of the browser that looks at a sign-in link, for as long as links live: by it the press of a link is
 * known again when its answer was lost on the line.
 */

const NAME = 'link';
const PATH = '/api/login';
/** Ten minutes, in seconds. */
const SECONDS = 600;

type Config = Pick<Services, 'config'>;

const nameOf = ({ config }: Config) => cookieName(config, NAME, PATH);

function setCookie(services: Config, value: string, seconds: number): string {
  const secure = isSecure(services.config) ? ' Secure;' : '';
  return `${nameOf(services)}=${value}; Max-Age=${seconds}; Path=${PATH}; HttpOnly;${secure} SameSite=Lax`;
}

/** The browser's secret; null where it has none. */
export function linkBrowser(services: Config, request: Request): string | null {
  const start = `${nameOf(services)}=`;
  const cookies = (request.headers.get('Cookie') ?? '').split('; ');
  const value = cookies.find((one) => one.startsWith(start))?.slice(start.length);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/** The `Set-Cookie` header with a new secret. */
export const newLinkBrowser = (services: Config) =>
  setCookie(services, randomBytes(32).toString('base64url'), SECONDS);

/** The `Set-Cookie` header that forgets it: after a sign-out no link signs in again by Back. */
export const forgetLinkBrowser = (services: Config) => setCookie(services, '', 0);
