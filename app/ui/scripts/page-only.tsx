import { createContext, useContext, type ComponentType, type Key } from 'react';

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
 * What stands for a row in the HTML of a document. A row whose props are as before is not rendered again, so it may
 * show nothing else: no context, no hook of the router. Where scripts take over such a row, no two texts in it may
 * stand side by side, which React tells apart by a comment.
 */
export type Draw = <Props extends object>(Row: ComponentType<Props>, props: Props) => string;

/** The name under which the server has its {@link Draw}. */
export const DRAW = 'draw';

/** Draws rows where this is a document of the server's; null in the browser. */
function useDraw(): Draw | null {
  return usePageOnly<Draw>(DRAW, null);
}

/** What an element has in it: these rows, which the server draws as {@link Draw} says. */
export function useRows<Props extends object>(
  Row: ComponentType<Props>,
  rows: Props[],
  keyOf: (row: Props) => Key,
) {
  const draw = useDraw();
  if (draw === null) return { children: rows.map((row) => <Row key={keyOf(row)} {...row} />) };
  return { dangerouslySetInnerHTML: { __html: rows.map((row) => draw(Row, row)).join('') } };
}

/** For an element whose content is the server's: scripts leave it as it is. */
export const AS_IT_IS = {
  dangerouslySetInnerHTML: { __html: '' },
  suppressHydrationWarning: true,
} as const;
