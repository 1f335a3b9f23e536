import { cookieName, isSecure } from '../../http/cookie-name.ts';

/**
 * Somebody who was refused chooses the account at the next try: with one session there, some providers send the same
 * person straight back. Others dislike to be asked always.
 */
const CHOICE_COOKIE = 'choose-account';

/** The `Set-Cookie` header that has the next sign-in ask for the account, for ten minutes; or that ends it. */
export function accountChoice(config: { origin: string }, isAsked: boolean): string {
  const secure = isSecure(config) ? ' Secure;' : '';
  const name = cookieName(config, CHOICE_COOKIE);
  return `${name}=${isAsked ? '1' : ''}; Path=/; Max-Age=${isAsked ? 600 : 0}; HttpOnly;${secure} SameSite=Lax`;
}

/** Whether this sign-in asks for the account. */
export function isAccountChosen(config: { origin: string }, request: Request): boolean {
  const cookies = (request.headers.get('Cookie') ?? '').split('; ');
  return cookies.includes(`${cookieName(config, CHOICE_COOKIE)}=1`);
}
