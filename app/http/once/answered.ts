import { cookieName, isSecure } from '../cookie-name.ts';

/**
 * A cookie of ten minutes that names the forms whose answers the browser has: who sends the same again then wants
 * it again, and whose answer was lost on the line does not.
 */
const NAME = 'answered';
const SECONDS = 600;
const MOST = 20;

/** Enough of a one-time key to tell it from a person's others of ten minutes. */
const nameOf = (key: string) => key.replace(/[^\w-]/g, '').slice(0, 8);

/** The names in a request's cookie, the last one first. */
export function answeredIn(request: Request): string[] {
  const [, names = ''] =
    /(?:^|; )(?:__Host-)?answered=([\w.-]*)/.exec(request.headers.get('Cookie') ?? '') ?? [];
  return names.split('.').filter((name) => name !== '');
}

/** What stands for a key where the answer is a page that is shown later: that of a batch of rewrites. */
export const keyOfBatch = (id: number) => `b${id.toString(36)}`;

/** Whether the browser has the answer to the form with a key. */
export const isAnswered = (answered: string[], key: string) => answered.includes(nameOf(key));

/** The `Set-Cookie` header of the answer to the form with a key. */
export function alsoAnswered(config: { origin: string }, answered: string[], key: string): string {
  const names = [nameOf(key), ...answered].slice(0, MOST).join('.');
  const secure = isSecure(config) ? ' Secure;' : '';
  return `${cookieName(config, NAME)}=${names}; Max-Age=${SECONDS}; Path=/; HttpOnly;${secure} SameSite=Lax`;
}
