import { createContext } from 'react';

/** Whether the page goes to a browser that shows text only, and so shows every hint as text. */
export const TextBrowserContext = createContext(false);

/** Whether a browser with this `User-Agent` shows text only. */
export function isTextBrowser(userAgent: string | null): boolean {
  return /^(lynx|w3m|e?links)\b/i.test(userAgent ?? '');
}
