import type { ReactNode } from 'react';
import { formatCount } from '../lib/count.ts';

/** As many rows as a card in Settings lists. */
export const MOST_LISTED = 100;

/** The rows that a card lists, and how many others there are. */
export type FirstOf<Row> = { listed: Row[]; others: number };

/** The first hundred rows of a list. */
export const firstOf = <Row,>(rows: Row[]): FirstOf<Row> => ({
  listed: rows.slice(0, MOST_LISTED),
  others: Math.max(0, rows.length - MOST_LISTED),
});

/** Says under a list how many it does not show. */
export function More({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <p className="text-sm text-muted">
      {formatCount(count)} more {count === 1 ? 'is' : 'are'} not listed here. {children}
    </p>
  );
}
