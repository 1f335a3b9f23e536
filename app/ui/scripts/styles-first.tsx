import { createContext, useContext } from 'react';

/** What the scripts of this page are marked with; null where it has none. */
export const NonceContext = createContext<string | null>(null);

/**
 * Has the browser learn now how its language writes dates. That takes as long as the layout of a part of the
 * screen, and would otherwise happen in the middle of one.
 */
const LEARN_DATES = 'document.createElement("input").type="date"';

/**
 * A script in a long screen at which a browser waits for the styles. Without it all of the screen may be there before
 * them, and whatever asks where something is, as a mouse above the page does, has it laid out once without styles. Only where
 * that takes long: a page whose styles never come ends here.
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
