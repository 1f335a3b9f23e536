import { createContext } from 'react';

/** Whether the page goes to a browser that shows text only, and so shows every hint as text. */
export const TextBrowserContext = createContext(false);

/** Whether a browser with this `User-Agent` shows text only. */
export function isTextBrowser(userAgent: string | null): boolean {
  return /^(lynx|w3m|e?links)\b/i.test(userAgent ?? '');
}

/** A button that opens a popover, which such browsers do not have; what it opens stands further down the page. */
const OPENS_POPOVER = /<button\b[^>]*\bpopovertarget=[^>]*>.*?<\/button>/gsu;

/**
 * A page's HTML for a text browser: without buttons that could do nothing there, and with spaces where styles alone
 * part elements: `Edit Delete`. Not for others: scripts would find another page than they would draw.
 */
export function asText(html: string): string {
  return html
    .replace(OPENS_POPOVER, '')
    .replace(
      /(?<=[>\p{L}\p{N}])(?=<(?:a|button|span|label|input)\b)|(?<=<\/span>)(?=\p{L})/gu,
      ' ',
    );
}
