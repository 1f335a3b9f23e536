import { createContext, useContext } from 'react';

/** What a document shows and its scripts need not know, once in the HTML and not again as data: `context.pageOnly`. */
export const PageOnlyContext = createContext<Record<string, unknown> | null>(null);

/**
 * A part of a screen: the loader's data, or what only this document has. In the browser null: it is in the page
 * already.
 */
export function usePageOnly<Part>(name: string, data: Part | null): Part | null {
  const only = useContext(PageOnlyContext);
  return data ?? (only?.[name] as Part | undefined) ?? null;
}

/** For an element whose content is the server's: scripts leave it as it is. */
export const AS_IT_IS = {
  dangerouslySetInnerHTML: { __html: '' },
  suppressHydrationWarning: true,
} as const;
