import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Draw } from '../ui/scripts/page-only.tsx';

/** How many characters of rows are kept, of some two thousand. */
const LARGEST = 4_000_000;

/**
 * Draws rows of lists, and keeps their HTML for the next page that has the same row, whoever asks for
 * it. Those that no page had for longest are forgotten.
 */
export function drawRows(largest = LARGEST): Draw {
  const kinds = new Map<unknown, number>();
  const drawn = new Map<string, string>();
  let size = 0;
  return (Row, props) => {
    const kind = kinds.get(Row) ?? kinds.size;
    kinds.set(Row, kind);
    const key = `${kind} ${JSON.stringify(props)}`;
    const known = drawn.get(key);
    const html = known ?? inOnePiece(renderToStaticMarkup(createElement(Row, props)));
    // A Map keeps its order: what is used goes behind all others.
    if (known === undefined) size += key.length + html.length;
    else drawn.delete(key);
    drawn.set(key, html);
    for (const [oldest, text] of drawn) {
      if (size <= largest) break;
      drawn.delete(oldest);
      size -= oldest.length + text.length;
    }
    return html;
  };
}

/** A text that was put together of hundreds is such a tree in memory, which each page would walk again. */
const inOnePiece = (text: string) => Buffer.from(text).toString();
