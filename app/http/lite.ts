/** The cookie of a browser whose user asked for pages without scripts. */
export const LITE_COOKIE = 'lite';

/** Whether a Cookie header asks for pages without scripts. */
export function isLiteCookie(header: string): boolean {
  return /(?:^|;\s*)(?:__Host-)?lite=on(?:;|$)/.test(header);
}
