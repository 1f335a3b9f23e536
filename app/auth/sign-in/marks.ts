import { cookieName, isSecure } from '../../http/cookie-name.ts';

/** What a browser is to remember for its next sign-in, and for how long. */
const MARKS = {
  /**
   * Somebody who was refused chooses the account at the next try: with one session there, some providers send the same
   * person straight back. Others dislike to be asked always.
   */
  'choose-account': ' Max-Age=600;',
  /** Whom a proxy names, and who signed out here, is not signed in again without a press, until the browser is closed. */
  'stay-signed-out': '',
};

type Mark = keyof typeof MARKS;

/** The `Set-Cookie` header that sets a mark, or takes it off. */
export function setMark(config: { origin: string }, mark: Mark, isOn: boolean): string {
  const secure = isSecure(config) ? ' Secure;' : '';
  const rest = `${isOn ? MARKS[mark] : ' Max-Age=0;'} HttpOnly;${secure} SameSite=Lax`;
  return `${cookieName(config, mark)}=${isOn ? '1' : ''}; Path=/;${rest}`;
}

/** Whether the browser that sends this request has a mark. */
export function hasMark(config: { origin: string }, mark: Mark, request: Request): boolean {
  const cookies = (request.headers.get('Cookie') ?? '').split('; ');
  return cookies.includes(`${cookieName(config, mark)}=1`);
}
