import { createContext, useContext } from 'react';

/** What the scripts of this page are marked with; null where it has none. */
export const NonceContext = createContext<string | null>(null);

/** Has the browser learn now how its language writes dates, which takes as long as laying out a part of the screen. */
const LEARN_DATES = 'document.createElement("input").type="date"';

/**
 * A script in a long screen at which a browser waits for the styles; else a mouse above the page has all of it laid
 * out once without them. Only where that takes long: a page whose styles never come ends here.
 */
export function StylesFirst() {
  const nonce = useContext(NonceContext);
  if (nonce === null) return null;
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? LEARN_DATES : '' }}
    />
  );
}
