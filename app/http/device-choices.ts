import { cookieName, plainCookie } from './cookie-name.ts';

/** How this device gets its pages: a cookie for each choice, of a year. */
type Choice = 'lite' | 'theme';

const YEAR_IN_SECONDS = 31_536_000;

/** The theme that was chosen on this device; without one the pages follow the system. */
export type Theme = 'light' | 'dark';

/**
 * Whether to send pages without scripts, by a request's Cookie and Save-Data headers: what the person
 * chose on this device; else whether the browser saves data.
 */
export function wantsLite(cookies: string, saveData = ''): boolean {
  const chosen = chosenIn(cookies, 'lite');
  return chosen === undefined ? /^on(?:\s*;|$)/i.test(saveData) : chosen === 'on';
}

/** The theme that a request's Cookie header asks for, if it does. */
export function chosenTheme(cookies: string): Theme | undefined {
  const chosen = chosenIn(cookies, 'theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
}

function chosenIn(cookies: string, choice: Choice): string | undefined {
  return new RegExp(`(?:^|;\\s*)(?:__Host-)?${choice}=([a-z]+)(?:;|$)`).exec(cookies)?.[1];
}

/** The `Set-Cookie` header that keeps a choice on this device. */
export function choiceCookie(config: { origin: string }, choice: Choice, value: string): string {
  return plainCookie(config, cookieName(config, choice), value, YEAR_IN_SECONDS);
}
