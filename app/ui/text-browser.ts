import { createContext } from 'react';

/** Whether the page goes to a browser that shows text only, and so shows every hint as text. */
export const TextBrowserContext = createContext(false);

/** Whether a browser with this `User-Agent` shows text only. */
export function isTextBrowser(userAgent: string | null): boolean {
  return /^(lynx|w3m|e?links)\b/i.test(userAgent ?? '');
}

/**
 * A page's HTML with a space between elements that stand apart by styles alone: `Edit Delete`, not
 * `EditDelete`. For such browsers only: scripts would find another page than they would draw.
 */
export function spaced(html: string): string {
  return html.replace(
    /(?<=[>\p{L}\p{N}])(?=<(?:a|button|span|label|input)\b)|(?<=<\/span>)(?=\p{L})/gu,
    ' ',
  );
}
