import { createContext, useContext, type ComponentType } from 'react';

/**
 * What a document shows and its scripts need not know: it is in the HTML, and not once more as data.
 * A loader puts it into `context.pageOnly`; where a script asks for data, it is part of that.
 */
export const PageOnlyContext = createContext<Record<string, unknown> | null>(null);

/**
 * A part of a screen: the loader's data, or else what only this document has. In the browser null:
 * the part is in the page already.
 */
export function usePageOnly<Part>(name: string, data: Part | null): Part | null {
  const only = useContext(PageOnlyContext);
  return data ?? (only?.[name] as Part | undefined) ?? null;
}

/**
 * The HTML of a row in such a part. A row whose props are as before is not rendered again, so it may
 * show nothing else: no context, no hook of the router.
 */
export type Draw = <Props extends object>(Row: ComponentType<Props>, props: Props) => string;

/** The name under which the server has its {@link Draw}. */
export const DRAW = 'draw';

/** Draws rows as HTML where this is a document of the server's; null in the browser. */
export function useDraw(): Draw | null {
  return usePageOnly<Draw>(DRAW, null);
}

/** The contents of an element from the HTML of its parts. */
export const asHtml = (parts: string[]) => ({
  dangerouslySetInnerHTML: { __html: parts.join('') },
});

/** For an element whose content is the server's: scripts leave it as it is. */
export const AS_IT_IS = {
  dangerouslySetInnerHTML: { __html: '' },
  suppressHydrationWarning: true,
} as const;
