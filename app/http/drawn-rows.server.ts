import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Draw } from '../ui/scripts/page-only.tsx';

/** How many bytes of rows are kept, of some two thousand. */
const LARGEST = 4_000_000;

/** The parts of one page that are put in once it is rendered. */
export type PageParts = {
  draw: Draw;
  /** Puts in a long text of ours, such as what the scripts begin with, as it is. */
  putIn: (html: string) => string;
  /** The bytes of the rendered page, with its parts. */
  bytesOf: (html: string) => Buffer;
};

/**
 * Draws rows of lists, and keeps their HTML for the next page that has the same row, whoever asks for
 * it. Once there is too much of it, only those stay that some page had since the last time. Gives what begins a
 * page: while it is rendered, a mark stands for each part, so that no text of the whole page is put together of
 * thousands of pieces, only to be turned into bytes (docs/decisions/0057-page-parts.md).
 */
export function drawRows(largest = LARGEST): () => PageParts {
  const kinds = new Map<unknown, number>();
  // In two halves: to put each row behind all others whenever a page has it costs as much as drawing some.
  let used = new Map<string, Buffer>();
  let before = new Map<string, Buffer>();
  let size = 0;
  const rowOf = <Props extends object>(Row: ComponentType<Props>, props: Props): Buffer => {
    const kind = kinds.get(Row) ?? kinds.size;
    kinds.set(Row, kind);
    const key = `${kind} ${JSON.stringify(props)}`;
    const known = used.get(key);
    if (known !== undefined) return known;
    const html = before.get(key) ?? ownBytes(renderToStaticMarkup(createElement(Row, props)));
    used.set(key, html);
    size += key.length + html.length;
    if (size > largest / 2) {
      before = used;
      used = new Map();
      size = 0;
    }
    return html;
  };
  return () => {
    const parts: Buffer[] = [];
    const markOf = (part: Buffer) => `<!--part ${parts.push(part) - 1}-->`;
    return {
      draw: (Row, props) => markOf(rowOf(Row, props)),
      putIn: (html) => markOf(Buffer.from(html)),
      bytesOf: (html) => withParts(html, parts),
    };
  };
}

/** Nobody else can write one: React escapes each `<`, and so does what is handed to scripts. */
const MARK = /<!--part (\d+)-->/g;

function withParts(html: string, parts: Buffer[]): Buffer {
  const pieces: Buffer[] = [];
  let until = 0;
  for (const found of html.matchAll(MARK)) {
    const part = parts[Number(found[1])];
    if (part === undefined) continue;
    if (found.index > until) pieces.push(Buffer.from(html.slice(until, found.index)));
    pieces.push(part);
    until = found.index + found[0].length;
  }
  pieces.push(Buffer.from(html.slice(until)));
  return Buffer.concat(pieces);
}

/** Bytes in memory of their own: a small part of a larger piece would keep all of that. */
function ownBytes(html: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(html));
  bytes.write(html);
  return bytes;
}
