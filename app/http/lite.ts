/** What a browser keeps where somebody asked for pages without scripts. */
export const LITE_COOKIE = 'lite';

/** Whether a Cookie header says so. */
export function isLiteCookie(header: string): boolean {
  return /(?:^|;\s*)lite=on(?:;|$)/.test(header);
}
