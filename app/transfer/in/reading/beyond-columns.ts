import { shorten } from '../../../lib/shorten.ts';
import { VISIBLE } from '../../../lib/text.ts';

/** How much of a cell a sentence quotes. */
const QUOTED = 60;

/**
 * What is wrong with a line that goes on behind the last column of its file: some programs write a text that has a comma
 * without quotation marks, and a part of it would be lost, unsaid. Null where nothing stands there.
 */
export function sayBeyond(cells: readonly string[], columns: number): string | null {
  const lost = cells.slice(columns).find((cell) => VISIBLE.test(cell));
  if (lost === undefined) return null;
  return `“${shorten(lost.trim(), QUOTED)}” stands behind the last column, where a text perhaps has no quotation marks around it. Set the cells of this line right.`;
}
