/** The cookie of a browser whose person chose pages without scripts (`on`) or with them (`off`). */
export const LITE_COOKIE = 'lite';

/**
 * Whether to send pages without scripts, by a request's Cookie and Save-Data headers: what the person
 * chose on this device; else whether the browser saves data.
 */
export function wantsLite(cookies: string, saveData = ''): boolean {
  const [, chosen] = /(?:^|;\s*)(?:__Host-)?lite=(on|off)(?:;|$)/.exec(cookies) ?? [];
  return chosen === undefined ? /^on(?:\s*;|$)/i.test(saveData) : chosen === 'on';
}
