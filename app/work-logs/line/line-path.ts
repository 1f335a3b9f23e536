import { cleanLine } from '../../lib/text.ts';

/** The page of the line. */
export const LINE_PATH = '/work-logs/line';

/** Where a field for a line elsewhere asks for the names that a line may have. */
export const LINE_NAMES_PATH = '/api/work-logs/line';

/** As much of a shared text as becomes a line, in characters. */
const LONGEST_SHARED = 2_000;

/** The line that a text or a link becomes which another app shared: each part once, the link last; empty for none. */
export function sharedLine(search: URLSearchParams): string {
  const parts = ['title', 'text', 'url'].map((name) => cleanLine(search.get(name) ?? ''));
  const isOnce = (part: string, at: number) =>
    parts.every(
      (other, index) => index === at || !other.includes(part) || (other === part && index > at),
    );
  return Array.from(parts.filter(isOnce).join(' ').trim()).slice(0, LONGEST_SHARED).join('');
}
